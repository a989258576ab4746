import type { AgentPlace } from '../server/queries.ts'

/** The one tag that puts an agent's widget on a page. */
export function websiteScript(place: AgentPlace, origin: string): string {
  return `<script async src="${widgetAddress(place, origin)}"></script>`
}

export function widgetAddress(place: AgentPlace, origin: string): string {
  return `${origin}/widget/${place.region}/${encodeURIComponent(place.agentId)}.js`
}
