import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import type { FlowState } from '@parley/contracts/conversation/flow-state.ts'
import { expect, it } from 'vitest'
import { languages } from '../phrases.ts'
import { evasionIn } from '../understanding/evasions.ts'
import { evasionPhrase, evasionPhrases } from './evasion-phrases.ts'
import { advance } from './flow.ts'

const position = { x: 0, y: 0 }
const nodes: AgentNode[] = [
  { id: 's', type: 'start', next: 'menu', position },
  {
    id: 'menu',
    type: 'buttons',
    text: 'What?',
    buttons: [
      { id: 'book', label: 'Request an appointment', next: 'what' },
      { id: 'change', label: 'Change or cancel an appointment', next: 'day' },
    ],
    next: 'ai',
    position,
  },
  { id: 'what', type: 'question', text: 'What for?', variable: 'reason', capture: 'text', position },
  {
    id: 'day',
    type: 'question',
    text: 'Which day?',
    variable: 'day',
    capture: 'date',
    next: 'bye',
    position,
  },
  { id: 'bye', type: 'end', text: '{{day}}', position },
  { id: 'ai', type: 'ai', position },
]
const at = '2026-11-23T09:00:00Z'
const after = (state: FlowState, text: string, region?: string) =>
  advance(nodes, state, { type: 'message', text, at }, 'en', { region })
const waitsAt = (nodeId: string): FlowState => ({ nodeId, variables: {}, path: ['menu', nodeId] })

it.each(['wait', 'one moment', 'keine Ahnung', 'je ne sais pas', 'stupid bot', '役立たず', '不知道', '...'])(
  'takes %j for no answer',
  (text) => {
    const step = after(waitsAt('what'), text)
    expect(step.state).toMatchObject({ nodeId: 'what', variables: {}, tries: 1 })
  },
)

it.each([
  'a haircut',
  'my stupid lamp broke in two after a day',
  'waiting room chairs',
  'Moment of inertia lessons',
])('takes %j for an answer', (text) => {
  expect(after(waitsAt('what'), text).state.variables).toEqual({ reason: text })
})

it('has its phrases in each language', () => {
  for (const language of languages)
    for (const text of Object.values(evasionPhrases[language])) expect(text.length).toBeGreaterThan(3)
  expect(evasionIn('x'.repeat(100_000))).toBeUndefined()
})

it.each([[true], [false]])('offers a person only where one can be asked for: %s', (hasPeople) => {
  for (const language of languages)
    for (const what of ['unsure', 'abuse', 'stuck'] as const) {
      const said = evasionPhrase(what, language, hasPeople)
      const words = [
        'person',
        'Mitarbeiter',
        'persona',
        'humain',
        'pessoa',
        'medewerker',
        'konsultant',
        'temsilci',
      ]
      const offered = [...words, 'موظف', 'इंसान', '担当者', '人工'].some((word) => said.includes(word))
      expect(offered, said).toBe(hasPeople)
    }
})

it('asks which button is meant once, then takes the plainest', () => {
  const asked = after(waitsAt('menu'), 'appointment')
  expect(asked.said[0]).toEqual({ type: 'text', text: 'Which of these do you mean?' })
  expect(after(asked.state, 'appointment').state.nodeId).toBe('what')
  expect(after(waitsAt('menu'), 'Can I request an appointment?').state.nodeId).toBe('what')
})

it('asks for a person after three questions without an answer, and forgets them with the first answer', () => {
  const unknown = { type: 'answered', unknown: true } as const
  let step = after(waitsAt('menu'), 'Do you like cats?')
  const follows: string[] = []
  for (let nth = 0; nth < 3; nth++) {
    step = advance(nodes, step.state, unknown, 'en')
    follows.push(step.follow.type)
    step = after(step.state, 'Do you like cats?')
  }
  expect(follows).toEqual(['wait', 'wait', 'person'])
  expect(step.said).toEqual([])
  expect(advance(nodes, step.state, { type: 'answered' }, 'en').state.unknown).toBeUndefined()
})

it('goes on saying what else is possible where no person is asked for by itself', () => {
  const unknown = { type: 'answered', unknown: true } as const
  let step = after(waitsAt('menu'), 'Do you like cats?')
  for (let nth = 0; nth < 3; nth++) {
    const visitor = { asksForPeople: false }
    step = advance(nodes, step.state, unknown, 'en', visitor)
    expect(step.follow.type).toBe('wait')
    if (nth > 0)
      expect(step.said[0]).toMatchObject({ text: 'You can choose one of these, or write “person”.' })
    step = after(step.state, 'Do you like cats?')
  }
})

it('asks which day 01/02 is where nothing says it', () => {
  const step = after(waitsAt('day'), '01/02')
  expect(step.said).toEqual([{ type: 'text', text: 'Monday, 1 February 2027 or Saturday, 2 January 2027?' }])
  expect(after(step.state, '2 January').state.variables).toEqual({ day: '2027-01-02' })
  expect(after(waitsAt('day'), '01/02', 'GB').state.variables).toEqual({ day: '2027-02-01' })
  expect(after(waitsAt('day'), '01/02', 'US').state.variables).toEqual({ day: '2027-01-02' })
  expect(after(waitsAt('day'), '02/02').state.variables).toEqual({ day: '2027-02-02' })
})
