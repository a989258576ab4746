// Takes what signs somebody in out of the address, before anything else of the page loads or reads it; taken-query.ts
// goes on with it. From a file, since the pages' policy allows no inline script.
// Give a changed version a new number: it is cached for ever.
if (location.pathname === '/client/login') {
  const query = new URLSearchParams(location.search)
  const taken = {}
  for (const name of ['token', 'secret', 'username', 'password'])
    if (query.has(name)) {
      taken[name] = query.get(name)
      query.delete(name)
    }
  // What follows # is sent to no server.
  const [, view] = /^#view=([\w.-]+)$/.exec(location.hash) ?? []
  if (view) taken.view = view
  if (Object.keys(taken).length > 0) {
    window.takenQuery = taken
    const rest = query.toString()
    history.replaceState(null, '', location.pathname + (rest && `?${rest}`) + (view ? '' : location.hash))
  }
}
