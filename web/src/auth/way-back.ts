/**
 * Where to go after sign-in: the `next` of the address if it is a path of this very site, else the dashboard.
 * Anything that a browser would read as another origin (`//host`, `/\host`, `https:`) is refused.
 */
export function wayBack(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return dashboard
  const address = new URL(next, origin)
  return address.origin === origin ? address.pathname + address.search + address.hash : dashboard
}

const dashboard = '/app/'
