/** The prompts of a workspace without their texts, with names and notes sealed as in the events. */
import { promptEvents } from '@parley/contracts/integration/prompt-events.ts'
import { keptPromptVersion } from '@parley/contracts/integration/prompt-names.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'

type By = { kind: string; id: string }

export type PromptDocument = {
  promptId: string
  /** Sealed, like the description and the notes. */
  name: string
  description: string
  /** Of the newest version. */
  variables: string[]
  published: number
  /** Newest first. */
  versions: { version: number; savedAt: string; savedBy: By; note?: string; restoredFrom?: number }[]
  createdAt: string
  updatedAt: string
  updatedBy: By
}

export const promptsProjection = tenantProjection<PromptDocument>()({
  name: 'prompts',
  version: 1,
  events: promptEvents,
  indexes: { all: ['createdAt'] },
  identify: ({ data }) => data.promptId,
  project(found, event) {
    const by = { kind: event.actor.kind, id: event.actor.id }
    const updated = { updatedAt: event.at, updatedBy: by }
    const saved = { savedAt: event.at, savedBy: by }
    if (event.type === 'PromptCreated') {
      const { promptId, name, description, variables, note } = event.data
      return {
        ...{ promptId, name, description, variables, published: 1, createdAt: event.at, ...updated },
        versions: [{ version: 1, ...saved, ...(note !== undefined && { note }) }],
      }
    }
    if (!found) return undefined
    switch (event.type) {
      case 'PromptDescribed': {
        const { name, description } = event.data
        return { ...found, name, description, ...updated }
      }
      case 'PromptVersionSaved': {
        const { version, variables, note, restoredFrom } = event.data
        const isKept = keptPromptVersion({ newest: version, published: found.published })
        const next = {
          ...{ version, ...saved },
          ...(note !== undefined && { note }),
          ...(restoredFrom !== undefined && { restoredFrom }),
        }
        const versions = [next, ...found.versions].filter((one) => isKept(one.version))
        return { ...found, variables, versions, ...updated }
      }
      case 'PromptPublished':
        return { ...found, published: event.data.version, ...updated }
      case 'PromptDeleted':
        return undefined
    }
  },
})
