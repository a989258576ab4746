/** Which things of the workspace each agent refers to. There is no document of an agent that refers to none. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { toolIdsOf } from '@parley/contracts/agent/tools-in.ts'
import { promptIdsOf } from '@parley/contracts/integration/prompt-references.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type AgentUses = {
  agentId: string
  /** Ids of things, by the field of the published document that refers to them. */
  published: Record<string, string[]>
  /** Of the canary version that runs. */
  canary: string[]
  createdAt: string
}

/** The prompts of the library. */
export const promptUsesProjection = usesProjection({
  name: 'prompt-uses',
  version: 2,
  fields: ['vg_systemPrompt', 'nodes', 'vg_kb_llm'],
  idsOf: promptIdsOf,
})

/** The functions. */
export const toolUsesProjection = usesProjection({
  name: 'tool-uses',
  version: 1,
  fields: ['assignedToolsIds', 'nodes'],
  idsOf: toolIdsOf,
})

export type UsesProjection = ReturnType<typeof usesProjection>

/** `fields`: those that `idsOf` looks at. */
function usesProjection(of: {
  name: string
  version: number
  fields: readonly (keyof AgentDocument)[]
  idsOf(document: AgentDocument): string[]
}) {
  const { name, version, fields, idsOf } = of
  /** The ids in those of the fields that are there. */
  const usesIn = (document: AgentDocument): AgentUses['published'] =>
    Object.fromEntries(
      fields
        .filter((field) => Object.hasOwn(document, field))
        .map((field) => [field, idsOf({ [field]: document[field] })]),
    )
  return tenantProjection<AgentUses>()({
    name,
    version,
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
      const uses = found ?? { agentId, published: {}, canary: [], createdAt: event.at }
      switch (event.type) {
        case 'AgentCreated':
        case 'AgentVersionRestored':
          return unlessNone({ ...uses, published: usesIn(event.data.document) })
        case 'AgentPublished':
          return unlessNone({ ...uses, published: { ...uses.published, ...usesIn(event.data.changes) } })
        case 'CanaryStarted':
          return unlessNone({ ...uses, canary: idsOf(event.data.document) })
        case 'CanaryPromoted':
        case 'CanaryWithdrawn':
          return unlessNone({ ...uses, canary: [] })
        case 'AgentDeleted':
          return undefined
      }
    },
  })
}

/** The ids of everything that an agent uses. */
export function usedIds({ published, canary }: AgentUses): ReadonlySet<string> {
  return new Set([...Object.values(published).flat(), ...canary])
}

function unlessNone(uses: AgentUses): AgentUses | undefined {
  return usedIds(uses).size > 0 ? uses : undefined
}
