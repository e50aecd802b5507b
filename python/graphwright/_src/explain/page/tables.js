// Tables whose columns sort, with buttons in their heads.

const mostRows = 300;

// columns: {title, text(row), value(row) for sorting, cell(row) for what is more than text,
// numeric (to the right, largest first), largest (first)}.
// options: sorted (index of a column), chosen(row) when a row is chosen, empty.
function sortedTable(caption, columns, rows, options = {}) {
  const state = {column: options.sorted ?? -1, down: true, all: false};
  const body = make("tbody");
  const foot = make("p", {className: "faint"});
  const heads = columns.map((column, i) => make(
    "th", {scope: "col", className: column.numeric ? "number" : null},
    make("button", {type: "button", onclick: () => sort(i)}, column.title)));
  const table = make("table", {}, caption ? make("caption", {}, caption) : "", make("thead", {}, make("tr", {}, heads)), body);

  function sort(i) {
    if (state.column === i) state.down = !state.down;
    else Object.assign(state, {column: i, down: Boolean(columns[i].numeric || columns[i].largest)});
    fill();
  }

  function fill() {
    const column = columns[state.column];
    let shown = rows;
    if (column) {
      const value = column.value || column.text;
      const sign = state.down ? -1 : 1;
      shown = [...rows].sort((a, b) => {
        const x = value(a), y = value(b);
        if (typeof x === "number" || typeof y === "number") return sign * ((x ?? -1) - (y ?? -1));
        return sign * String(x).localeCompare(String(y));
      });
    }
    heads.forEach((head, i) => {
      if (i === state.column) head.setAttribute("aria-sort", state.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    const most = state.all ? shown.length : mostRows;
    body.replaceChildren(...shown.slice(0, most).map(rowOf));
    foot.replaceChildren();
    if (shown.length > most) {
      foot.append(`${counted(shown.length - most, "row")} more `, make("button", {type: "button", onclick: () => {
        state.all = true;
        fill();
      }}, "show all"));
    } else if (!shown.length) {
      foot.append(options.empty || "nothing");
    }
  }

  function rowOf(row) {
    const cells = columns.map((column) => make(
      "td", {className: column.numeric ? "number" : column.className || null}, column.cell ? column.cell(row) : column.text(row)));
    const line = make("tr", {}, cells);
    if (options.chosen) {
      line.tabIndex = 0;
      line.className = "choice";
      const choose = () => {
        for (const other of body.querySelectorAll("[aria-selected=true]")) other.removeAttribute("aria-selected");
        line.setAttribute("aria-selected", "true");
        options.chosen(row);
      };
      line.addEventListener("click", choose);
      line.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          choose();
        } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
          event.preventDefault();
          const next = event.key === "ArrowDown" ? line.nextElementSibling : line.previousElementSibling;
          if (next) next.focus();
        }
      });
      if (options.isChosen && options.isChosen(row)) line.setAttribute("aria-selected", "true");
    }
    return line;
  }

  fill();
  const whole = make("div", {className: "table"}, table, foot);
  whole.refill = (others) => {
    rows = others;
    fill();
  };
  return whole;
}
