import type { Region } from '@parley/contracts/endpoint.ts'

/** The region that is probably nearest, by the time zone of the browser. */
export function nearestRegion(): Region {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
  return zone.startsWith('Europe/') || zone.startsWith('Africa/') ? 'eu' : 'na'
}
