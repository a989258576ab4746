import { describe, expect, test } from 'vitest'
import { loadLanguage } from './languages.ts'
import { createLexicalIndex } from './lexical-index.ts'
import { nearest } from './nearest.ts'
import { passagesOf } from './passages.ts'
import { createRetriever } from './retriever.ts'
import { packVectors } from './vectors.ts'

const house = `# The house
## Arriving
The desk is staffed from seven in the morning until eleven in the evening, every day of the year.
## Animals
Dogs sleep in the garden rooms for ten pounds a night. They stay out of the dining room, please, and off the beds.
## Swimming
The pool behind the house is open to everybody from May to September, as long as the weather is warm enough.`

/** A direction for each subject, as a model of meaning would give. */
const subjects: [RegExp, number[]][] = [
  [/pet|animals|dogs/i, [0, 1, 0, 0]],
  [/swim|pool|bathe/i, [0, 0, 1, 0]],
  [/desk|arriv/i, [1, 0, 0, 0]],
]

function modelOfMeaning(model: string) {
  const calls: string[][] = []
  return {
    calls,
    model,
    embed: async (texts: string[], purpose?: 'question') => {
      // The texts that the scale is measured with are alike in pairs: a question, then its answer.
      if (purpose !== 'question')
        return texts.map((_, n) =>
          texts.map((__, other) => (Math.floor(n / 2) === Math.floor(other / 2) ? 1 : 0)),
        )
      calls.push(texts)
      return texts.map((text) => subjects.find(([words]) => words.test(text))?.[1] ?? [0, 0, 0, 1])
    },
  }
}

const chunk = async (text: string, model = 'm') => ({
  sourceId: 's',
  sourceName: 'House',
  chunk: 0,
  text,
  language: await loadLanguage('english'),
  vector: { model, values: Float32Array.from([0.5, 0.5, 0.5, 0.5]) },
})

describe('passages', () => {
  test('have the heading above them and know their place', async () => {
    const passages = passagesOf(await chunk(house))
    expect(passages.map(({ section, sentence }) => [section, sentence])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ])
    expect(passages[1]?.text).toMatch(/^Animals: Dogs sleep .* off the beds\.$/)
  })
  test('of a long section begin at their own sentence', async () => {
    const sentence = 'Every room has a window to the sea, a kettle, two chairs and a very large bed.'
    const passages = passagesOf(await chunk(`# Rooms\n${Array(40).fill(sentence).join(' ')}`))
    expect(passages.slice(0, 3).map(({ sentence: at }) => at)).toEqual([0, 2, 4])
    expect(passages.length).toBeLessThanOrEqual(16)
  })
  test('are embedded by one call, and not again for the next question', async () => {
    const index = createLexicalIndex()
    index.add(await chunk(house, 'once'))
    const model = modelOfMeaning('once')
    const pets = (await nearest(index, model, { texts: ['my pet'] }))('my pet')
    expect(model.calls).toHaveLength(2)
    expect(pets?.passages.get(0)?.map(({ section, meaning }) => [section, Math.round(meaning)])).toEqual([
      [0, 0],
      [1, 1],
      [2, 0],
    ])
    await nearest(index, model, { texts: ['to bathe'] })
    expect(model.calls.slice(2)).toEqual([['to bathe']])
  })
  test('choose the section that answers, also without a common word', async () => {
    const base64 = packVectors([[0.1, 0.7, 0.1, 0]])
    const vectors = { model: 'house', dimensions: 4, base64 }
    const source = { sourceId: 's', name: 'House', version: 1, chunks: [house], vectors }
    const retriever = createRetriever({
      loadChunks: async () => [source],
      settingsOf: async () => ({ ifKnowsThreshold: 0 }),
      embedding: modelOfMeaning('house'),
    })
    const found = await retriever.search('w', 'a', 'somewhere for my beloved pet?')
    expect(found.answer?.text).toMatch(/^\*\*Animals\*\*/)
  })
})
