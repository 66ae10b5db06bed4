// A seat at a table: moves are sent without a reload, and the page follows what others do.

let live = document.getElementById("live");
let asked = 0;
let last = null;

function swap(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.getElementById("live");
  if (!next || Number(next.dataset.version) < Number(live.dataset.version)) return;
  const said = document.getElementById("said");
  const news = next.querySelector("#said");
  const focused = live.contains(document.activeElement);
  live.replaceWith(next);
  live = next;
  news.replaceWith(said); // The same element, so that news is read out.
  if (said.textContent !== news.textContent) said.replaceChildren(...news.childNodes);
  if (focused) live.querySelector(".hand-of button, .hand-of summary, .others button, .main")?.focus();
}

async function read() {
  const mine = ++asked;
  try {
    const answer = await fetch(location.href);
    const text = await answer.text();
    if (answer.ok && mine === asked) swap(text);
  } catch {
    setTimeout(read, 1_000);
  }
}

async function send(entry) {
  if (last !== entry) return;
  try {
    const answer = await fetch(location.href, {
      method: "POST",
      body: new URLSearchParams(entry.fields),
      headers: { "Idempotency-Key": entry.key },
    });
    last = null;
    swap(await answer.text());
  } catch {
    setTimeout(send, 1_000, entry); // The key is the same: the move is made once.
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-entry]");
  if (!form) return;
  event.preventDefault();
  if (last) return;
  const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  last = { key, fields: [...new FormData(form, event.submitter)] };
  send(last);
});

// 1 to 9 are the tiles that can be laid, or the ends of the one that is chosen.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
  if (event.target.closest("input, select, textarea")) return;
  const ends = [...live.querySelectorAll("details.stone[open] .places button")];
  const tiles = [...live.querySelectorAll(".hand-of > form > button, .hand-of > details > summary")];
  const others = [...live.querySelectorAll(".others button")];
  const chosen = (ends.length ? ends : [...tiles, ...others])[Number(event.key) - 1];
  chosen?.click();
});

const events = new EventSource(`${live.dataset.events}?after=${live.dataset.version}`);
events.addEventListener("event", read);
