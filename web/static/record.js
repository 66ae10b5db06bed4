// The scribe's page. Each form is an entry: it is put into a queue that this browser keeps, and the
// queue is sent in order. An entry keeps its key, and what it was sent against, until it is
// answered, so that however often it is sent it is noted once.

import { put } from "./news.js";

const words = document.getElementById("words")?.dataset;
const pile = document.getElementById("pile");
const retry = 1_500;
const longest = 15_000;
let live = document.getElementById("live");
let sending = false;
let offline = false;

// -- The queue

const store = live && `domino-record/${live.dataset.stem}`;
const kept = (store && stored()) || { entries: [], base: null };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(store));
  } catch {
    return null; // A browser that keeps nothing: entries wait as long as the page is open.
  }
}

function keep() {
  if (kept.entries.length === 0) kept.base = null;
  try {
    if (kept.entries.length) localStorage.setItem(store, JSON.stringify(kept));
    else localStorage.removeItem(store);
  } catch {
    // As above.
  }
}

function here() {
  const { game, version, stem, number } = live.dataset;
  return { game, version, stem, number: Number(number), over: "over" in live.dataset };
}

function against(entry) {
  const { game, version, stem, number, over } = kept.base;
  const fields = entry.fields.filter(([name]) => name !== "version" && name !== "next");
  fields.push(["version", version]);
  if (over && entry.begins) fields.push(["next", `${stem}-${number + 1}`]);
  return { url: `/record/${encodeURIComponent(game)}`, fields };
}

function add(entry) {
  if (kept.entries.length === 0) kept.base = here();
  kept.entries.push({ key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, ...entry });
  keep();
  show();
  send();
}

async function send() {
  const entry = kept.entries[0];
  if (sending || !entry || entry.halted) return;
  sending = true;
  entry.sent ??= against(entry);
  keep();
  let answer, page;
  try {
    answer = await fetch(entry.sent.url, {
      method: "POST",
      body: new URLSearchParams(entry.sent.fields),
      headers: { "Idempotency-Key": entry.key },
      signal: AbortSignal.timeout(longest),
    });
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    answer = null;
  }
  sending = false;
  if (answer === null || [502, 503, 504].includes(answer.status)) {
    offline = true;
    show();
    setTimeout(send, retry);
    return;
  }
  offline = false;
  if (!page.getElementById("live")) {
    entry.halted = page.querySelector("main p")?.textContent ?? String(answer.status);
    keep();
    show();
    return;
  }
  const refused = page.getElementById("live").dataset.refused;
  if (answer.status === 409 || (answer.status === 422 && kept.entries.length > 1)) {
    entry.halted = refused ?? "?";
    entry.refused = answer.status === 422;
    page.querySelectorAll("#live .refused").forEach((each) => each.remove());
  } else {
    kept.entries.shift();
  }
  swap(page, answer.status === 422 && !entry.halted);
  if (answer.ok) kept.base = here();
  keep();
  show();
  if (entry.halted) document.getElementById("waiting").scrollIntoView({ block: "center" });
  send();
}

function resolve(all) {
  const entry = kept.entries[0];
  kept.base = here();
  if (all) {
    if (entry.refused) entry.fields.push(["as_played", "true"]);
    delete entry.refused;
    delete entry.halted;
    delete entry.sent;
    entry.key = `${entry.key}+`;
  } else {
    kept.entries.shift();
  }
  keep();
  show();
  send();
}

// -- The page

function swap(page, refused) {
  const next = page.getElementById("live");
  const typed = refused ? null : halfTyped();
  const focused = focusOf();
  for (const each of next.querySelectorAll("details")) {
    each.open ||= Boolean(each.className && live.querySelector(`details.${each.className}[open]`) && !each.name);
  }
  live = put(live, next);
  history.replaceState(null, "", `/record/${encodeURIComponent(live.dataset.game)}`);
  prepare();
  if (typed) restore(typed);
  refocus(focused);
}

function halfTyped() {
  const form = live.querySelector("form[data-result]");
  if (!form || form.elements.do.value === "edit") return null;
  const figures = [...form.querySelectorAll("[name=figure]")].map((each) => each.value);
  const bonuses = [...form.querySelectorAll("[name=bonus]:checked")].map((each) => each.value);
  return { won: form.elements.won.value, ended: form.elements.ended.value, figures, bonuses };
}

function restore({ won, ended, figures, bonuses }) {
  const form = live.querySelector("form[data-result]");
  if (!form || form.elements.do.value === "edit") return;
  for (const each of form.querySelectorAll("input[type=radio]")) {
    each.checked = each.value === (each.name === "won" ? won : ended);
  }
  form.querySelectorAll("[name=bonus]").forEach((each) => (each.checked = bonuses.includes(each.value)));
  form.querySelectorAll("[name=figure]").forEach((each, at) => (each.value = figures[at] ?? ""));
  need(form);
}

function focusOf() {
  const at = document.activeElement;
  if (!live.contains(at)) return null;
  const alike = [...live.querySelectorAll(at.name ? `[name=${at.name}]` : at.localName)];
  return { selector: at.name ? `[name=${at.name}]` : at.localName, at: alike.indexOf(at) };
}

function refocus(focused) {
  if (focused === null || live.contains(document.activeElement)) return;
  const alike = live.querySelectorAll(focused.selector);
  const target = alike[Math.min(focused.at, alike.length - 1)] ?? live.querySelector("button, a");
  target?.focus({ preventScroll: true });
}

function element(kind, text, more = {}) {
  const made = document.createElement(kind);
  made.textContent = text;
  Object.assign(made, more);
  return made;
}

function show() {
  if (!live) return;
  const list = document.getElementById("waiting");
  const { entries } = kept;
  const halted = entries[0]?.halted;
  list.hidden = entries.length === 0;
  document.getElementById("count").textContent = entries.length ? `${words.waiting}: ${entries.length}` : "";
  list.replaceChildren();
  if (offline && !halted) list.append(element("li", words.offline));
  if (halted) {
    const why = entries[0].refused ? halted : `${words.conflict} ${halted}`;
    list.append(element("li", why), element("li", words.mine));
  }
  for (const [at, entry] of entries.entries()) {
    const line = element("li", `${entry.label} (${words.waiting})`, { className: "mine" });
    if (at === 0 && halted) {
      const act = element("div", "", { className: "act" });
      act.append(
        element("button", words.send, { type: "button", onclick: () => resolve(true) }),
        element("button", words.drop, { type: "button", onclick: () => resolve(false) }),
      );
      line.append(act);
    }
    list.append(line);
  }
  const next = document.getElementById("next");
  if (next) {
    next.dataset.number ??= next.textContent.match(/\d+/)?.[0];
    const rounds = entries.filter((entry) => entry.begins).length;
    next.textContent = next.textContent.replace(/\d+/, Number(next.dataset.number) + rounds);
  }
  const undo = live.querySelector("[data-undo] button");
  if (undo && entries.length) undo.disabled = false;
  // What can be played next depends on the moves that wait: the book will tell.
  const moves = live.querySelector(".moves-now");
  if (moves) {
    const blind = live.querySelector(".blind");
    moves.inert = entries.length > 0;
    blind.hidden = !("always" in blind.dataset || (offline && entries.length > 0));
    moves.querySelectorAll(".rack, .others, .breaches").forEach((each) => (each.hidden = !blind.hidden));
    const waiting = entries.map((entry) => entry.label.split(" ")[0]);
    for (const tile of blind.querySelectorAll("[data-tile]")) {
      tile.hidden = waiting.includes(tile.dataset.tile);
      if (tile.hidden) tile.open = false;
    }
  }
}

function labelOf(form, button) {
  if (button?.dataset.label) return button.dataset.label;
  const picked = [...form.querySelectorAll("input:checked + span")].map((each) => each.textContent);
  const figures = [...form.querySelectorAll(".hand input")]
    .filter((each) => each.value)
    .map((each) => `${each.labels[0].textContent.trim()} ${each.value}`);
  return [...picked, ...figures].join(", ");
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-entry]");
  if (!form || !live) return;
  event.preventDefault();
  const fields = [...new FormData(form, event.submitter)];
  const action = form.elements.do.value;
  const last = kept.entries.at(-1);
  if (action === "undo" && last && !last.sent) {
    kept.entries.pop();
    keep();
    show();
    return;
  }
  const label = labelOf(form, event.submitter);
  if ("result" in form.dataset) clear(form);
  add({ fields, label, begins: action === "result" });
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.classList.contains("tiles")) open(button.closest(".hand").querySelector("input"));
  if (button && pile?.contains(button) && "pips" in button.dataset) turn(button);
});

// -- Results

function clear(form) {
  form.reset();
  form.querySelectorAll("input[type=radio], [name=bonus]").forEach((each) => (each.checked = false));
  form.querySelectorAll("[name=figure]").forEach((each) => (each.value = ""));
  hands.clear();
  need(form);
}

function need(form) {
  const { won, ended, figures } = form.elements;
  const hand = [...form.querySelectorAll(".hand")];
  const inputs = hand.map((each) => each.querySelector("input"));
  const points = figures.value === "points";
  const counted = "counted" in form.dataset && won.value !== "nobody";
  const alone = form.dataset.sides === String(inputs.length) && "alone" in form.dataset;
  const out = ended.value === "out" && alone ? Number(won.value || -1) : -1;
  const any = inputs.some((each, at) => at !== out && each.value);
  inputs.forEach((each, at) => {
    hand[at].classList.toggle("out", !points && at === out);
    each.required = points ? counted && String(at) === won.value : at !== out && (any || counted);
  });
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-result]");
  if (!form) return;
  need(form);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-result]");
  if (!form || event.target.name !== "ended" || !form.elements.won.value) return;
  if (!event.target.matches(":focus-visible")) {
    form.querySelector(".hand input:required")?.focus(); // By touch: the figures are next.
  }
});

// -- Tiles left in hand

const hands = new Map();
let counting = null;

function open(input) {
  counting = input;
  const own = hands.get(input) ?? new Set();
  const others = new Set([...hands].flatMap(([at, tiles]) => (at === input ? [] : [...tiles])));
  for (const tile of pile.querySelectorAll("[data-pips]")) {
    const name = tile.getAttribute("aria-label");
    tile.setAttribute("aria-pressed", String(own.has(name)));
    tile.disabled = others.has(name);
  }
  total();
  pile.showModal();
}

function turn(tile) {
  const pressed = tile.getAttribute("aria-pressed") === "true";
  tile.setAttribute("aria-pressed", String(!pressed));
  total();
}

function total() {
  const chosen = [...pile.querySelectorAll("[aria-pressed=true]")];
  const pips = chosen.reduce((sum, tile) => sum + Number(tile.dataset.pips), 0);
  document.getElementById("sum").textContent = pips;
  return [chosen, pips];
}

pile?.addEventListener("submit", () => {
  const [chosen, pips] = total();
  hands.set(counting, new Set(chosen.map((tile) => tile.getAttribute("aria-label"))));
  counting.value = pips;
  const form = counting.closest("form[data-result]");
  if (form) need(form);
});

// -- The beginning

function prepare() {
  live.querySelectorAll("button.tiles").forEach((each) => (each.hidden = false));
  hands.clear();
  const form = live.querySelector("form[data-result]");
  if (form) need(form);
}

const chosen = document.querySelector("select[name=rules]");
if (chosen) {
  const stake = document.getElementById("stake");
  const paid = () => (stake.hidden = !("money" in chosen.selectedOptions[0].dataset));
  chosen.addEventListener("change", paid);
  paid();
}
// With it the page opens without network. Browsers allow it over encrypted connections, and on the
// machine itself; where they do not, only what was opened before works on.
navigator.serviceWorker?.register("/worker.js", { scope: "/record", updateViaCache: "none" }).catch(() => {});
navigator.serviceWorker?.ready.then(({ active }) => active.postMessage("opened"));

if (live) {
  prepare();
  show();
  send();
  addEventListener("online", send);
}
