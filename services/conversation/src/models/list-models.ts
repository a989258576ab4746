/** The models that reply, for whoever chooses one: what each costs and can do, and whether it works. */
import { faultAdvice } from '@parley/contracts/conversation/model-faults.ts'
import type { ModelCatalogue } from '@parley/contracts/models/catalogue.ts'
import type { ModelView } from '@parley/contracts/models/endpoints.ts'
import type { ServedModels } from '@parley/kernel/outgoing/served-models.ts'
import type { ModelFaults } from './model-faults.ts'
import type { Models } from './models.ts'

/** Names of models that write no replies. */
const OTHER_PURPOSE =
  /embed|\bbge\b|\bgte\b|\be5\b|minilm|rerank|whisper|transcribe|tts|dall-e|image|moderation|realtime/i
/** Names that are called at providers of their own, whatever server lists them. */
const OTHER_PROVIDER = /^(claude-|gemini-|models\/)/
const LONGEST_NAME = 100
const MOST_SERVED = 100

/** `served`: the models of the operator's own server. */
export async function listModels(
  catalogue: ModelCatalogue,
  models: Pick<Models, 'describe'>,
  faults: Pick<ModelFaults, 'lastOf'>,
  served?: ServedModels,
): Promise<ModelView[]> {
  const shown = catalogue.models.filter(
    ({ abilities }) => !abilities.includes('embeddings') && !abilities.includes('transcription'),
  )
  const known = await Promise.all(
    shown.map(async (model) => {
      const { configured, note } = models.describe(model.id)
      const fault = await faults.lastOf(model.id)
      return {
        ...model,
        configured,
        ...(note === undefined ? {} : { note }),
        ...(fault === undefined ? {} : { fault: faultAdvice(fault) }),
      }
    }),
  )
  return [...known, ...withoutPrice(catalogue, models, (await served?.names()) ?? [])]
}

/** Models that the catalogue does not have: refused, or free where their server needs no key. `note` says which. */
function withoutPrice(
  catalogue: ModelCatalogue,
  models: Pick<Models, 'describe'>,
  names: readonly string[],
): ModelView[] {
  const unknown = [...new Set(names)].filter(
    (id) =>
      id.length <= LONGEST_NAME && !catalogue.find(id) && !OTHER_PURPOSE.test(id) && !OTHER_PROVIDER.test(id),
  )
  return unknown.slice(0, MOST_SERVED).map((id) => {
    const { configured, note } = models.describe(id)
    const told = note === undefined ? {} : { note }
    return { id, name: id, provider: 'compatible', abilities: [], configured, ...told }
  })
}
