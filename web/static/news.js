// Puts a page in the place of what is shown, so that a screen reader says what is new.

// The element that is read out stays the same one; `live` and `next` are what is shown and what will be.
export function put(live, next) {
  const said = live.querySelector("#said");
  const news = next.querySelector("#said");
  live.replaceWith(next);
  news.replaceWith(said);
  if (said.textContent !== news.textContent) said.replaceChildren(...news.childNodes);
  return next;
}
