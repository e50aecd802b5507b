// The page itself: its views, the theme and the keys.

const hasTimeline = Boolean(report.timeline && report.timeline.begin.length);
const views = [
  ["glance", "At a glance", glanceView],
  ["functions", "Functions", functionsView],
  hasTimeline ? ["timeline", "Timeline", timelineView] : null,
  ["graph", "Graph", graphView],
  ["memory", "Memory", memoryView],
  ["code", "Code", codeView],
  ["hints", "Hints", hintsView],
].filter(Boolean);

let shownView = "";
const tabs = new Map();

// Shows a view; each is made when it is first asked for, and anew where it depends on which trace was chosen.
function show(name) {
  const entry = views.find((view) => view[0] === name) || views[0];
  shownView = entry[0];
  for (const [other, tab] of tabs) {
    tab.setAttribute("aria-selected", String(other === shownView));
    tab.tabIndex = other === shownView ? 0 : -1;
  }
  redraws.length = 0;
  if (builtModel) redraws.push(builtModel.recolour);
  const section = entry[2]();
  section.id = `view-${shownView}`;
  section.setAttribute("role", "tabpanel");
  section.setAttribute("aria-label", entry[1]);
  document.querySelector("main").replaceChildren(section);
  if (location.hash !== `#${shownView}`) history.replaceState(null, "", `#${shownView}`);
}

function redraw() {
  for (const one of redraws) one();
}

function setTheme(theme) {
  document.documentElement.setAttribute("data-theme", theme);
  redraw();
}

function isDark() {
  const set = document.documentElement.getAttribute("data-theme");
  return set ? set === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function begin() {
  document.getElementById("title").textContent = report.title;
  document.getElementById("made").textContent = `graphwright ${report.graphwright}, Python ${report.python}, ${report.made}`;
  const row = document.getElementById("views");
  views.forEach(([name, title], number) => {
    const tab = make("button", {type: "button", role: "tab", id: `tab-${name}`, title: `${title} (${number + 1})`, onclick: () => show(name)}, title);
    tabs.set(name, tab);
    row.append(tab);
  });
  row.addEventListener("keydown", (event) => {
    const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!by) return;
    const at = (views.findIndex((view) => view[0] === shownView) + by + views.length) % views.length;
    show(views[at][0]);
    tabs.get(views[at][0]).focus();
  });
  document.getElementById("theme").addEventListener("click", () => setTheme(isDark() ? "light" : "dark"));
  const keys = document.getElementById("keys"), help = document.getElementById("help");
  const toggleKeys = (open) => {
    keys.hidden = !open;
    help.setAttribute("aria-expanded", String(open));
  };
  help.addEventListener("click", () => toggleKeys(keys.hidden));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
    const number = Number(event.key);
    if (event.key === "/") {
      event.preventDefault();
      if (hasTimeline && shownView !== "timeline") show("timeline");
      document.getElementById("search")?.focus();
    } else if (event.key === "?") {
      toggleKeys(keys.hidden);
    } else if (event.key === "t") {
      setTheme(isDark() ? "light" : "dark");
    } else if (event.key === "Escape" && !keys.hidden) {
      toggleKeys(false);
    } else if (event.target === document.body && document.querySelector("main section").timeline?.act(event.key)) {
      event.preventDefault();
    } else if (number >= 1 && number <= views.length) {
      show(views[number - 1][0]);
    }
  });
  window.addEventListener("resize", redraw);
  window.addEventListener("hashchange", () => {
    if (location.hash.slice(1) !== shownView) show(location.hash.slice(1));
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  show(location.hash.slice(1) || "glance");
  document.documentElement.setAttribute("data-ready", String(Math.round(performance.now())));
}

begin();
