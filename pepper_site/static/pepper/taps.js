/* Keeps the focus where the finger was when a tap has changed the page, says what is asked next, and tells of a tap
   that did not arrive. Knows nothing of cards or scores; every page works without it. */
const steps = () => document.getElementById("entry-steps");
let tapped = null;

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!event.target.closest("#entry-steps")) return;
  const button = event.detail.requestConfig?.triggeringEvent?.submitter;
  tapped = button ? { name: button.name, value: button.value } : null;
});

/* What was told so far is in the address; the game's page offers to go on with it (sheet.js). */
function keep() {
  const form = steps()?.querySelector("form[data-game]");
  if (!form) return;
  const told = JSON.stringify({ number: form.elements.number.value, address: location.href });
  if (form.elements.back) sessionStorage.setItem(form.dataset.game, told);
  else sessionStorage.removeItem(form.dataset.game);
}

document.addEventListener("htmx:afterSettle", () => {
  keep();
  const question = document.getElementById("entry-question");
  if (!tapped || !steps()) return;
  const said = document.getElementById("entry-said");
  const save = document.querySelector("#entry-save [role=status]");
  const fault = document.getElementById("entry-fault");
  const done = document.getElementById("entry-done");
  if (said) said.textContent = (fault ?? done ?? save ?? question)?.textContent ?? "";
  if (done || (fault && !("typed" in fault.dataset))) {
    (done ?? fault).focus();
  } else if (tapped.name === "add") {
    (document.getElementById("id_typed") ?? question)?.focus();
  } else {
    const again = [...steps().querySelectorAll("button")].filter((one) => one.name === tapped.name && !one.disabled);
    (again.find((one) => one.value === tapped.value) ?? question)?.focus({ preventScroll: true });
  }
  tapped = null;
});

for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, (event) => {
    const form = event.target.closest?.(".entry-taps");
    if (!form) return;
    form.querySelector("[data-lost]")?.remove();
    const told = document.createElement("p");
    told.className = "wrong";
    told.dataset.lost = "";
    told.setAttribute("role", "alert");
    told.textContent = form.dataset.trouble;
    form.prepend(told);
  });
}
