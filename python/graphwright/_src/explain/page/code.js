// Code: the instructions of a trace's programs with what they took, and machine code when it is asked for.

function codeView() {
  const place = make("div", {id: "code"});
  return make("section", {}, traceChoice((trace) => place.replaceChildren(...codeParts(trace))), place);
}

function codeParts(trace) {
  const text = make("div", {id: "listing"});
  const names = Object.keys(trace.code);
  const buttons = names.map((name) => make("button", {type: "button", "aria-pressed": "false", onclick: (event) => {
    const pressed = event.currentTarget.getAttribute("aria-pressed") === "true";
    for (const button of buttons) button.setAttribute("aria-pressed", "false");
    event.currentTarget.setAttribute("aria-pressed", String(!pressed));
    text.replaceChildren(...(pressed ? [] : [make("pre", {className: "listing", tabindex: "0"}, trace.code[name])]));
  }}, name));
  return [
    make("p", {}, "Text: ", ...buttons.flatMap((button) => [button, " "]),
      names.length < 2 ? make("span", {className: "faint"}, "there is machine code where a function has jit_compile=True and llvmlite is installed") : null),
    text,
    ...trace.programs.map(programTable),
  ];
}

function programTable(program) {
  const all = program.seconds || 1;
  const rows = program.instructions.map((instruction, number) => ({instruction, number}));
  const detail = make("div", {className: "details"});
  const what = program.what ? ` (${program.what})` : "";
  return make(
    "div", {},
    make("h3", {}, `Instructions${what}`),
    make("p", {className: "faint"}, program.runs ? `${counted(program.runs, "run")} measured, ${timeText(program.seconds / program.runs)} each; results held ${bytesText(program.peak_bytes)} at the peak.` : "No run was measured."),
    sortedTable(`Instructions${what}`, [
      {title: "no.", text: (row) => String(row.number), value: (row) => row.number, numeric: true},
      {title: "instruction", text: (row) => row.instruction.text, className: "code"},
      {title: "result", text: (row) => row.instruction.type},
      {title: "runs", text: (row) => String(row.instruction.runs || ""), value: (row) => row.instruction.runs, numeric: true},
      {title: "time", text: (row) => (row.instruction.runs ? timeText(row.instruction.seconds) : ""), value: (row) => row.instruction.seconds, numeric: true},
      {title: "of all", text: (row) => shareText(row.instruction.seconds / all), value: (row) => row.instruction.seconds, numeric: true,
        cell: (row) => (row.instruction.runs ? [shareText(row.instruction.seconds / all), bar(row.instruction.seconds / all, "run")] : "")},
      {title: "where", text: (row) => stackText(row.instruction.stack), className: "place"},
    ], rows, {chosen: (row) => detail.replaceChildren(...[stackDetails(row.instruction.stack)].filter(Boolean))}),
    detail,
  );
}
