/* Draws a chart when it comes into view: only then are its numbers and the script that draws them fetched. Colours are
   the stylesheet's and follow day, night and paper. Where that fails, sentence and table stand for themselves. */

/* What Plotly would style by itself, against the policy; where these are, it leaves that alone (charts.css has it). */
for (const id of ["plotly.js-style-global", "9f215cf04c5486422605d13261cb87401f4e7763b6296af81e98efbc0130da53"]) {
  const mark = document.createElement("meta");
  mark.id = id;
  mark.className = "no-inline-styles";
  document.head.append(mark);
}
const CONFIG = {
  displayModeBar: false, displaylogo: false, showSendToCloud: false, doubleClick: false,
  scrollZoom: false, showTips: false, editable: false,
};

let plotly;

function fetchPlotly(address) {
  plotly ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.addEventListener("load", () => resolve(window.Plotly));
    script.addEventListener("error", () => {
      script.remove();
      plotly = undefined;
      reject(new Error("the script that draws charts is not there"));
    });
    document.head.append(script);
  });
  return plotly;
}

async function fetchFigure(address) {
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`the figure is not there: ${response.status}`);
  return response.json();
}

const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

/* A colour of the stylesheet as red, green and blue, which is all that Plotly reads. */
function colour(place, name) {
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  place.append(probe);
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

const plain = (text) => new DOMParser().parseFromString(text, "text/html").body.textContent;

/* How wide the widest of these texts is. */
function widest(texts, { size, family }) {
  canvas.font = `${size}px ${family}`;
  const parts = texts.flatMap((text) => text.split("<br>"));
  return Math.ceil(Math.max(...parts.map((part) => canvas.measureText(plain(part)).width)));
}

/* The figure in the colours and letters of this page, as they are now; Plotly changes what it is given. */
function dressed(place, figure) {
  const { data, layout } = structuredClone(figure);
  const [ink, soft, line, edge, card] = ["ink", "ink-2", "line", "edge", "card"].map((name) => colour(place, name));
  const colorway = data.map((_, at) => colour(place, `chart-${at + 1}`));
  const family = getComputedStyle(place).fontFamily;
  const axis = { color: soft, linecolor: edge, gridcolor: line, zerolinecolor: edge, spikecolor: edge, spikethickness: 1 };
  /* the labels come first, one for each line */
  layout.annotations.forEach((words, at) => { words.font.color = colorway[at] ?? soft; });
  for (const shape of layout.shapes ?? []) shape.line.color = soft;
  Object.assign(layout, { autosize: true, colorway, paper_bgcolor: card, plot_bgcolor: card });
  Object.assign(layout.font, { color: ink, family });
  Object.assign(layout.xaxis, axis);
  Object.assign(layout.yaxis, axis);
  layout.margin.r += widest(layout.annotations.slice(0, data.length).map((label) => label.text), layout.font);
  /* on a narrow phone every other tick has to do */
  const { xaxis } = layout;
  const room = place.querySelector(".chart-plot").clientWidth - layout.margin.r - 4 * layout.font.size;
  while (xaxis.ticktext.length > 2 && xaxis.ticktext.length * (widest(xaxis.ticktext, layout.font) + 8) > room + 20) {
    for (const name of ["tickvals", "ticktext"]) xaxis[name] = xaxis[name].filter((_, at) => at % 2 === 0);
  }
  layout.hoverlabel = { bgcolor: card, bordercolor: edge, font: { color: ink, size: layout.font.size } };
  return [data, layout];
}

/* Left and right, Home and End go from stop to stop; what stands there is shown, and read out. */
function walk(Plotly, plot, figure, status) {
  const stops = figure.data[0].x;
  let at = -1;
  plot.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: Math.max(at - 1, 0), ArrowRight: Math.min(at + 1, stops.length - 1), Home: 0, End: stops.length - 1 }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    at = to;
    Plotly.Fx.hover(plot, { xval: at, yval: 0 }, "xy");
    const there = figure.data.filter((line) => line.y[at] !== null);
    status.textContent = `${plain(stops[at])}: ${there.map((line) => `${plain(line.name)} ${line.customdata[at]}`).join(", ")}`;
  });
  plot.addEventListener("blur", () => {
    at = -1;
    Plotly.Fx.unhover(plot);
  });
}

async function draw(chart) {
  const plot = chart.querySelector(".chart-plot");
  const failed = chart.querySelector(".chart-failed");
  failed.hidden = true;
  try {
    const [Plotly, figure] = await Promise.all([fetchPlotly(chart.dataset.plotly), fetchFigure(chart.dataset.figure)]);
    const show = () => Plotly.react(plot, ...dressed(chart, figure), CONFIG);
    await show();
    plot.tabIndex = 0;
    plot.setAttribute("role", "img");
    plot.setAttribute("aria-label", `${chart.querySelector("figcaption p").textContent} ${plot.dataset.word}`);
    walk(Plotly, plot, figure, chart.querySelector("[role=status]"));
    new ResizeObserver(show).observe(plot);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
    for (const [name, isPrinted] of [["beforeprint", true], ["afterprint", false]]) {
      addEventListener(name, () => {
        chart.toggleAttribute("data-printed", isPrinted);
        show();
      });
    }
    chart.dataset.drawn = "";
  } catch (error) {
    failed.hidden = false;
    chart.querySelector("details").open = true;
    console.warn(`No chart: ${error.message}`);
  }
}

const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    draw(target.closest(".chart"));
  }
});
for (const chart of document.querySelectorAll(".chart[data-figure]")) {
  chart.dataset.scripted = "";
  chart.querySelector(".chart-failed button").addEventListener("click", () => draw(chart));
  seen.observe(chart.querySelector(".chart-plot"));
}
