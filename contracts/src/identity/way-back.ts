/**
 * Returns where to go after sign-in: the `next` of the address if it is a path of this site, else the dashboard.
 * Rejects everything that a browser would read as another origin (`//host`, `/\host`, `https:`), and what becomes such
 * an address once its dot segments are resolved (`/.//host`, `/%2e//host`, `/x/..//host`).
 */
export function wayBack(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return dashboard
  const address = new URL(next, origin)
  if (address.origin !== origin || address.pathname.startsWith('//')) return dashboard
  return address.pathname + address.search + address.hash
}

const dashboard = '/app/'
