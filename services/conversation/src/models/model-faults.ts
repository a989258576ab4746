/**
 * How the last call of each model ended, in whichever process it was made. Only models of the catalogue are noted: an
 * agent may name any other.
 */
import { type ModelFaultRecord, modelFaultSchema } from '@parley/contracts/conversation/model-faults.ts'
import type { ModelCatalogue } from '@parley/contracts/models/catalogue.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'

export type ModelFaults = {
  /** Notes how a call ended; `fault` is undefined if it was a success. Returns at once. */
  note(modelId: string, fault: ModelFaultRecord | undefined): void
  /** Returns how the last call of a model failed; undefined if it did not. */
  lastOf(modelId: string): Promise<ModelFaultRecord | undefined>
}

/** The same outcome is written again after this time, in ms, since another process may have noted another meanwhile. */
const AGAIN_MS = { success: 60_000, fault: 1_000 }

/** `state` is shared by all processes of a region. */
export function shareModelFaults(options: {
  state: Pick<ReadStore, 'getSetting' | 'setSetting'>
  catalogue: ModelCatalogue
  onFault(error: unknown): void
  now?: () => number
}): ModelFaults {
  const { state, catalogue, onFault, now = Date.now } = options
  // bounded: an entry for each model of the catalogue
  const noted = new Map<string, { text: string; at: number }>()
  const shared = new Set(catalogue.models.map(({ id }) => id))
  let writing = Promise.resolve()

  return {
    note(modelId, fault) {
      if (!shared.has(modelId)) return
      const text = fault === undefined ? '' : JSON.stringify(fault)
      const former = noted.get(modelId)
      if (former?.text === text && now() - former.at < AGAIN_MS[fault ? 'fault' : 'success']) return
      noted.set(modelId, { text, at: now() })
      // In their order, so that the newest stays.
      writing = writing.then(() => state.setSetting(settingOf(modelId), text)).catch(onFault)
    },

    async lastOf(modelId) {
      await writing
      try {
        const text = await state.getSetting(settingOf(modelId))
        return text ? modelFaultSchema.parse(JSON.parse(text)) : undefined
      } catch (error) {
        // The models can be chosen without it.
        onFault(error)
        return undefined
      }
    },
  }
}

const settingOf = (modelId: string) => `model fault ${modelId}`
