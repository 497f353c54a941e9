/* Draws a chart when it comes into view: only then are its numbers and the script that draws them fetched. Colours are
   the stylesheet's and follow day and night. Without it, or where it fails, sentence and table stand for themselves. */
const LINES = 6;
/* What Plotly would style by itself, against the policy; where these are, it leaves that alone (charts.css has it). */
const STYLED = ["plotly.js-style-global", "9f215cf04c5486422605d13261cb87401f4e7763b6296af81e98efbc0130da53"];
const CONFIG = {
  displayModeBar: false, displaylogo: false, showSendToCloud: false, responsive: true, doubleClick: false,
  scrollZoom: false, showTips: false, editable: false,
};

let plotly;

function fetchPlotly(address) {
  plotly ??= new Promise((resolve, reject) => {
    for (const id of STYLED) {
      const mark = document.createElement("meta");
      mark.id = id;
      mark.className = "no-inline-styles";
      document.head.append(mark);
    }
    const script = document.createElement("script");
    script.src = address;
    script.addEventListener("load", () => resolve(window.Plotly));
    script.addEventListener("error", () => reject(new Error("the script that draws charts is not there")));
    document.head.append(script);
  });
  return plotly;
}

async function fetchFigure(address) {
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`the figure is not there: ${response.status}`);
  return response.json();
}

/* A colour of the stylesheet as red, green and blue, which is all that Plotly reads. */
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
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

/* The figure's layout in the colours of this page, as they are now. */
function coloured(place, layout) {
  const [ink, soft, line, edge, card] = ["ink", "ink-2", "line", "edge", "card"].map((name) => colour(place, name));
  const axis = { color: soft, linecolor: edge, gridcolor: line, zerolinecolor: edge, tickcolor: edge, spikecolor: edge };
  return {
    ...layout,
    autosize: true,
    colorway: Array.from({ length: LINES }, (_, at) => colour(place, `chart-${at + 1}`)),
    font: { ...layout.font, color: ink, family: getComputedStyle(place).fontFamily },
    /* not transparent: what is shown at a point is set off against them */
    paper_bgcolor: card,
    plot_bgcolor: card,
    legend: { ...layout.legend, itemclick: false, itemdoubleclick: false },
    hoverlabel: { bgcolor: card, bordercolor: edge, font: { color: ink, size: 13 } },
    xaxis: { ...layout.xaxis, ...axis },
    yaxis: { ...layout.yaxis, ...axis },
    annotations: (layout.annotations ?? []).map((words) => ({ ...words, font: { ...words.font, color: soft } })),
    shapes: (layout.shapes ?? []).map((shape) => ({ ...shape, line: { ...shape.line, color: soft } })),
  };
}

/* Plotly changes what it is given. */
const copy = (data) => structuredClone(data);
const plain = (text) => new DOMParser().parseFromString(text, "text/html").body.textContent;

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
    const numbers = there.map((line) => `${plain(line.name)} ${String(line.y[at]).replace("-", "−")}`);
    status.textContent = `${plain(stops[at])}: ${numbers.join(", ")}`;
  });
  plot.addEventListener("blur", () => {
    at = -1;
    Plotly.Fx.unhover(plot);
  });
}

async function draw(chart) {
  const plot = chart.querySelector(".chart-plot");
  try {
    const [Plotly, figure] = await Promise.all([fetchPlotly(chart.dataset.plotly), fetchFigure(chart.dataset.figure)]);
    const show = () => Plotly.react(plot, copy(figure.data), coloured(chart, copy(figure.layout)), CONFIG);
    await show();
    plot.tabIndex = 0;
    plot.setAttribute("role", "img");
    plot.setAttribute("aria-label", `${chart.querySelector("#chart-sentence").textContent} ${plot.dataset.word}`);
    walk(Plotly, plot, figure, chart.querySelector("[role=status]"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
    chart.dataset.drawn = "";
  } catch (error) {
    plot.hidden = true;
    chart.querySelector(".chart-failed").hidden = false;
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
  seen.observe(chart.querySelector(".chart-plot"));
}
