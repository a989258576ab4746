import type { AgentPlace } from '../../server/queries.ts'

/** The script tag that adds an agent's widget to a page. */
export function websiteScript(place: AgentPlace, origin: string): string {
  return `<script async src="${widgetAddress(place, origin)}"></script>`
}

/** The container in which the chat stands, and the script tag that puts it there. */
export function containerScript(place: AgentPlace, origin: string, style = 'height: 640px'): string {
  return `<div id="agent-chat" style="${style}"></div>
<script async src="${widgetAddress(place, origin)}" data-container="#agent-chat"></script>`
}

/** The chat as a frame, for pages that run no scripts of others. */
export function frameEmbed(place: AgentPlace, origin: string): string {
  const address = `${origin}/app/${place.region}/render/${encodeURIComponent(place.agentId)}/iframe`
  return `<iframe src="${address}" title="Chat" allow="clipboard-write; fullscreen; microphone" style="width: 100%; height: 640px; border: 0"></iframe>`
}

/** The chat on a page of its own, as visitors see it. */
export function chatAddress(place: AgentPlace): string {
  return `/widget/${place.region}/${encodeURIComponent(place.agentId)}/frame`
}

function widgetAddress(place: AgentPlace, origin: string): string {
  return `${origin}/widget/${place.region}/${encodeURIComponent(place.agentId)}.js`
}
