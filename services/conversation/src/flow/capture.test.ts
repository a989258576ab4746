import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { describe, expect, it } from 'vitest'
import type { Capture, Language } from '../phrases.ts'
import { readAnswer } from './answers.ts'
import { captureAnswer } from './capture.ts'
import { advance } from './flow.ts'
import type { NodeOf } from './flow-state.ts'

const AT = '2026-11-21T12:00:00.000Z' // a Saturday
const cases: Record<Capture, [said: string, read: string | undefined, language?: Language][]> = {
  text: [
    ['  a blue one ', 'a blue one'],
    ['   ', undefined],
  ],
  name: [
    ['Ada Lovelace', 'Ada Lovelace'],
    ["hello, I'm Zoë O’Brien-Łukasz.", 'Zoë O’Brien-Łukasz'],
    ['me llamo José', 'José', 'es'],
    ['ich heiße Jörg', 'Jörg', 'de'],
    ['Müller, Jens', 'Müller, Jens'],
    ['Ola', 'Ola'],
    ['Si', 'Si'],
    ['Will', 'Will'],
    ['ola', undefined],
    ['Ola', undefined, 'pt'],
    ['Sí', undefined, 'es'],
    ['Hello', undefined],
    ['Yes', undefined],
    ['Hello, Ada', 'Ada'],
    ['12345', undefined],
    ['I want to know when you open and what it costs there', undefined],
  ],
  email: [
    ['write to Ada.L+shop@Example.co.uk please', 'ada.l+shop@example.co.uk'],
    ['ada@example', undefined],
    ['@example.com', undefined],
    [`${'a'.repeat(100_000)}`, undefined],
  ],
  phone: [
    ['call +44 (0)20 7946-0000', '+442079460000'],
    ['0171 234567', '0171234567'],
    ['12', undefined],
    ['+1234567890123456789', undefined],
  ],
  number: [
    ['about 12 people', '12'],
    ['1,234.5', '1234.5'],
    ['1.234,50', '1234.5'],
    ['2,5', '2.5'],
    ['1,000', '1000'],
    ['-3', '-3'],
    ['many', undefined],
  ],
  date: [
    ['2026-12-24', '2026-12-24'],
    ['on 24.12.2026', '2026-12-24'],
    ['24/12/26', '2026-12-24'],
    ['12/24/2026', '2026-12-24'],
    ['March 3rd', '2027-03-03'],
    ['24 December 2026', '2026-12-24'],
    ['3. März', '2027-03-03', 'de'],
    ['le 3 août 2027', '2027-08-03', 'fr'],
    ['tomorrow', '2026-11-22'],
    ['mañana', '2026-11-22', 'es'],
    ['Monday', '2026-11-23'],
    ['samedi', '2026-11-28', 'fr'],
    ['übermorgen', '2026-11-23'],
    ['pasado mañana', '2026-11-23'],
    ['后天', '2026-11-23'],
    ['Freitag um 10 bitte', '2026-11-27'],
    ['mañana por la mañana no puedo pero el resto de la semana sí', undefined],
    ['31.02.2026', undefined],
    ['soon', undefined],
  ],
  'date-time': [
    ['tomorrow at 10', '2026-11-22T10:00'],
    ['am Montag um zehn', '2026-11-23T10:00', 'de'],
    ['tomorrow', undefined],
    ['at 10', undefined],
  ],
  money: [
    ['$1,500.50', '1500.5'],
    ['etwa 2 Tsd. €', '2000', 'de'],
    ['nothing', undefined],
  ],
  'yes-no': [
    ['Yes!', 'yes'],
    ['Sí', 'yes', 'es'],
    ['no, thanks', 'no'],
    ['Não', 'no', 'pt'],
    ['perhaps', undefined],
  ],
}

describe.each(Object.entries(cases) as [Capture, (typeof cases)['text']][])('a %s answer', (capture, all) => {
  it.each(all)('%j is read as %j', (said, read, language = 'en') => {
    const reading = captureAnswer(said, capture, { language, at: AT })
    expect(reading.ok ? reading.value : undefined).toBe(read)
  })
})

describe('an answer in the other language of the conversation', () => {
  it.each([
    ['trois', 'number', '3'],
    ['le 24 décembre à 19 heures', 'date-time', '2026-12-24T19:00'],
    ['oui, avec plaisir', 'yes-no', 'yes'],
    ['drei', 'number', '3'],
  ] as const)('%j to a %s is read as %j', (said, capture, read) => {
    const context = { language: 'de', at: AT } as const
    expect(captureAnswer(said, capture, { ...context, also: 'fr' })).toMatchObject({ ok: true, value: read })
  })
  it('is read once in its own', () => {
    const german = { language: 'de', at: AT } as const
    expect(captureAnswer('trois', 'number', german).ok).toBe(false)
    expect(captureAnswer('rot', 'number', { ...german, also: 'fr' }).ok).toBe(false)
  })
})

describe('a question for a number', () => {
  const nodes = [
    { id: 's', type: 'start', next: 'guests' },
    {
      ...{ id: 'guests', type: 'question', text: 'How many guests are you?', variable: 'guests' },
      ...{ capture: 'number', next: 'end' },
    },
    { id: 'end', type: 'end', text: '{{guests}}' },
  ].map((node) => ({ ...node, position: { x: 0, y: 0 } })) as AgentNode[]
  const talk = (language: Language, asks: string, ...messages: string[]) => {
    const asking = nodes.map((node) => (node.type === 'question' ? { ...node, text: asks } : node))
    let step = advance(asking, undefined, { type: 'start' }, language)
    const replies = messages.map((text) => {
      step = advance(asking, step.state, { type: 'message', text, at: AT }, language)
      return step.said.map((said) => (said.type === 'text' ? said.text : '')).join()
    })
    return { replies, guests: step.state.variables.guests }
  }
  const HOW_MANY = 'How many guests are you?'

  it('asks which is meant of several, and takes what is chosen', () => {
    const { replies, guests } = talk('en', HOW_MANY, '2 adults and 2 kids', '4')
    expect(replies[0]).toBe('2 or 4?')
    expect(guests).toBe('4')
    expect(talk('pt', HOW_MANY, 'duas ou três pessoas').replies).toEqual(['2 ou 3?'])
  })

  it('takes the total that is stated', () => {
    expect(talk('pt', HOW_MANY, 'somos quatro, dois adultos e duas crianças').guests).toBe('4')
    expect(talk('en', HOW_MANY, 'we are four, two adults and two children').guests).toBe('4')
  })

  it('is not asked for ever', () => {
    const { replies, guests } = talk('en', HOW_MANY, ...Array.from({ length: 4 }, () => 'one or two'))
    expect(replies[0]).toBe('1 or 2?')
    expect(replies.join()).toContain('I am sorry that I did not understand.')
    expect(guests).toBeUndefined()
  })

  it('takes none below zero where things are counted', () => {
    for (const said of ['minus 5', '-5']) {
      expect(talk('en', HOW_MANY, said), said).toMatchObject({ guests: undefined })
      expect(talk('de', 'Wie viele seid ihr?', said), said).toMatchObject({ guests: undefined })
      const freezer = {
        ...nodes[1],
        text: 'How cold is the freezer?',
        variable: 'celsius',
      } as NodeOf<'question'>
      expect(readAnswer(freezer, said, { language: 'en', at: AT }), said).toMatchObject({ value: '-5' })
    }
  })
})
