// The timeline: lanes of threads with what ran in them, drawn no finer than the screen shows.

let builtModel = null;

// Columns of events as typed arrays, and rows of them: one for each depth in each lane.
function timelineModel() {
  if (builtModel) return builtModel;
  const timeline = report.timeline;
  const count = timeline.begin.length;
  const model = {
    count, labels: timeline.labels, label: Uint32Array.from(timeline.label), begin: Float64Array.from(timeline.begin),
    took: Float64Array.from(timeline.took), bytes: Float64Array.from(timeline.bytes), rows: [], rowOf: new Uint32Array(count),
    end: report.seconds * 1e9, start: 0,
  };
  const sizes = new Map();
  const key = (i) => timeline.lane[i] * 256 + Math.min(timeline.depth[i], 255);
  for (let i = 0; i < count; ++i) sizes.set(key(i), (sizes.get(key(i)) || 0) + 1);
  const numbers = new Map();
  for (const at of [...sizes.keys()].sort((a, b) => a - b)) {
    numbers.set(at, model.rows.length);
    model.rows.push({lane: Math.floor(at / 256), depth: at % 256, events: new Uint32Array(sizes.get(at)), filled: 0});
  }
  for (let i = 0; i < count; ++i) {
    const row = model.rows[model.rowOf[i] = numbers.get(key(i))];
    row.events[row.filled++] = i;
  }
  // What a data set runs to make an element that a thread waits for.
  model.inData = new Uint8Array(count);
  const around = [];
  for (let i = 0; i < count; ++i) {
    const depth = timeline.depth[i];
    around[depth] = i;
    if (timeline.labels[timeline.label[i]].kind === "data" || (depth && model.inData[around[depth - 1]])) model.inData[i] = 1;
  }
  // Before the first event, there are imports only.
  model.start = count ? Math.max(model.begin.reduce((a, b) => Math.min(a, b)) - 1000, 0) : 0;
  model.recolour = () => {
    model.colours = timeline.labels.map((label) => colourOf(label.kind, label.name));
  };
  model.recolour();
  redraws.unshift(model.recolour);
  builtModel = model;
  return model;
}

// The first of `events`, sorted by their beginnings, that does not end before `time`. (Those of a row do not overlap.)
function firstAfter(model, events, time) {
  let low = 0, high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (model.begin[events[middle]] + model.took[events[middle]] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Calls draw(event, x, width) for what lies between two times; of several within one pixel, for the first only.
function forVisible(model, events, from, to, width, draw) {
  const scale = width / (to - from);
  for (let k = firstAfter(model, events, from); k < events.length; ++k) {
    const i = events[k];
    if (model.begin[i] > to) break;
    const x = (model.begin[i] - from) * scale, w = model.took[i] * scale;
    draw(i, x, w);
    if (w < 1) {
      const next = from + (Math.floor(x) + 1) / scale;
      if (k + 1 < events.length && model.begin[events[k + 1]] < next) {
        k = Math.max(k, firstAfter(model, events, next) - 1);
      }
    }
  }
}

const rowHeight = 18, rulerHeight = 22, laneGap = 22;

function timelineView() {
  const model = timelineModel();
  const view = {from: model.start, to: model.end, selected: -1, found: null, matches: null, matching: 0};
  const canvas = make("canvas", {id: "timeline", tabindex: "0", role: "application",
    "aria-label": "Timeline. w and s zoom, a and d move, n and p go from event to event."});
  const details = make("div", {id: "event", className: "details", role: "status"});
  const search = make("input", {id: "search", type: "search", placeholder: "search: op, function, line  ( / )", "aria-label": "Search events",
    oninput: () => find(search.value)});
  const found = make("span", {id: "found", className: "faint", role: "status"});
  let y = rulerHeight;
  let lane = -1;
  const laneTops = [];
  for (const row of model.rows) {
    if (row.lane !== lane) {
      lane = row.lane;
      laneTops.push([lane, y]);
      y += laneGap;
    }
    row.top = y;
    y += rowHeight;
  }
  canvas.style.height = `${y + 6}px`;

  const draw = () => {
    if (!canvas.isConnected || !canvas.clientWidth) return;
    const {context, width, height} = sharpen(canvas);
    context.font = "11px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";
    context.textBaseline = "middle";
    drawRuler(context, width, height);
    for (const [number, top] of laneTops) {
      context.fillStyle = colour("--faint");
      context.fillText(report.timeline.lanes[number], 6, top + laneGap / 2 + 2);
    }
    const ink = colour("--event-ink"), mark = colour("--mark-line");
    for (const row of model.rows) {
      context.globalAlpha = view.found ? 0.22 : 1;
      forVisible(model, row.events, view.from, view.to, width, (i, x, w) => drawEvent(context, row, i, x, w, width, ink));
      context.globalAlpha = 1;
      if (view.found) {
        forVisible(model, row.found, view.from, view.to, width, (i, x, w) => {
          drawEvent(context, row, i, x, w, width, ink);
          context.fillStyle = mark;
          context.fillRect(x, row.top + rowHeight - 3, Math.max(w, 2), 2);
        });
      }
    }
    if (view.selected >= 0) {
      const row = model.rows[model.rowOf[view.selected]];
      const scale = width / (view.to - view.from);
      context.strokeStyle = mark;
      context.lineWidth = 2;
      context.strokeRect((model.begin[view.selected] - view.from) * scale - 1, row.top, Math.max(model.took[view.selected] * scale, 2) + 2, rowHeight - 1);
    }
  };

  function drawEvent(context, row, i, x, w, width, ink) {
    const left = Math.max(x, 0), right = Math.min(x + Math.max(w, 1), width);
    context.fillStyle = model.colours[model.label[i]];
    context.fillRect(left, row.top + 1, Math.max(right - left - (w > 3 ? 1 : 0), 0.7), rowHeight - 2);
    if (right - left > 26) {
      const text = model.labels[model.label[i]].name;
      const most = Math.floor((right - left - 8) / 6.7);
      context.fillStyle = ink;
      context.fillText(text.length > most ? `${text.slice(0, Math.max(most - 1, 1))}…` : text, left + 4, row.top + rowHeight / 2);
    }
  }

  function drawRuler(context, width, height) {
    const span = view.to - view.from;
    let step = 10 ** Math.floor(Math.log10(span / 4));
    while (span / step > 8) step *= span / step > 16 ? 5 : 2;
    context.fillStyle = colour("--faint");
    context.strokeStyle = colour("--line");
    context.lineWidth = 1;
    // Far from the beginning, the first line tells where it is, and the others how far from there.
    const first = Math.ceil(view.from / step) * step, far = step < first / 100;
    for (let at = first; at <= view.to; at += step) {
      const x = (at - view.from) / span * width;
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, height);
      context.stroke();
      context.fillText(!far || at === first ? timeText(at * 1e-9) : `+ ${timeText((at - first) * 1e-9)}`, x + 3, rulerHeight / 2);
    }
  }

  function look(from, to) {
    const most = model.end, least = 50;
    let span = Math.min(Math.max(to - from, least), most);
    const middle = (from + to) / 2;
    view.from = Math.min(Math.max(middle - span / 2, 0), most - span);
    view.to = view.from + span;
    draw();
  }

  function zoom(factor, at = 0.5) {
    const span = view.to - view.from, middle = view.from + span * at;
    const wanted = Math.min(Math.max(span * factor, 50), model.end);
    look(middle - wanted * at, middle + wanted * (1 - at));
  }

  const move = (part) => look(view.from + part * (view.to - view.from), view.to + part * (view.to - view.from));
  const fitAll = () => look(model.start, model.end);
  const fit = () => {
    if (view.selected < 0) return;
    const took = Math.max(model.took[view.selected], 100);
    look(model.begin[view.selected] - took * 0.1, model.begin[view.selected] + took * 1.1);
  };

  function select(i, bring = false) {
    view.selected = i;
    if (i >= 0 && bring && (model.begin[i] > view.to || model.begin[i] + model.took[i] < view.from)) {
      const span = view.to - view.from;
      look(model.begin[i] - span / 3, model.begin[i] + span * 2 / 3);
    }
    details.replaceChildren(...(i < 0 ? [make("p", {className: "faint"}, "Choose an event: by a click, or with n and p.")] : eventDetails(i)));
    draw();
  }

  function eventDetails(i) {
    const label = model.labels[model.label[i]];
    const name = label.kind === "trace" ? label.name.slice("trace ".length) : (/^__[a-z]+_(.*)_\d+$/.exec(label.program) || [])[1];
    const index = report.functions.findIndex((one) => one.name === name);
    return [
      make("h3", {}, make("span", {className: `dot ${label.kind}`, "aria-hidden": "true"}), label.name),
      make("p", {}, `${label.kind} of `, make("strong", {}, timeText(model.took[i] * 1e-9)), ` at ${timeText(model.begin[i] * 1e-9)}`,
        label.kind === "instruction" || label.kind === "run" ? `; results held ${bytesText(model.bytes[i])}${label.kind === "run" ? " at most" : ""}` : ""),
      label.text && label.text !== label.name && label.text !== label.program ? make("pre", {}, label.text) : null,
      label.program ? make("p", {className: "faint"}, label.node ? `${label.node}, in ${label.program}` : `in ${label.program}`) : null,
      stackDetails(label.stack),
      make("p", {}, make("button", {type: "button", onclick: fit}, "fit (f)"), " ",
        index >= 0 ? [make("button", {type: "button", onclick: () => showFunction(index)}, "its function"), " "] : null,
        make("button", {type: "button", onclick: () => {
          search.value = label.name;
          find(label.name);
        }}, "all like it"), " ", make("button", {type: "button", onclick: () => select(-1)}, "close")),
    ].filter(Boolean);
  }

  function find(text) {
    const wanted = text.trim().toLowerCase();
    if (!wanted) {
      Object.assign(view, {found: null, matching: 0});
      found.textContent = "";
      draw();
      return;
    }
    const matches = model.labels.map((label) => [label.name, label.kind, label.text, label.node, label.program, stackText(label.stack)].some(
      (part) => part.toLowerCase().includes(wanted)));
    let count = 0, took = 0;
    for (const row of model.rows) {
      row.found = row.events.filter((i) => matches[model.label[i]]);
      count += row.found.length;
      for (const i of row.found) took += model.took[i];
    }
    view.found = matches;
    found.textContent = `${counted(count, "event")}, ${timeText(took * 1e-9)}`;
    draw();
  }

  function step(by) {
    const at = view.selected;
    const wanted = (i) => !view.found || view.found[model.label[i]];
    // The order of the columns is by lane and time.
    let i = at < 0 ? (by > 0 ? 0 : model.count - 1) : at + by;
    while (i >= 0 && i < model.count && !wanted(i)) i += by;
    if (i >= 0 && i < model.count) select(i, true);
  }

  function eventAt(x, y) {
    const row = model.rows.find((one) => y >= one.top && y < one.top + rowHeight);
    if (!row) return -1;
    const scale = (view.to - view.from) / canvas.clientWidth;
    const time = view.from + x * scale;
    const k = firstAfter(model, row.events, time - 2 * scale);
    const i = row.events[k];
    return i !== undefined && model.begin[i] <= time + 2 * scale ? i : -1;
  }

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) move((event.deltaX || event.deltaY) / 1000);
    else zoom(event.deltaY > 0 ? 1.25 : 0.8, event.offsetX / canvas.clientWidth);
  }, {passive: false});
  let drag = null;
  canvas.addEventListener("pointerdown", (event) => {
    drag = {x: event.offsetX, from: view.from, to: view.to, moved: false, height: event.clientY + canvas.parentElement.scrollTop};
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const by = event.offsetX - drag.x;
    if (Math.abs(by) > 3) drag.moved = true;
    if (drag.moved) {
      const time = by / canvas.clientWidth * (drag.to - drag.from);
      look(drag.from - time, drag.to - time);
      canvas.parentElement.scrollTop = drag.height - event.clientY;
    }
  });
  canvas.addEventListener("pointerup", (event) => {
    if (drag && !drag.moved) select(eventAt(event.offsetX, event.offsetY));
    drag = null;
  });
  const keys = {
    w: () => zoom(0.7), "+": () => zoom(0.7), "=": () => zoom(0.7), ArrowUp: () => zoom(0.7),
    s: () => zoom(1.4), "-": () => zoom(1.4), ArrowDown: () => zoom(1.4),
    a: () => move(-0.2), ArrowLeft: () => move(-0.2), d: () => move(0.2), ArrowRight: () => move(0.2),
    n: () => step(1), p: () => step(-1), f: fit, "0": fitAll, Home: fitAll,
    Escape: () => select(-1),
  };
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !act(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  function act(key) {
    keys[key]?.();
    return key in keys;
  }
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      search.value = "";
      find("");
      canvas.focus();
    } else if (event.key === "Enter") {
      step(1);
    }
  });
  redraws.push(draw);
  requestAnimationFrame(draw);

  const button = (text, title, onclick) => make("button", {type: "button", title, "aria-label": title, onclick}, text);
  const section = make(
    "section", {},
    make("div", {className: "tools"},
      button("−", "zoom out", () => zoom(1.6)), button("+", "zoom in", () => zoom(0.6)), button("◀", "earlier", () => move(-0.3)),
      button("▶", "later", () => move(0.3)), button("all", "fit all", fitAll), search, found),
    make("div", {className: "lanes"}, canvas),
    report.timeline.dropped ? make("p", {className: "note"}, `${counted(report.timeline.dropped, "more event")} were not kept: the tables of functions count them.`) : null,
    details,
    labelTable(model, (label) => {
      search.value = label.name;
      find(label.name);
    }),
    make("p", {className: "faint"}, "While a program is recorded, the instructions of a run follow each other; without that, some run side by side."),
  );
  select(-1);
  // For whoever looks at the page from outside: where in the canvas an event lies.
  const placeOf = (i) => ({x: (model.begin[i] + model.took[i] / 2 - view.from) / (view.to - view.from) * canvas.clientWidth,
    y: model.rows[model.rowOf[i]].top + rowHeight / 2});
  section.timeline = {view, select, find, model, placeOf, act};
  return section;
}

// All events by what they are: how often, how long, and how much of that is not in events within them.
function labelTable(model, choose) {
  const labels = model.labels.map((label) => ({label, count: 0, total: 0, own: 0, most: 0}));
  const parents = [];
  let lane = -1;
  for (let i = 0; i < model.count; ++i) {
    const row = model.rows[model.rowOf[i]];
    if (row.lane !== lane) {
      lane = row.lane;
      parents.length = 0;
    }
    parents.length = Math.min(parents.length, row.depth);
    const one = labels[model.label[i]], took = model.took[i];
    one.count += 1;
    one.total += took;
    one.own += took;
    one.most = Math.max(one.most, took);
    const parent = parents[row.depth - 1];
    if (parent !== undefined) labels[model.label[parent]].own -= took;
    parents[row.depth] = i;
  }
  // The same op of the same line counts as one, in whatever program.
  const groups = new Map();
  for (const one of labels) {
    const key = [one.label.kind, one.label.name, one.label.node, stackText(one.label.stack)].join("\n");
    const group = groups.get(key);
    if (!group) groups.set(key, {...one, programs: 1});
    else {
      for (const member of ["count", "total", "own"]) group[member] += one[member];
      group.most = Math.max(group.most, one.most);
      group.programs += 1;
    }
  }
  const rows = [...groups.values()].filter((one) => one.count);
  const all = sum(rows.map((one) => Math.max(one.own, 0))) || 1;
  const time = (title, member) => ({title, text: (one) => timeText(Math.max(one[member], 0) * 1e-9), value: (one) => one[member], numeric: true});
  return sortedTable("What ran", [
    {title: "what", text: (one) => one.label.name, cell: (one) => [make("span", {className: `dot ${one.label.kind}`, "aria-hidden": "true"}), one.label.name,
      one.label.node && one.label.node !== one.label.name ? make("span", {className: "faint"}, ` ${one.label.node}`) : ""]},
    {title: "kind", text: (one) => one.label.kind},
    {title: "where", text: (one) => stackText(one.label.stack), className: "place"},
    {title: "times", text: (one) => one.count.toLocaleString("en"), value: (one) => one.count, numeric: true},
    time("total", "total"),
    time("self", "own"),
    {title: "of all", text: (one) => shareText(Math.max(one.own, 0) / all), value: (one) => one.own, numeric: true, cell: (one) => [shareText(Math.max(one.own, 0) / all), bar(one.own / all)]},
    {title: "each", text: (one) => timeText(one.total / one.count * 1e-9), value: (one) => one.total / one.count, numeric: true},
    time("longest", "most"),
  ], rows, {sorted: 5, chosen: (one) => choose(one.label)});
}
