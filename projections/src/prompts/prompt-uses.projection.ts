/** Which prompts of the library each agent refers to. There is no document of an agent that refers to none. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { promptIdsOf } from '@parley/contracts/integration/prompt-references.ts'
import { pick, tenantProjection } from '@parley/kernel/projection.ts'

export type PromptUses = {
  agentId: string
  /** Ids of prompts. */
  ofSystemPrompt: string[]
  ofNodes: string[]
  /** Of the canary version that runs. */
  ofCanary: string[]
  createdAt: string
}

export const promptUsesProjection = tenantProjection<PromptUses>()({
  name: 'prompt-uses',
  version: 1,
  events: pick(
    agentEvents,
    'AgentCreated',
    'AgentPublished',
    'AgentVersionRestored',
    'AgentDeleted',
    'CanaryStarted',
    'CanaryPromoted',
    'CanaryWithdrawn',
  ),
  indexes: { all: ['createdAt'] },
  identify: ({ data }) => data.agentId,
  project(found, event) {
    const { agentId } = event.data
    const uses = found ?? {
      ...{ agentId, ofSystemPrompt: [], ofNodes: [], ofCanary: [] },
      createdAt: event.at,
    }
    switch (event.type) {
      case 'AgentCreated':
      case 'AgentVersionRestored':
        return unlessNone({ ...uses, ...usesIn({ vg_systemPrompt: '', nodes: [], ...event.data.document }) })
      case 'AgentPublished':
        return unlessNone({ ...uses, ...usesIn(event.data.changes) })
      case 'CanaryStarted':
        return unlessNone({ ...uses, ofCanary: promptIdsOf(event.data.document) })
      case 'CanaryPromoted':
      case 'CanaryWithdrawn':
        return unlessNone({ ...uses, ofCanary: [] })
      case 'AgentDeleted':
        return undefined
    }
  },
})

/** The prompts in those of the fields that are there. */
function usesIn({ vg_systemPrompt, nodes }: AgentDocument): Partial<PromptUses> {
  return {
    ...(vg_systemPrompt !== undefined && { ofSystemPrompt: promptIdsOf({ vg_systemPrompt }) }),
    ...(nodes && { ofNodes: promptIdsOf({ nodes }) }),
  }
}

function unlessNone(uses: PromptUses): PromptUses | undefined {
  return uses.ofSystemPrompt.length + uses.ofNodes.length + uses.ofCanary.length > 0 ? uses : undefined
}
