/* Seats of a new game: one tap on a player fills the next empty seat, and whoever deals first is called by name.
   Without it each seat is chosen in a list of its own, and the dealer by the number of the seat. */
const form = document.querySelector("[data-seats]");
const places = [...form.querySelectorAll("[data-place]")].map((place) => ({
  list: place.querySelector("select"),
  name: place.querySelector("input"),
}));
const chips = form.querySelector("[data-chips]");
const buttons = new Map();

function nameAt({ list, name }) {
  if (!list || list.value === "new") return name.value.trim();
  return list.value && list.selectedOptions[0].text;
}

function show() {
  for (const radio of form.querySelectorAll("[name=first_dealer]")) {
    const place = places[radio.value];
    if (place) radio.parentElement.querySelector("span").textContent = nameAt(place) || Number(radio.value) + 1;
  }
  for (const [value, button] of buttons) {
    const seat = value === "new" ? -1 : places.findIndex((place) => place.list.value === value);
    button.setAttribute("aria-pressed", seat >= 0);
    button.textContent = seat < 0 ? button.dataset.name : `${seat + 1} ${button.dataset.name}`;
  }
}

function sit(value) {
  const there = value !== "new" && places.find((place) => place.list.value === value);
  const place = there || places.find((one) => !one.list.value);
  if (!place) return;
  place.list.value = there ? "" : value;
  show();
  if (value === "new") place.name.focus();
}

function offer(options) {
  const row = document.createElement("div");
  row.className = "chips";
  for (const option of options) {
    if (!option.value) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = -1; // by keyboard the lists are the shorter way
    button.className = "button";
    button.dataset.kind = "quiet";
    button.dataset.size = "sm";
    button.dataset.name = option.text;
    button.addEventListener("click", () => sit(option.value));
    buttons.set(option.value, button);
    row.append(button);
  }
  chips.append(row);
}

if (chips) {
  const [{ list }] = places;
  offer(list.querySelectorAll(":scope > option"));
  for (const group of list.querySelectorAll("optgroup")) {
    const title = document.createElement("p");
    title.className = "small muted";
    title.textContent = group.label;
    chips.append(title);
    offer(group.querySelectorAll("option"));
  }
  chips.hidden = false;
}
form.addEventListener("input", show);
show();
