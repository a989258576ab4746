/**
 * The language, embedding and transcription models that are known, with what they cost and can do. Everything that lists or prices models
 * reads it. An operator adds or replaces entries with a file (`MODEL_CATALOGUE`).
 */
import { z } from 'zod'
import { knownModels } from './known-models.ts'

export const modelAbilities = ['tools', 'vision', 'reasoning', 'embeddings', 'transcription'] as const
export const modelProviders = ['openai', 'anthropic', 'google', 'compatible'] as const

export const catalogueModel = z.strictObject({
  id: z.string().min(1).max(100),
  name: z.string().min(1).max(100),
  /** Who serves it; `compatible`: the server at `OPENAI_BASE_URL`. */
  provider: z.enum(modelProviders),
  /** List price in USD per million input and output tokens, and per minute of audio of a model that transcribes. */
  price: z.strictObject({
    input: z.number().min(0).max(10_000),
    output: z.number().min(0).max(10_000),
    minute: z.number().min(0).max(100).optional(),
  }),
  /** The most tokens of a prompt. */
  context: z.number().int().min(1).max(100_000_000),
  abilities: z.array(z.enum(modelAbilities)),
  /** Its provider has retired it, or has said when: the model to choose instead. */
  retired: z.strictObject({ on: z.iso.date().optional(), instead: z.string().min(1).max(100) }).optional(),
})
export type CatalogueModel = z.infer<typeof catalogueModel>

export const catalogueFile = z
  .array(catalogueModel)
  .max(1_000)
  .refine((models) => new Set(models.map(({ id }) => id)).size === models.length, {
    message: 'an id stands there twice',
  })

export type ModelCatalogue = {
  /** Current models first, in the order of the list. */
  models: readonly CatalogueModel[]
  /**
   * The entry of a model, or of the one that the name is a dated version of (`gpt-4o-2024-11-20`, `claude-opus-4-0`),
   * with or without its provider (`openai/gpt-4o`). Undefined if there is none: it has no price.
   */
  find(modelId: string): CatalogueModel | undefined
}

/** Builds the catalogue from the known models and an operator's own, which take precedence. */
export function createCatalogue(own: readonly CatalogueModel[] = []): ModelCatalogue {
  const byId = new Map([...knownModels, ...own].map((model) => [model.id, model]))
  const all = [...byId.values()]
  return {
    models: [...all.filter(({ retired }) => !retired), ...all.filter(({ retired }) => retired)],
    find(modelId) {
      const name = modelId.slice(modelId.lastIndexOf('/') + 1)
      return byId.get(modelId) ?? byId.get(name) ?? byId.get(name.replace(versionSuffix, ''))
    },
  }
}

/** Only what names a version of the same model: `-mini` or `-pro` is another one, with another price. */
const versionSuffix = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest|0|00\d)$/

export const usualCatalogue = createCatalogue()
