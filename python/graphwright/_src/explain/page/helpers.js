// Small functions that all views use: elements, numbers as text, places in the program's files.
"use strict";

const report = JSON.parse(document.getElementById("data").textContent);

// An element: properties that begin with "on" are listeners, `data`, `aria-…` and the like are attributes.
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "className") element.className = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

function timeText(seconds) {
  if (seconds === null || seconds === undefined) return "";
  if (seconds === 0) return "0";
  for (const [factor, unit] of [[1, "s"], [1e3, "ms"], [1e6, "µs"]]) {
    if (seconds * factor >= 1) return `${digits(seconds * factor)} ${unit}`;
  }
  return `${Math.round(seconds * 1e9)} ns`;
}

function digits(value) {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

function bytesText(count) {
  if (count === null || count === undefined) return "?";
  let unit = 0;
  while (count >= 1024 && unit < 3) {
    count /= 1024;
    ++unit;
  }
  return `${unit === 0 ? count : digits(count)} ${["B", "KiB", "MiB", "GiB"][unit]}`;
}

function shareText(share) {
  const percent = share * 100;
  return percent > 0 && percent < 1 ? "< 1%" : `${Math.round(percent)}%`;
}

function counted(count, word) {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

// "…/folder/file.py:12" for a place in another folder than the program's, "file.py:12" in that.
function placeText(place) {
  const folder = report.file.slice(0, report.file.lastIndexOf("/") + 1);
  if (folder && place.startsWith(folder)) return place.slice(folder.length);
  const installed = place.lastIndexOf("/site-packages/");
  if (installed >= 0) return place.slice(installed + "/site-packages/".length);
  const parts = place.split("/");
  return parts.length > 3 ? `…/${parts.slice(-2).join("/")}` : place;
}

function stackText(stack) {
  if (stack < 0) return "";
  const [file, line] = report.stacks[stack][0];
  return placeText(`${file}:${line}`);
}

// The lines around a place, as far as the page has them.
function sourceOf(file, line) {
  const texts = report.sources[file] || {};
  const rows = [];
  for (let number = line - 2; number <= line + 2; ++number) {
    if (texts[number] === undefined) continue;
    rows.push(make("span", {className: number === line ? "line here" : "line"}, `${String(number).padStart(5)}  ${texts[number]}\n`));
  }
  return rows.length ? make("pre", {className: "source"}, rows) : null;
}

function stackDetails(stack) {
  if (stack < 0) return null;
  const [shown, ...others] = report.stacks[stack];
  return make(
    "div", {},
    make("p", {className: "place"}, `${placeText(`${shown[0]}:${shown[1]}`)}, in ${shown[2]}`),
    sourceOf(shown[0], shown[1]),
    others.length && make(
      "details", {}, make("summary", {}, counted(others.length, "other frame")),
      others.map((frame) => make("div", {}, make("p", {className: "place"}, `${placeText(`${frame[0]}:${frame[1]}`)}, in ${frame[2]}`), sourceOf(frame[0], frame[1])))),
  );
}

// A bar that fills a share of its place.
function bar(share, kind = "") {
  const inside = make("span", {className: `fill ${kind}`});
  inside.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return make("span", {className: "bar", "aria-hidden": "true"}, inside);
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// A colour for a name, the same whenever it is asked for.
const hues = new Map();
function colourOf(kind, name) {
  if (kind !== "instruction") return colour(`--${kind}`);
  if (!hues.has(name)) {
    let hash = 2166136261;
    for (let i = 0; i < name.length; ++i) hash = Math.imul(hash ^ name.charCodeAt(i), 16777619);
    hues.set(name, (hash >>> 0) % 360);
  }
  return `hsl(${hues.get(name)} ${colour("--saturation")} ${colour("--lightness")})`;
}

// Has a canvas as many pixels as the screen has for it; gives its context and its size.
function sharpen(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return {context, width, height};
}

// What is drawn on canvases: drawn anew when the theme or the size of the window changes.
const redraws = [];
