import type { AgentPlace } from '../server/queries.ts'

/** The page that shows an agent as visitors meet it: on a page of ours, or in front of a website (part 2 §2.1). */
export function demoAddress({ region, agentId }: AgentPlace, website?: string): string {
  const query = new URLSearchParams({
    vg_id: agentId,
    ...(website === undefined ? {} : { website_url: website }),
  })
  return `/app/${region}/prototype?${query}`
}

/** The page with the chat alone, for whoever is sent its address. */
export function shareAddress({ region, agentId }: AgentPlace): string {
  return `/share/${region}/${encodeURIComponent(agentId)}`
}
