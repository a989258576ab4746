import { describe, expect, test } from 'vitest'
import { extractAnswer } from './extract-answer.ts'
import { createRetriever } from './retriever.ts'

const long = `# Handbook

## Delivery
We are a small shop by the sea. Our family has been here since 1962 and likes what it does. Parcels leave our house every weekday at noon and travel with the yellow van. Delivery takes three working days. To the islands it takes a week, since the ferry only goes on Tuesdays. We never use plastic. The boxes are made of old cardboard, which we collect from our neighbours in the village every Saturday morning.

## What to bring
We have a list for you, so that you forget nothing when you come to us on the island for a whole week in summer or in winter:
- warm socks and two pairs of shoes, one of them waterproof and made for long walks along the beach
- a towel, since we have none for guests, and a cap against the sun that shines nearly every day here
- your insurance card and a list of the medicines that you take each day, with their doses

## Pets
Dogs are welcome.`

async function answer(question: string, chunks: string[]) {
  const retriever = createRetriever({
    loadChunks: async () => [{ sourceId: 's1', name: 'Guide', version: 1, chunks }],
  })
  return extractAnswer(question, await retriever.retrieve('w1', 'a1', question))
}

describe('extractAnswer', () => {
  test('returns the answer of a pair, and its source', async () => {
    expect(
      await answer('do you take cards?', ['Q: Can I pay by card?\nA: Yes, **all** cards.', 'Tea is nice.']),
    ).toEqual({
      text: 'Yes, **all** cards.',
      sources: [{ sourceId: 's1', name: 'Guide' }],
    })
  })
  test('returns a short section whole, under its heading', async () => {
    expect((await answer('Can I bring my dog?', [long])).text).toBe('**Pets**\n\nDogs are welcome.')
  })
  test('returns the answering sentences of a long section, in order', async () => {
    const { text } = await answer('How long does delivery to the islands take?', [long])
    expect(text).toMatch(/^\*\*Delivery\*\*\n\n/)
    expect(text).toContain('Delivery takes three working days. To the islands it takes a week')
    expect(text).not.toContain('neighbours')
  })
  test('returns lists as lists', async () => {
    const { text } = await answer('Do I need to bring a towel?', [long])
    expect(text).toContain('\n- warm socks')
    expect(text).toContain('\n- a towel')
  })
  test('returns an empty answer without chunks', () => {
    expect(extractAnswer('Anything?', [])).toEqual({ text: '', sources: [] })
  })
  test('works without a known language and with unusual texts', () => {
    const chunk = (text: string) => ({
      sourceId: 's',
      sourceName: 'n',
      chunk: 0,
      text,
      score: 1,
      matched: [],
    })
    expect(extractAnswer('???', [chunk('営業時間は九時からです。')]).text).toBe('営業時間は九時からです。')
    expect(extractAnswer('x', [chunk('# Only a heading')]).text).toBe('# Only a heading')
    expect(extractAnswer('x', [chunk('y'.repeat(5_000))]).text).toHaveLength(5_000)
  })
  test('returns the passage that a question in another language asks for', async () => {
    expect((await answer('¿Cuánto tarda la entrega?', [long])).text).toContain('three working days')
    expect((await answer('Sind Hunde erlaubt?', [long])).text).toContain('Dogs are welcome')
  })
})
