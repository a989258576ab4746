/** Every language has every sentence, with the placeholders of the English one. */
import { expect, it } from 'vitest'
import { handoffPhrases } from './handoff-phrases.ts'
import { personRequestWords } from './person-request-words.ts'

const placeholders = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).toSorted()

it.each(Object.keys(personRequestWords))('is complete: %s', (language) => {
  const said = handoffPhrases[language]
  for (const [name, sentence] of Object.entries(handoffPhrases.en!)) {
    const own = Object.entries(said ?? {}).find(([other]) => other === name)?.[1]
    expect(own, name).toBeTruthy()
    expect(placeholders(own ?? ''), name).toEqual(placeholders(sentence))
    if (language !== 'en') expect(own, name).not.toBe(sentence)
  }
})
