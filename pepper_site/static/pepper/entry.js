/* Tapping in a hand: a save waits for the points on their way, and for a connection; what is mended is no longer called
   wrong; what is opened is brought into view. Knows no rules; the form works without it. */
const form = document.querySelector("form.entry");
const offline = document.getElementById("offline");
const offlineSave = document.getElementById("offline-save");
let isAsking = false;
let isLeaving = false;
let held = null; // the button of a save that waits

const askAgain = () => form.dispatchEvent(new Event("change", { bubbles: true }));

form.addEventListener("htmx:beforeRequest", (event) => {
  if (isLeaving) event.preventDefault();
  else isAsking = true;
});

form.addEventListener("htmx:afterRequest", () => {
  isAsking = false;
  if (!held) return;
  const button = held;
  held = null;
  // htmx has more to do with its answer before the page may go.
  setTimeout(() => form.requestSubmit(button));
});

form.addEventListener("htmx:afterOnLoad", () => {
  offline.hidden = offlineSave.hidden = true;
  for (const group of form.querySelectorAll("fieldset, .field")) {
    if (group.querySelector(".wrong")) continue;
    for (const control of group.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  }
});

for (const lost of ["htmx:sendError", "htmx:timeout"]) {
  form.addEventListener(lost, () => {
    if (!isLeaving) offline.hidden = !offlineSave.hidden;
  });
}

addEventListener("online", () => {
  offlineSave.hidden = true;
  askAgain();
});

form.addEventListener("submit", (event) => {
  if (!navigator.onLine) {
    event.preventDefault();
    offline.hidden = true;
    offlineSave.hidden = false;
  } else if (isAsking) {
    event.preventDefault();
    held = event.submitter;
  } else {
    isLeaving = true;
  }
});

// Back from the next page, or tapped before everything was loaded: the points of what is chosen are asked for.
addEventListener("pageshow", () => {
  isLeaving = false;
  if ([...form.elements].some((one) => one.checked !== one.defaultChecked)) askAgain();
});

for (const summary of form.querySelectorAll("summary")) {
  summary.addEventListener("click", () => setTimeout(() => summary.parentElement.scrollIntoView({ block: "nearest" })));
}
