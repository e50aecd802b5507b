// At a glance: where the time went, what could be better, which functions there are.

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

function madeSeconds(one) {
  return sum(one.traces.map((trace) => trace.trace_seconds + (trace.compile_seconds || 0)));
}

function glanceView() {
  return make(
    "section", {},
    report.shares.length ? sharesPart() : null,
    tiles(),
    make("h2", {}, "What could be better"),
    hintList(report.hints.slice(0, 5)),
    report.hints.length > 5 ? make("button", {type: "button", onclick: () => show("hints")}, `all ${report.hints.length} hints`) : null,
    report.timeline && report.timeline.begin.length ? [make("h2", {}, "When"), overview()] : null,
    slowest(),
    pythonLines(),
    make("h2", {}, "Functions"),
    functionTable("", report.functions.slice(0, 8)),
    report.functions.length > 8 ? make("button", {type: "button", onclick: () => show("functions")}, `all ${report.functions.length} functions`) : null,
  );
}

function sharesPart() {
  const working = sum(report.shares.filter((share) => share.kind !== "start").map((share) => share.seconds)) || 1;
  const rest = report.shares.filter((share) => share.kind !== "start");
  const most = rest.reduce((a, b) => (b.seconds > a.seconds ? b : a), rest[0] || {name: "", seconds: 0});
  const start = report.shares.find((share) => share.kind === "start");
  const stack = make("div", {className: "stack", role: "img", "aria-label": report.shares.map(
    (share) => `${share.name}: ${timeText(share.seconds)}`).join(", ")});
  for (const share of rest) {
    const part = make("span", {className: `part ${share.kind}`, title: `${share.name}: ${timeText(share.seconds)}`});
    part.style.flexGrow = String(share.seconds / working);
    if (share.seconds / working > 0.06) part.append(shareText(share.seconds / working));
    stack.append(part);
  }
  return make(
    "div", {className: "shares"},
    make("p", {className: "verdict"}, make("strong", {}, shareText(most.seconds / working)), ` of the time went to ${most.name}.`),
    stack,
    make("ul", {className: "legend"}, rest.map((share) => make(
      "li", {}, make("span", {className: `dot ${share.kind}`, "aria-hidden": "true"}), `${share.name} `,
      make("strong", {}, timeText(share.seconds)), ` (${shareText(share.seconds / working)})`))),
    make("p", {className: "faint"}, `Of the ${timeText(working)} that the program's own thread worked${
      start ? `; before that, ${timeText(start.seconds)} of imports and set-up` : ""}.`),
  );
}

function tiles() {
  const functions = report.functions;
  const tile = (value, name) => make("div", {className: "tile"}, make("strong", {}, value), make("span", {}, name));
  const traces = sum(functions.map((one) => one.count)), calls = sum(functions.map((one) => one.calls));
  return make(
    "div", {className: "tiles"},
    report.seconds === null ? null : tile(timeText(report.seconds), "in all"),
    tile(functions.length.toLocaleString("en"), functions.length === 1 ? "function" : "functions"),
    tile(calls.toLocaleString("en"), calls === 1 ? "call" : "calls"),
    tile(traces.toLocaleString("en"), traces === 1 ? "trace" : "traces"),
    tile(timeText(sum(functions.map(madeSeconds))), "to make traces"),
    tile(timeText(sum(functions.map((one) => one.seconds))), "in instructions"),
    report.timeline ? tile(String(report.timeline.lanes.length), report.timeline.lanes.length === 1 ? "thread" : "threads") : null,
  );
}

function hintList(hints, named = true) {
  if (!hints.length) return make("p", {className: "faint"}, "Nothing was noticed.");
  const whole = report.seconds ? report.seconds - sum(report.shares.filter((share) => share.kind === "start").map((share) => share.seconds)) : null;
  return make("ul", {className: "hints"}, hints.map((hint) => {
    const share = whole && hint.seconds !== null ? hint.seconds / whole : null;
    const index = report.functions.findIndex((one) => one.name === hint.function);
    return make(
      "li", {},
      make("span", {className: "cost"}, hint.seconds === null ? "" : timeText(hint.seconds),
        share === null ? null : make("small", {}, shareText(share)), share === null ? null : bar(share)),
      make("span", {}, named && index >= 0 ? [make("button", {type: "button", className: "link", onclick: () => showFunction(index)}, hint.function), ": "] : null, hint.text),
    );
  }));
}

// The whole time in one picture; a click leads to the timeline.
function overview() {
  const canvas = make("canvas", {className: "overview", tabindex: "0", role: "button", "aria-label": "Open the timeline", onclick: () => show("timeline"),
    onkeydown: (event) => {
      if (event.key === "Enter") show("timeline");
    }});
  const draw = () => {
    if (!canvas.isConnected || !canvas.clientWidth) return;
    const lanes = report.timeline.lanes.length;
    const {context, width, height} = sharpen(canvas);
    const row = Math.max(2, Math.min(16, height / lanes));
    const model = timelineModel();
    const colours = Object.fromEntries(["trace", "compile", "run", "data", "mark"].map((kind) => [kind, colour(`--${kind}`)]));
    context.fillStyle = colour("--panel");
    context.fillRect(0, 0, width, height);
    for (const rowOf of model.rows) {
      if (rowOf.lane * row >= height || rowOf.depth > 3) continue;
      forVisible(model, rowOf.events, model.start, model.end, width, (i, x, w) => {
        const kind = model.labels[model.label[i]].kind;
        context.fillStyle = colours[model.inData[i] ? "data" : kind === "instruction" ? "run" : kind];
        context.fillRect(x, rowOf.lane * row + 1, Math.max(w, 1), row - 2);
      });
    }
  };
  canvas.style.height = `${Math.max(16, Math.min(8, report.timeline.lanes.length) * 16)}px`;
  redraws.push(draw);
  requestAnimationFrame(draw);
  return canvas;
}

// The instructions that took most of the time, of all functions.
function slowest() {
  const all = sum(report.functions.map((one) => one.seconds));
  if (!all) return null;
  const rows = report.functions.flatMap((one, index) => one.slowest.map(({node, stack, seconds, runs}, i) => (
    {name: opOf(one.slowest[i]), node, where: stackText(stack), index, one, seconds, runs}
  ))).sort((a, b) => b.seconds - a.seconds).slice(0, 6);
  return [make("h2", {}, "Instructions that took longest"), sortedTable("", [
    {title: "what", text: (row) => row.name, cell: (row) => [row.name, row.node && row.node !== row.name ? make("span", {className: "faint"}, ` ${row.node}`) : null].filter(Boolean)},
    {title: "where", text: (row) => row.where, className: "place"},
    {title: "function", text: (row) => row.one.name},
    {title: "runs", text: (row) => row.runs.toLocaleString("en"), value: (row) => row.runs, numeric: true},
    {title: "time", text: (row) => timeText(row.seconds), value: (row) => row.seconds, numeric: true},
    {title: "of all", text: (row) => shareText(row.seconds / all), value: (row) => row.seconds, numeric: true, cell: (row) => [shareText(row.seconds / all), bar(row.seconds / all, "run")]},
  ], rows, {sorted: 4, chosen: (row) => {
    chosen.function = row.index;
    chosen.trace = null;
    show("code");
  }})];
}

// The lines of Python that were seen most often, where Python takes a part of the time that is worth it.
function pythonLines() {
  const python = report.shares.find((share) => share.kind === "python");
  const working = sum(report.shares.filter((share) => share.kind !== "start").map((share) => share.seconds));
  if (!report.lines.length || python.seconds < 0.1 * working) return null;
  const textOf = (line) => {
    const at = line.place.lastIndexOf(":");
    return (report.sources[line.place.slice(0, at)] || {})[line.place.slice(at + 1)] || "";
  };
  return [make("h2", {}, "Lines of Python that took longest"), sortedTable("", [
    {title: "line", text: (line) => textOf(line).trim(), className: "code"},
    {title: "where", text: (line) => placeText(line.place), className: "place"},
    {title: "in", text: (line) => line.function},
    {title: "time, about", text: (line) => timeText(line.seconds), value: (line) => line.seconds, numeric: true},
    {title: "of Python's", text: (line) => shareText(line.seconds / python.seconds), value: (line) => line.seconds, numeric: true,
      cell: (line) => [shareText(line.seconds / python.seconds), bar(line.seconds / python.seconds, "python")]},
  ], report.lines.slice(0, 6), {sorted: 3})];
}

// What an instruction does: "MatMul" of "r2 = MatMul(r0, r1)".
function opOf(instruction) {
  const at = instruction.text.indexOf(" = ");
  const call = at < 0 ? instruction.text : instruction.text.slice(at + 3);
  return instruction.op ? call.slice(0, Math.max(call.indexOf("("), 0)) || instruction.op : instruction.text;
}

function hintsView() {
  return make("section", {}, make("h2", {}, counted(report.hints.length, "hint")), hintList(report.hints));
}
