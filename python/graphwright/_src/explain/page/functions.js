// Functions and traces: tables, and why each trace was made.

const chosen = {function: 0, trace: null};

function functionTable(caption, functions, options = {}) {
  const most = Math.max(1e-12, ...functions.map((one) => one.seconds + madeSeconds(one)));
  return sortedTable(caption, [
    {title: "function", text: (one) => one.name},
    {title: "where", text: (one) => placeText(one.line), className: "place"},
    {title: "calls", text: (one) => one.calls.toLocaleString("en"), value: (one) => one.calls, numeric: true},
    {title: "traces", text: (one) => one.count.toLocaleString("en"), value: (one) => one.count, numeric: true,
      cell: (one) => make("span", {className: one.count >= 3 ? "many" : null}, one.count.toLocaleString("en"))},
    {title: "making traces", text: (one) => timeText(madeSeconds(one)), value: madeSeconds, numeric: true},
    {title: "running", text: (one) => timeText(one.seconds), value: (one) => one.seconds, numeric: true},
    {title: "both", text: () => "", value: (one) => one.seconds + madeSeconds(one), largest: true, cell: (one) => make(
      "span", {className: "double"}, bar(madeSeconds(one) / most, "trace"), bar(one.seconds / most, "run"))},
    {title: "hints", text: (one) => String(one.hints.length || ""), value: (one) => one.hints.length, numeric: true},
  ], functions, {chosen: (one) => showFunction(report.functions.indexOf(one)), empty: "No function was traced.", ...options});
}

function functionsView() {
  const detail = make("div", {id: "function"});
  const table = functionTable("Functions", report.functions, {
    isChosen: (one) => report.functions.indexOf(one) === chosen.function,
    chosen: (one) => {
      Object.assign(chosen, {function: report.functions.indexOf(one), trace: null});
      detail.replaceChildren(...functionDetails(one));
    },
  });
  const one = report.functions[chosen.function];
  if (one) detail.replaceChildren(...functionDetails(one));
  return make("section", {}, table, detail);
}

function showFunction(index) {
  Object.assign(chosen, {function: index, trace: null});
  show("functions");
  document.getElementById("function")?.scrollIntoView({block: "nearest"});
}

function functionDetails(one) {
  const detail = make("div", {id: "trace"});
  const table = sortedTable(`Traces of ${one.name}`, [
    {title: "trace", text: (trace) => String(trace.number), value: (trace) => trace.number, numeric: true},
    {title: "why", text: (trace) => trace.cause, value: (trace) => trace.cause + trace.differences.map((d) => d.place).join(), cell: whyOf},
    {title: "called at", text: (trace) => placeText(trace.line), className: "place"},
    {title: "tracing", text: (trace) => timeText(trace.trace_seconds), value: (trace) => trace.trace_seconds, numeric: true},
    {title: "compiling", text: (trace) => timeText(trace.compile_seconds), value: (trace) => trace.compile_seconds ?? -1, numeric: true},
    {title: "operations", text: (trace) => String(trace.operations ?? "gone"), value: (trace) => trace.operations ?? -1, numeric: true},
  ], one.traces, {
    chosen: (trace) => {
      chosen.trace = trace;
      detail.replaceChildren(...traceDetails(trace));
    },
  });
  return [
    make("h2", {}, one.name, " ", make("small", {className: "place"}, placeText(one.line))),
    one.hints.length ? hintList(one.hints, false) : null,
    one.count > one.traces.length ? make("p", {className: "faint"}, `The last ${one.traces.length} of ${one.count} traces.`) : null,
    table,
    detail,
  ].filter(Boolean);
}

function whyOf(trace) {
  if (!trace.differences.length) {
    const types = Object.entries(trace.arguments).map(([name, type]) => make("div", {className: "faint"}, `${name}: ${type}`));
    return [trace.cause, types.length > 4 ? [...types.slice(0, 3), make("div", {className: "faint"}, `… ${types.length - 3} more`)] : types].flat();
  }
  return trace.differences.map((difference) => make(
    "div", {className: "difference"},
    make("code", {}, difference.place), " ",
    make("del", {}, difference.before), " → ", make("ins", {}, difference.after),
    make("span", {className: "faint"}, ` ${difference.kind}: ${difference.advice}`)));
}

function traceDetails(trace) {
  const file = trace.line.slice(0, trace.line.lastIndexOf(":"));
  const line = Number(trace.line.slice(trace.line.lastIndexOf(":") + 1));
  const link = (view, text) => make("button", {type: "button", onclick: () => show(view)}, text);
  return [
    make("h3", {}, `Trace ${trace.number}`),
    trace.signature ? make("pre", {}, trace.signature) : null,
    sourceOf(file, line),
    trace.captures.length ? sortedTable("Captured values", [
      {title: "name", text: (capture) => capture[0]},
      {title: "kind", text: (capture) => capture[1]},
      {title: "type", text: (capture) => capture[2]},
      {title: "size", text: (capture) => bytesText(capture[3]), value: (capture) => capture[3] ?? -1, numeric: true},
    ], trace.captures) : null,
    trace.before
      ? make("p", {}, link("graph", "its graph"), " ", link("memory", "its memory"), " ", link("code", "its code"))
      : make("p", {className: "faint"}, "Graphs, plans and code are kept of the first and the latest traces."),
  ].filter(Boolean);
}

// A choice of one of the traces that have what a view shows; `fill` is called with it.
function traceChoice(fill) {
  const options = [];
  report.functions.forEach((one, i) => one.traces.forEach((trace) => {
    if (trace.before) options.push({one, trace, text: `${one.name}, trace ${trace.number}`, index: i});
  }));
  if (!options.length) return make("p", {className: "faint"}, "No trace was kept.");
  let at = options.findIndex((option) => option.trace === chosen.trace);
  // Of the function that was chosen, the trace that ran longest.
  const seconds = (option) => sum(option.trace.programs.map((program) => program.seconds));
  if (at < 0) {
    at = Math.max(0, options.findIndex((option) => option.index === chosen.function));
    options.forEach((option, i) => {
      if (option.index === options[at].index && seconds(option) > seconds(options[at])) at = i;
    });
  }
  const select = make("select", {"aria-label": "Trace", onchange: () => choose(Number(select.value))},
    options.map((option, i) => make("option", {value: i, selected: i === at}, option.text)));
  const choose = (i) => {
    Object.assign(chosen, {function: options[i].index, trace: options[i].trace});
    fill(options[i].trace, options[i].one);
  };
  choose(at);
  return make("label", {className: "choice-of-trace"}, "Trace: ", select);
}
