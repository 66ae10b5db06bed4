// Keeps the scribe's pages, so that they open without network. The server writes a line before this
// file that says its `version`: a new one is a new worker, which drops what the one before kept.
//
// The network is always asked first, and what is kept is shown only if it does not answer. Pages say
// in `Content-Location` where they stand; one that does not is not kept. Other pages than those
// under /record, such as that of a seat, are never seen here (`record.js` asks for that scope).

const name = `record/${version}`;
const files = ["/parts.css", ...["style.css", "record.css", "record.js", "news.js"].map((each) => `/static/${each}`)];
const patience = 4_000;
const mostPages = 12;
const root = "/record";

addEventListener("install", (event) => {
  skipWaiting();
  const fresh = files.map((each) => new Request(each, { cache: "reload" }));
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(fresh)));
});

addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  for (const each of await caches.keys()) {
    if (each !== name) await caches.delete(each);
  }
  await clients.claim();
  const pages = await clients.matchAll();
  await Promise.allSettled(pages.map(see));
}

// A page that was opened while this worker began came past it, and says so itself.
addEventListener("message", (event) => event.waitUntil(clients.claim().then(() => see(event.source))));

async function see(page) {
  const { pathname } = new URL(page.url);
  if (!(await caches.match(place(pathname), { cacheName: name }))) await ask(new Request(page.url));
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const isPage = pathname === root || pathname.startsWith(`${root}/`);
  if (request.method === "GET" && (isPage || files.includes(pathname))) {
    event.respondWith(answer(request, pathname));
  } else if (request.method === "POST" && isPage && request.mode !== "navigate") {
    event.respondWith(ask(request)); // The answer is the page after the entry.
  }
});

// What the network answers; or what is kept if it does not, or not soon.
async function answer(request, pathname) {
  const asked = ask(request);
  const kept = await caches.match(place(pathname), { cacheName: name });
  if (!kept) return asked;
  const away = (answer) => [502, 503, 504].includes(answer.status);
  return Promise.race([
    asked.then((answer) => (away(answer) ? kept : answer), () => kept),
    new Promise((resolve) => setTimeout(resolve, patience, kept)),
  ]);
}

// Answers overtake each other: one is kept only if none of a later turn was. The answer to an entry
// is later than all that was asked for before it came.
let turns = 0;
let shut = 0;
const keptIn = new Map();

async function ask(request) {
  const asked = ++turns;
  const answer = await fetch(request);
  const turn = request.method === "POST" ? ++turns : asked;
  const { pathname } = new URL(request.url);
  const at = files.includes(pathname) ? pathname : answer.headers.get("Content-Location");
  if (answer.ok && at) await keep(place(at), answer.clone(), turn);
  if (answer.status === 401) {
    shut = turns; // Nobody is let in any more.
    await caches.delete(name);
  }
  if (answer.status === 403) await (await caches.open(name)).delete(place(pathname));
  return answer;
}

async function keep(at, answer, turn) {
  if (turn <= Math.max(shut, keptIn.get(at) ?? 0)) return;
  keptIn.set(at, turn);
  try {
    const cache = await caches.open(name);
    await cache.put(at, answer);
    const pages = (await cache.keys()).filter((each) => new URL(each.url).pathname.startsWith(root));
    for (const oldest of pages.slice(0, -mostPages)) await cache.delete(oldest);
  } catch {
    // No room: the page is shown all the same, and is not there without network.
  }
}

// One spelling for each path.
function place(path) {
  return path.split("/").map((part) => encodeURIComponent(decodeURIComponent(part))).join("/").replaceAll("%2F", "/");
}
