/* Walks through a hand without loading whole pages: fetches the page of a step and takes over what differs, so that
   focus, scroll and what is open stay, and the status is read out once. Without it every step is an ordinary link. */
const root = document.getElementById("replay");
const stops = root.dataset.stops.split(" ").map(Number);
const last = stops.at(-1);
let wanted = Number(root.dataset.step);
let request = new AbortController();

const address = (step) => (step ? `${root.dataset.start}${step}/` : root.dataset.start);

/* The step that an address on this site shows, or null where it is another page. */
function stepAt(path) {
  if (!path.startsWith(root.dataset.start)) return null;
  const rest = path.slice(root.dataset.start.length);
  return /^(\d+\/)?$/.test(rest) ? parseInt(rest || "0", 10) : null;
}

async function show(step, { remember = true } = {}) {
  if (step === wanted) return;
  wanted = step;
  request.abort();
  request = new AbortController();
  try {
    const response = await fetch(address(step), { signal: request.signal });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById("replay");
    if (!response.ok || !fresh) throw new Error(`step ${step} is not there`);
    document.title = page.title;
    takeOver(root, document.importNode(fresh, true));
    if (remember) history.pushState(null, "", address(step));
  } catch (error) {
    if (error.name !== "AbortError") location.assign(address(step));
  }
}

/* Makes `old` equal to `fresh`, touching only what differs. What the reader opened stays open. */
function takeOver(old, fresh) {
  if (old.nodeName !== fresh.nodeName) return old.replaceWith(fresh);
  if (!(old instanceof Element)) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  const before = [...old.childNodes];
  const after = [...fresh.childNodes];
  after.forEach((node, place) => (before[place] ? takeOver(before[place], node) : old.append(node)));
  before.slice(after.length).forEach((node) => node.remove());
}

root.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const step = stepAt(link.pathname);
  if (step === null) return;
  event.preventDefault();
  show(step);
  // From the list under the table on a phone the table would be out of sight.
  const table = document.getElementById("replay-felt");
  if (table.getBoundingClientRect().bottom < 0) table.scrollIntoView({ block: "start" });
});

const trickBefore = () => stops.findLast((stop) => stop < wanted) ?? 0;
const trickAfter = () => stops.find((stop) => stop > wanted) ?? last;
const keys = {
  ArrowLeft: () => wanted - 1,
  ArrowRight: () => wanted + 1,
  "Shift+ArrowLeft": trickBefore,
  "Shift+ArrowRight": trickAfter,
  ArrowUp: trickBefore,
  ArrowDown: trickAfter,
  Home: () => 0,
  End: () => last,
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea, [contenteditable], .table-wrap")) return;
  const go = keys[event.shiftKey ? `Shift+${event.key}` : event.key];
  if (!go) return;
  event.preventDefault();
  show(Math.min(Math.max(go(), 0), last));
});

addEventListener("popstate", () => {
  const step = stepAt(location.pathname);
  if (step !== null) show(step, { remember: false });
});
