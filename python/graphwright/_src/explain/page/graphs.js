// Graphs before and after the passes, side by side: what was fused, and where in the program's source a node comes from.

function graphView() {
  const place = make("div", {id: "graph"});
  return make("section", {}, traceChoice((trace) => place.replaceChildren(...graphParts(trace))), place);
}

const groupColours = 8;

function graphParts(trace) {
  const details = make("div", {id: "node", className: "details", role: "status"}, make("p", {className: "faint"}, "Choose a node: its line of source is shown here."));
  // By the name of a node before the passes, the node that does its work after them.
  const groupOf = new Map();
  const fused = Object.entries(trace.after.fused);
  fused.forEach(([name, members], number) => members.forEach((member) => groupOf.set(member, {name, number: number % groupColours})));
  const pictures = [];

  function side(graph, title, after) {
    const frame = zoomable(pictureOf(graph.svg));
    const names = new Map(graph.nodes.map((node) => [node.name, node]));
    const prepare = (picture) => {
      for (const box of picture.querySelectorAll("[data-node]")) {
        const name = box.getAttribute("data-node");
        const node = names.get(name);
        if (!node) continue;
        box.setAttribute("tabindex", "0");
        box.setAttribute("role", "button");
        box.setAttribute("aria-label", `${name}, ${node.op}`);
        const number = after ? fused.findIndex(([one]) => one === name) : groupOf.get(name)?.number ?? -1;
        if (number >= 0) box.classList.add("grouped", `group${number % groupColours}`);
        const choose = () => chooseNode(node, after);
        box.addEventListener("click", (event) => {
          event.stopPropagation();
          choose();
        });
        box.addEventListener("keydown", (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          event.stopPropagation();
          choose();
        });
      }
      pictures.push({picture, after});
    };
    prepare(frame);
    const folded = graph.folded.map(([name, svg]) => {
      const inside = make("details", {}, make("summary", {}, name));
      inside.addEventListener("toggle", () => {
        if (inside.open && inside.children.length === 1) {
          const more = zoomable(pictureOf(svg));
          inside.append(more);
          prepare(more);
        }
      });
      // Where nearly all is folded into one, that is what one wants to see.
      if (graph.folded.length === 1) requestAnimationFrame(() => {
        inside.open = true;
      });
      return inside;
    });
    const count = graph.nodes.length + graph.more;
    return make("div", {className: "side"}, make("h3", {}, `${title}: ${counted(count, "operation")}`), frame, folded,
      make("details", {}, make("summary", {}, "as a list"), nodeTable(graph, (node) => chooseNode(node, after))));
  }

  function chooseNode(node, after) {
    const members = after ? trace.after.fused[node.name] || [] : [];
    const becomes = after ? null : groupOf.get(node.name);
    const before = new Set(after ? [node.name, ...members] : [node.name]);
    const later = new Set(after ? [node.name] : [node.name, becomes?.name]);
    for (const {picture, after: isAfter} of pictures) {
      for (const box of picture.querySelectorAll("[data-node]")) {
        box.classList.toggle("chosen", (isAfter ? later : before).has(box.getAttribute("data-node")));
      }
    }
    details.replaceChildren(
      make("h3", {}, node.name, " ", make("small", {}, node.op)),
      make("p", {}, node.type, node.inputs.length ? ` of ${node.inputs.join(", ")}` : ""),
      ...(members.length > 1 || (members.length && members[0] !== node.name) ? [make("p", {}, "does the work of ", make("strong", {}, members.join(", ")))] : []),
      ...(becomes ? [make("p", {}, "becomes part of ", make("strong", {}, becomes.name))] : []),
      ...[stackDetails(node.stack)].filter(Boolean),
    );
  }

  const before = trace.before.nodes.length + trace.before.more, after = trace.after.nodes.length + trace.after.more;
  const groups = fused.filter(([, members]) => members.length > 1);
  return [
    make("p", {}, `${counted(before, "operation")} as traced, ${after} after the passes`,
      groups.length ? `; ${counted(groups.length, "node")} ${groups.length === 1 ? "does" : "do"} the work of several: the same colour marks them on both sides.` : "."),
    make("div", {className: "sides"}, side(trace.before, "As traced", false), side(trace.after, "After the passes", true)),
    details,
  ];
}

function pictureOf(text) {
  const picture = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  // Arrow heads are found by their names, of which there must be one of a kind in the page.
  const name = `arrow${++pictureOf.count}`;
  for (const marker of picture.querySelectorAll("marker")) marker.id = name;
  for (const path of picture.querySelectorAll("[marker-end]")) path.setAttribute("marker-end", `url(#${name})`);
  picture.setAttribute("role", "group");
  picture.setAttribute("aria-label", "Graph");
  return picture;
}
pictureOf.count = 0;

// A frame in which a picture can be made larger and smaller, and moved by dragging it.
function zoomable(picture) {
  const width = Number(picture.getAttribute("width")), height = Number(picture.getAttribute("height"));
  const frame = make("div", {className: "picture"}, picture);
  let scale = 1;
  const resize = (wanted) => {
    const before = scale;
    scale = Math.min(Math.max(wanted, 0.05), 3);
    const x = frame.scrollLeft + frame.clientWidth / 2, y = frame.scrollTop + frame.clientHeight / 2;
    picture.setAttribute("width", width * scale);
    picture.setAttribute("height", height * scale);
    frame.scrollLeft = x * scale / before - frame.clientWidth / 2;
    frame.scrollTop = y * scale / before - frame.clientHeight / 2;
  };
  const fit = () => resize(Math.min(1, (frame.clientWidth - 2) / width));
  const button = (text, title, onclick) => make("button", {type: "button", title, "aria-label": title, onclick}, text);
  let drag = null;
  frame.addEventListener("pointerdown", (event) => {
    drag = {x: event.clientX + frame.scrollLeft, y: event.clientY + frame.scrollTop};
  });
  frame.addEventListener("pointermove", (event) => {
    if (!drag || !event.buttons) return;
    frame.scrollLeft = drag.x - event.clientX;
    frame.scrollTop = drag.y - event.clientY;
  });
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    resize(scale * (event.deltaY > 0 ? 0.85 : 1.18));
  }, {passive: false});
  // A wide one begins as small as can be read, at its middle.
  requestAnimationFrame(() => {
    resize(Math.min(1, Math.max(0.55, (frame.clientWidth - 2) / width)));
    frame.scrollLeft = (width * scale - frame.clientWidth) / 2;
  });
  return make("div", {}, make("div", {className: "tools"}, button("−", "smaller", () => resize(scale * 0.75)), button("+", "larger", () => resize(scale * 1.33)),
    button("fit", "fit the width", fit), button("1:1", "as it is", () => resize(1))), frame);
}

function nodeTable(graph, choose) {
  return sortedTable("Operations", [
    {title: "name", text: (node) => `${"  ".repeat(node.depth)}${node.name}`},
    {title: "op", text: (node) => node.op},
    {title: "result", text: (node) => node.type},
    {title: "inputs", text: (node) => node.inputs.join(", ")},
    {title: "where", text: (node) => stackText(node.stack), className: "place"},
  ], graph.nodes, {chosen: choose});
}
