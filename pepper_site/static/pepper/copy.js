/* Puts a link into the clipboard: each button that names a field with `data-copy` shows itself and says when it is done.
   Without it the field can be copied from by hand. */
for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
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
