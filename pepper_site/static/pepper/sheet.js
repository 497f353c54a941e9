/* Offers to go on with the next hand where it was half told in this tab and left, by its address (taps.js), until it is
   saved, by whomever. Knows no rules; without it a hand is begun anew. */
const link = document.getElementById("go-on");
const anew = document.getElementById("start-over");

function offer() {
  const told = JSON.parse(sessionStorage.getItem(location.pathname) ?? "null");
  const isNext = Boolean(link && told) && told.number === link.dataset.number;
  if (!isNext) sessionStorage.removeItem(location.pathname);
  if (!link) return;
  link.hidden = anew.hidden = !isNext;
  if (!isNext) return;
  link.href = told.address;
  anew.href = new URL(told.address).pathname;
}

anew?.addEventListener("click", () => sessionStorage.removeItem(location.pathname));
// Also where the browser's Back brings the page as it was.
addEventListener("pageshow", offer);
