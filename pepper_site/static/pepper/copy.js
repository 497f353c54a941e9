/* Each button that names a field with `data-copy` shows itself, puts what is in it into the clipboard, and says when it is
   done; with `data-share` it opens what the device shares with, where there is such a thing.
   Without it the field can be copied from by hand. */
for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    if ("share" in button.dataset && navigator.share) {
      // Whoever closes the list of ways to send it has decided, too.
      await navigator.share({ title: document.title, url: field.value }).catch(() => {});
      return;
    }
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Where a page came without TLS, as at home, there is no clipboard but the old way.
      if (!document.execCommand("copy")) return;
    }
    button.textContent = button.dataset.done;
  });
}
