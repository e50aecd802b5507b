// Memory: what results held over time, and how the plan of a program uses the same place for several values.

function memoryView() {
  const place = make("div", {id: "memory"});
  return make(
    "section", {},
    report.timeline && report.timeline.labels.some((label) => label.kind === "instruction") ? [
      make("h2", {}, "Over time"), memoryChart(),
      make("ul", {className: "legend"},
        make("li", {}, make("span", {className: "dot run", "aria-hidden": "true"}), "results of running programs, after each instruction, thread by thread"),
        make("li", {}, make("span", {className: "dot tensors", "aria-hidden": "true"}), "all tensors and variables, at ends of runs"))] : null,
    make("h2", {}, "The plan"),
    traceChoice((trace) => place.replaceChildren(...memoryParts(trace.memory))), place,
  );
}

function memoryChart() {
  const model = timelineModel();
  const canvas = make("canvas", {className: "chart", role: "img"});
  const lanes = report.timeline.lanes.map(() => []);
  let most = 1;
  for (let i = 0; i < model.count; ++i) {
    const kind = model.labels[model.label[i]].kind;
    if (kind !== "instruction" && kind !== "run") continue;
    const lane = lanes[model.rows[model.rowOf[i]].lane];
    // A run that has ended holds nothing any more.
    if (kind === "instruction") {
      lane.push([model.begin[i] + model.took[i], model.bytes[i]]);
      most = Math.max(most, model.bytes[i]);
    } else {
      lane.push([model.begin[i], 0], [model.begin[i] + model.took[i], 0]);
    }
  }
  for (const lane of lanes) lane.sort((a, b) => a[0] - b[0]);
  const tensors = report.timeline.tensors;
  for (const point of tensors) most = Math.max(most, point[1]);
  canvas.setAttribute("aria-label", `Bytes that tensors and results of running programs held over time, ${bytesText(most)} at most`);
  const used = lanes.filter((lane) => lane.length);
  const palette = ["--run", "--data", "--trace", "--mark", "--compile", "--python"];
  const draw = () => {
    if (!canvas.isConnected || !canvas.clientWidth) return;
    const {context, width, height} = sharpen(canvas);
    const left = 70, bottom = height - 20, span = model.end - model.start;
    context.font = "11px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";
    context.fillStyle = colour("--faint");
    context.strokeStyle = colour("--line");
    for (const part of [0, 0.5, 1]) {
      const y = bottom - part * (bottom - 12);
      context.fillText(bytesText(Math.round(most * part)), 4, y + 4);
      context.beginPath();
      context.moveTo(left, y);
      context.lineTo(width, y);
      context.stroke();
    }
    for (const part of [0, 0.25, 0.5, 0.75]) {
      context.fillText(timeText((model.start + span * part) * 1e-9), left + part * (width - left), height - 5);
    }
    used.forEach((lane, number) => {
      context.fillStyle = context.strokeStyle = colour(palette[number % palette.length]);
      context.globalAlpha = 0.75;
      // The most in each pixel; in between, what there was last.
      let held = 0, k = 0;
      for (let x = left; x < width; ++x) {
        const until = model.start + (x + 1 - left) / (width - left) * span;
        let top = held;
        for (; k < lane.length && lane[k][0] <= until; ++k) {
          held = lane[k][1];
          top = Math.max(top, held);
        }
        const size = top / most * (bottom - 12);
        if (size > 0) context.fillRect(x, bottom - size, 1, size);
      }
      context.globalAlpha = 1;
    });
    context.strokeStyle = colour("--mark-line");
    context.lineWidth = 1.5;
    context.beginPath();
    tensors.forEach(([at, size], i) => {
      const x = left + (at - model.start) / span * (width - left), y = bottom - size / most * (bottom - 12);
      if (i) context.lineTo(x, y);
      else context.moveTo(x, y);
    });
    context.stroke();
  };
  redraws.push(draw);
  requestAnimationFrame(draw);
  return canvas;
}

function memoryParts(memory) {
  const detail = make("p", {className: "faint", role: "status"}, "Each row is a place in memory, each bar a value that lies in it from one instruction to another.");
  const last = memory.num_instructions;
  const rows = memory.slots.filter((slot) => slot.kind === "result");
  const most = Math.max(1, ...rows.map((slot) => slot.bytes || 0));
  const grid = make("div", {className: "plan"});
  for (const slot of rows) {
    const line = make("div", {className: "slot"});
    for (const [type, first, end] of slot.values) {
      const until = slot.output ? last - 1 : Math.max(end, first);
      const tell = () => {
        detail.textContent = `r${slot.number}: ${type}, made by instruction ${first}, ${slot.output ? "handed out" : `read last by ${end}`}${slot.kept ? "; its place is kept between runs" : ""}`;
      };
      const value = make("button", {type: "button", className: `value${slot.output ? " output" : ""}`, title: type,
        "aria-label": `${type}, from instruction ${first} to ${until}`, onclick: tell, onfocus: tell}, type);
      value.style.left = `${Math.max(first, 0) / last * 100}%`;
      value.style.width = `${Math.max((until - Math.max(first, 0) + 1) / last * 100, 0.6)}%`;
      line.append(value);
    }
    grid.append(make("span", {className: "name"}, `r${slot.number}`), make("span", {className: "number"}, bytesText(slot.bytes)), bar((slot.bytes || 0) / most, "run"), line);
  }
  return [
    make("p", {}, memory.summary),
    detail,
    grid,
    memory.more ? make("p", {className: "faint"}, `… ${memory.more} more`) : null,
    make("p", {className: "faint"}, `From left to right: instructions 0 to ${last - 1}${memory.peak_at >= 0 ? `; the peak is at ${memory.peak_at}` : ""}.`),
  ].filter(Boolean);
}
