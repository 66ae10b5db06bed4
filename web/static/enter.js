// A link /enter#TOKEN: what follows the # is never sent to a server by itself.
const form = document.getElementById("enter"), token = location.hash.slice(1);
if (token) {
  history.replaceState(null, "", location.pathname);
  form.elements.token.value = token;
  form.submit();
}
