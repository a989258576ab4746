import { createCatalogue } from '@parley/contracts/models/catalogue.ts'
import { expect, test } from 'vitest'
import { listModels } from './list-models.ts'
import { createModels, type ModelKeys } from './models.ts'

const catalogue = createCatalogue()
/** The listed models without a price, with a server that has these. */
async function unpriced(keys: ModelKeys, names: string[]) {
  const faults = { lastOf: async () => undefined }
  const served = { names: async () => names }
  const listed = await listModels(catalogue, createModels({ keys, catalogue }), faults, served)
  expect(listed.length).toBeGreaterThan(names.length)
  return listed.filter(({ price }) => price === undefined)
}
const baseUrl = { OPENAI_BASE_URL: 'http://localhost:11434/v1' }

test('models of a server without a key are offered, and said to cost nothing', async () => {
  expect(await unpriced(baseUrl, ['llama3:8b'])).toEqual([
    {
      id: 'llama3:8b',
      name: 'llama3:8b',
      provider: 'compatible',
      abilities: [],
      configured: true,
      note: 'llama3:8b has no price: its replies cost no credits.',
    },
  ])
})

test('models of a server with a key are marked: without a price they are not called', async () => {
  const [model] = await unpriced({ ...baseUrl, OPENAI_API_KEY: 'k' }, ['llama3:8b'])
  expect(model).toMatchObject({ configured: false, note: expect.stringContaining('MODEL_CATALOGUE') })
})

test('nothing is listed that is known, twice there, of another provider, or writes no replies', async () => {
  const names = [
    'gpt-4o-mini',
    'gpt-4o-2024-11-20',
    'nomic-embed-text',
    'whisper-1',
    'claude-9',
    'x'.repeat(101),
  ]
  expect(await unpriced(baseUrl, [...names, 'mistral', 'mistral'])).toMatchObject([{ id: 'mistral' }])
  const many = Array.from({ length: 500 }, (_, nth) => `model ${nth}`)
  expect(await unpriced(baseUrl, many.slice(0, 20))).toHaveLength(20)
  const faults = { lastOf: async () => undefined }
  const models = createModels({ keys: baseUrl, catalogue })
  const all = await listModels(catalogue, models, faults, { names: async () => many })
  expect(all.filter(({ price }) => !price)).toHaveLength(100)
})
