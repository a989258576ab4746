import type { AgentPlace } from '../../server/queries.ts'

/** Publish and its menu, in the top bar of an agent's pages. */
export function PublishControls(_props: { place: AgentPlace }) {
  return null
}
