/** Learns which nodes the replies of a test conversation passed, for the canvas. */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { noteTestWay } from '../../store/test-way.ts'

/** A trace becomes available shortly after its reply; in ms. */
const againMs = 300
const mostTries = 20

/** Types after which a flow goes on by itself, to the one node that they lead to. */
const passed = new Set(['start', 'message', 'set-variable', 'map'])

/** The nodes whose messages a conversation begins with. */
export function firstWay(nodes: readonly AgentNode[]): string[] {
  const way: string[] = []
  let node = nodes.find(({ type }) => type === 'start')
  while (node && !way.includes(node.id)) {
    way.push(node.id)
    const next = passed.has(node.type) && 'next' in node ? node.next : undefined
    node = nodes.find(({ id }) => id === next)
  }
  return way
}

/**
 * Follows the replies of one conversation. `replied`: called after each reply, with the ids of the replies so far; ends
 * with the signal.
 */
export function followWay(place: AgentPlace, nodes: readonly AgentNode[], conversationId: string) {
  const first = firstWay(nodes)
  noteTestWay(place.agentId, { nodes: first, latest: first.length })
  return async function replied(messageIds: readonly string[], signal: AbortSignal): Promise<void> {
    const last = messageIds.at(-1)
    for (let tries = 0; tries < mostTries && !signal.aborted; tries++) {
      const { traces } = await client.call(
        'conversations.trace',
        { params: { ...place, conversationId } },
        { signal },
      )
      const walked = messageIds.map((id) => {
        const steps = traces.find(({ messageId }) => messageId === id)?.trace.steps ?? []
        return steps.flatMap((step) => (step.type === 'flow' ? step.nodes : []))
      })
      if (traces.some(({ messageId }) => messageId === last)) {
        const latest = walked.at(-1)?.length ?? 0
        if (!signal.aborted) noteTestWay(place.agentId, { nodes: [...first, ...walked.flat()], latest })
        return
      }
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
  }
}
