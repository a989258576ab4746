import { expect, test } from 'vitest'
import { modelFields } from '../agent/fields/model.ts'
import { catalogueFile, createCatalogue } from './catalogue.ts'
import { knownModels } from './known-models.ts'

const catalogue = createCatalogue()

test('every known model fits the schema of the file, once', () => {
  expect(catalogueFile.safeParse(knownModels).error).toBeUndefined()
})

test('what a retired model names in its place is current', () => {
  for (const { id, retired } of knownModels)
    if (retired) expect(catalogue.find(retired.instead)?.retired, id).toBeUndefined()
  for (const { id, retired } of knownModels)
    if (retired) expect(catalogue.find(retired.instead), id).toBeDefined()
})

test('the default model of agents is a current one', () => {
  expect(catalogue.find(modelFields.vg_defaultModel.fallback)).toMatchObject({
    abilities: expect.arrayContaining(['tools']),
  })
  expect(catalogue.find(modelFields.vg_defaultModel.fallback)?.retired).toBeUndefined()
})

test.each([
  ['gpt-4o-2024-11-20', 'gpt-4o'],
  ['openai/gpt-4o-mini', 'gpt-4o-mini'],
  ['claude-sonnet-4-20250514', 'claude-sonnet-4'],
  ['claude-opus-4-0', 'claude-opus-4'],
  ['models/gemini-2.5-flash', 'gemini-2.5-flash'],
  ['gemini-2.0-flash-001', 'gemini-2.0-flash'],
  ['gpt-5.5-pro', undefined],
  ['gpt-4o-mini-tts', undefined],
  ['llama3', undefined],
  ['', undefined],
])('%s has the entry of %s', (name, id) => {
  expect(catalogue.find(name)?.id).toBe(id)
})

test('an operator’s entries replace known ones, and retired ones come last', () => {
  const own = { ...knownModels[0]!, price: { input: 9, output: 9 } }
  const { models, find } = createCatalogue([own])
  expect(find(own.id)?.price).toEqual({ input: 9, output: 9 })
  expect(models).toHaveLength(knownModels.length)
  const firstRetired = models.findIndex(({ retired }) => retired)
  expect(models.slice(firstRetired).every(({ retired }) => retired)).toBe(true)
})
