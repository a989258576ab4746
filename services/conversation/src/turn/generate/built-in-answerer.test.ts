import { describe, expect, it } from 'vitest'
import { languages, phrases } from '../../phrases.ts'
import {
  answerBuiltIn,
  type BuiltInQuestion,
  fromKnowledge,
  hasAnswer,
  wordGroups,
} from './built-in-answerer.ts'

const nothing = { items: [], threshold: 0.35 }
const chunk = (score: number, sourceName = 'Opening hours') => ({
  sourceId: `s-${sourceName}`,
  sourceName,
  chunk: 0,
  text: 'We open at nine. We are closed on Sunday.',
  score,
})
const ask = (text: string, more: Partial<BuiltInQuestion> = {}) =>
  answerBuiltIn({
    text,
    language: 'en',
    facts: '',
    retrieval: nothing,
    ...more,
  })

describe('what was found', () => {
  it('has an answer if the best reaches the threshold, though by both ranks another is the first', () => {
    const item = (sourceName: string, score: number) => ({
      sourceId: sourceName,
      sourceName,
      chunk: 0,
      text: 'Text.',
      score,
    })
    const retrieval = { items: [item('First', 0.3), item('Best', 0.8)], threshold: 0.5 }
    expect(hasAnswer(retrieval)).toBe(true)
    expect(fromKnowledge({ language: 'en', retrieval })?.sources).toEqual([
      { sourceId: 'Best', name: 'Best' },
    ])
    expect(hasAnswer({ ...retrieval, threshold: 0.9 })).toBe(false)
    expect(hasAnswer({ items: [], threshold: 0 })).toBe(false)
  })
})

describe('the built-in answerer', () => {
  it('answers small talk in the agent’s language', () => {
    expect(ask('Hi!').text).toBe(phrases.en.greeting)
    expect(ask('¡Buenos días!', { language: 'es' }).text).toBe(phrases.es.greeting)
    expect(ask('Merci beaucoup', { language: 'fr' }).text).toBe(phrases.fr.thanks)
    expect(ask('Tschüss!', { language: 'de' }).text).toBe(phrases.de.goodbye)
    expect(ask('Are you a bot?').text).toBe(phrases.en.about)
    expect(ask('Hi, when do you open?').text).not.toBe(phrases.en.greeting)
  })

  it('quotes the knowledge with its source’s name', () => {
    const answer = ask('When do you open?', {
      retrieval: {
        items: [chunk(0.8)],
        threshold: 0.35,
        answer: {
          text: 'We open at nine.',
          sources: [{ sourceId: 's-Opening hours', name: 'Opening hours' }],
        },
      },
    })
    expect(answer).toEqual({
      text: 'Here is what I found in “Opening hours”:\n\nWe open at nine.',
      sources: [{ sourceId: 's-Opening hours', name: 'Opening hours' }],
      grounded: true,
    })
  })

  it('quotes the whole chunk if nothing of it was chosen', () => {
    const retrieval = { items: [chunk(0.8)], threshold: 0.35 }
    expect(ask('Hours?', { retrieval }).text).toContain('closed on Sunday')
  })

  it('says below the threshold that it does not know, and what it can do', () => {
    const retrieval = { items: [chunk(0.2), chunk(0.1, 'Prices'), chunk(0.1)], threshold: 0.35 }
    const answer = ask('Do you sell boats?', { retrieval })
    expect(answer.grounded).toBe(false)
    expect(answer.sources).toEqual([])
    expect(answer.text).toBe(`${phrases.en.unknown}\n\n${phrases.en.topics}\n- Opening hours\n- Prices`)
    expect(ask('Do you sell boats?').text).toBe(phrases.en.unknown)
  })

  describe('with facts that it may state', () => {
    const facts = `The bakery is at 12 Harbour Street, Bristol. We deliver within five miles.
- Opening hours: 7 am to 3 pm, closed on Mondays.
You can park behind the house.`

    it.each([
      ['Where is the bakery?', 'The bakery is at 12 Harbour Street, Bristol.'],
      ['What are your opening hours?', 'Opening hours: 7 am to 3 pm, closed on Mondays.'],
      ['Do you deliver?', 'We deliver within five miles.'],
      ['Where can I park?', 'You can park behind the house.'],
    ])('answers %j', (question, fact) => {
      expect(ask(question, { facts })).toEqual({ text: fact, sources: [], grounded: true })
    })

    it('says that it does not know what they do not answer', () => {
      expect(ask('Who bakes the bread?', { facts }).grounded).toBe(false)
    })
  })

  it('streams groups of words that make up the text', () => {
    const text = 'Here is what I found in “Opening hours”:\n\nWe open at nine.\n- one\n'
    expect(wordGroups(text).join('')).toBe(text)
    expect(wordGroups(text)[0]).toBe('Here is what I ')
    expect(wordGroups('')).toEqual([])
  })

  it('has every sentence in every language', () => {
    for (const language of languages) {
      const flat = JSON.stringify(phrases[language])
      expect(flat).not.toMatch(/""/)
      expect(phrases[language].found).toContain('{source}')
    }
  })
})
