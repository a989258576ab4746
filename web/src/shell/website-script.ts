import type { AgentPlace } from '../server/queries.ts'

/** The script tag that adds an agent's widget to a page. */
export function websiteScript(place: AgentPlace, origin: string): string {
  return `<script async src="${widgetAddress(place, origin)}"></script>`
}

/** The chat on a page of its own, as visitors see it. */
export function chatAddress(place: AgentPlace): string {
  return `/widget/${place.region}/${encodeURIComponent(place.agentId)}/frame`
}

function widgetAddress(place: AgentPlace, origin: string): string {
  return `${origin}/widget/${place.region}/${encodeURIComponent(place.agentId)}.js`
}
