// Checks in the browser that the events of a game lead to the root of a checkpoint that the
// visitor holds (docs/proof-format.md). The server gives the events and the hashes beside the way.

const form = document.getElementById("check");
const said = form.querySelector('[role="status"]');
const utf8 = new TextEncoder();

const reasons = document.getElementById("reasons").dataset;

class Unproven extends Error {}

const filled = (template, values) =>
  template.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

// The page has the sentence for each reason.
function require(holds, reason, values = {}) {
  if (!holds) throw new Unproven(filled(reasons[reason], values));
}

const bytesOfHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOfBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

async function sha256(...parts) {
  const whole = new Uint8Array(await new Blob(parts).arrayBuffer());
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

const ZERO = Uint8Array.of(0);

// The chain of hashes, and the entry of the last event in the log.
async function lastEntry(game, events) {
  let before = "";
  let salt = new Uint8Array();
  let hash = null;
  for (const [index, [topic, state]] of events.entries()) {
    const stored = JSON.parse(state);
    require(stored.previous === before, "broken", { number: index + 1 });
    const version = String(index + 1);
    hash = await sha256(
      ...["domino-ledger/entry/1", ZERO, game, version, ZERO, topic, ZERO, state],
    );
    before = hexOf(hash);
    if (topic.startsWith("round-dealt/")) salt = bytesOfHex(stored.salt ?? "");
  }
  const version = new DataView(new ArrayBuffer(8));
  version.setBigUint64(0, BigInt(events.length));
  return [game, version.buffer, await sha256("domino-ledger/leaf/1", ZERO, salt, hash)];
}

// RFC 9162, 2.1.3.2.
async function rootFrom(leaf, index, size, beside) {
  let [at, last, root] = [index, size - 1, leaf];
  for (const hash of beside) {
    require(last > 0, "long");
    if (at % 2 === 1 || at === last) {
      root = await sha256(Uint8Array.of(1), hash, root);
      while (at > 0 && at % 2 === 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    } else {
      root = await sha256(Uint8Array.of(1), root, hash);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  require(last === 0, "short");
  return root;
}

function checkpointIn(note) {
  const [text, below] = note.split("\n\n");
  const [origin, size, root] = text.split("\n");
  require(below && /^[0-9]+$/.test(size ?? "") && root, "checkpoint");
  return { text: `${text}\n`, origin, size: Number(size), root, signatures: below.split("\n") };
}

// A line of C2SP signed-note: the first four bytes name the key.
async function isSigned(checkpoint, line) {
  const [, name, id, key] = /^(.+)\+([0-9a-f]{8})\+(\S+)$/.exec(line.trim()) ?? [];
  require(name, "key");
  const data = bytesOfBase64(key);
  require(data[0] === 1, "kind");
  require(name === checkpoint.origin, "name");
  const found = checkpoint.signatures
    .filter((each) => each.startsWith(`\u2014 ${name} `))
    .map((each) => bytesOfBase64(each.split(" ").pop()))
    .find((each) => hexOf(each.slice(0, 4)) === id);
  require(found, "unsigned");
  const imported = await crypto.subtle.importKey("raw", data.slice(1), "Ed25519", false, ["verify"]);
  const text = utf8.encode(checkpoint.text);
  return crypto.subtle.verify("Ed25519", imported, found.slice(4), text);
}

async function check(note, key) {
  const checkpoint = checkpointIn(note);
  if (key) require(await isSigned(checkpoint, key), "signature");
  const asked = new URLSearchParams({ checkpoint: note });
  const answer = await fetch(`${form.dataset.inclusion}?${asked}`);
  const { game, events, inclusion, detail } = await answer.json();
  if (!answer.ok) throw new Unproven(detail);
  const [, index, ...lines] = inclusion.split("\n");
  const place = Number(index.replace("index ", ""));
  const leaf = await sha256(ZERO, ...(await lastEntry(bytesOfHex(game.replaceAll("-", "")), events)));
  const root = await rootFrom(leaf, place, checkpoint.size, lines.map(bytesOfBase64));
  require(
    hexOf(root) === hexOf(bytesOfBase64(checkpoint.root)),
    "place",
  );
  return { place: place + 1, size: checkpoint.size, number: events.length };
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { checkpoint, key } = Object.fromEntries(new FormData(form));
  const note = `${checkpoint.replaceAll("\r\n", "\n").trim()}\n`;
  try {
    const found = await check(note, key);
    const signed = key ? said.dataset.signed : said.dataset.unsigned;
    said.textContent = `${filled(said.dataset.proven, found)} ${signed}`;
  } catch (error) {
    const reason = error instanceof Unproven ? error.message : String(error);
    said.textContent = filled(said.dataset.not, { reason });
  }
});
