import type { AgentPlace } from '../../server/queries.ts'

/** The test chat of an agent, in the 450 px that the shell keeps for it. */
export function TestPanel(_place: AgentPlace) {
  return null
}
