/** The embedding model in use and its last fault, shared by all processes of a region. */
import { modelFaultSchema } from '@parley/contracts/conversation/model-faults.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { z } from 'zod'

const embeddingState = z.object({ model: z.string(), fault: modelFaultSchema.optional() })
export type EmbeddingState = z.infer<typeof embeddingState>

export type SharedEmbeddingState = {
  /** Undefined while there is no embedding model. */
  read(): Promise<EmbeddingState | undefined>
  write(state: EmbeddingState | undefined): Promise<void>
}

const SETTING = 'embedding of sources'

/** `state` is shared by all processes of a region. */
export function shareEmbeddingState(
  state: Pick<ReadStore, 'getSetting' | 'setSetting'>,
): SharedEmbeddingState {
  return {
    async read() {
      const text = await state.getSetting(SETTING)
      return text ? embeddingState.parse(JSON.parse(text)) : undefined
    },
    async write(present) {
      const text = present === undefined ? '' : JSON.stringify(present)
      if (text !== ((await state.getSetting(SETTING)) ?? '')) await state.setSetting(SETTING, text)
    },
  }
}
