import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { type FlowState, storedFlow } from '@parley/contracts/conversation/flow-state.ts'
import { readJson } from '@parley/contracts/message.ts'
import { describe, expect, it, test } from 'vitest'
import { type Language, languages } from '../phrases.ts'
import { advance } from './flow.ts'
import { type FlowSignal, type FlowStep, nodeFlowIn } from './flow-state.ts'
import { readBackPhrases } from './read-back-phrases.ts'

type Bare = AgentNode extends infer N ? (N extends AgentNode ? Omit<N, 'position'> : never) : never
const flow = (...nodes: Bare[]): AgentNode[] =>
  nodes.map((node) => ({ ...node, position: { x: 0, y: 0 } }) as AgentNode)

/** A Saturday, at noon in Berlin. */
const AT = '2026-11-21T11:00:00.000Z'
const visitor = { timeZone: 'Europe/Berlin', region: 'DE' }

const table = flow(
  { id: 's', type: 'start', next: 'name' },
  { id: 'name', type: 'question', text: 'Your name?', variable: 'name', capture: 'name', next: 'when' },
  {
    id: 'when',
    type: 'question',
    text: 'When?',
    variable: 'when',
    capture: 'date-time',
    when: 'future',
    next: 'guests',
  },
  {
    id: 'guests',
    type: 'question',
    title: 'Guests',
    text: 'How many guests?',
    variable: 'guests',
    capture: 'number',
    next: 'terrace',
  },
  {
    id: 'terrace',
    type: 'question',
    text: 'Outside?',
    variable: 'terrace',
    capture: 'yes-no',
    next: 'sunny',
  },
  {
    id: 'sunny',
    type: 'condition',
    branches: [{ id: 'b', test: { variable: 'terrace', operator: 'is', value: 'yes' }, next: 'blanket' }],
    next: 'place',
  },
  { id: 'blanket', type: 'message', text: 'There are blankets.', next: 'place' },
  {
    id: 'place',
    type: 'buttons',
    title: 'Menu',
    text: 'Which menu?',
    buttons: [
      { id: 'meat', label: 'With meat', next: 'set-meat' },
      { id: 'green', label: 'Vegetarian', next: 'set-green' },
    ],
  },
  { id: 'set-meat', type: 'set-variable', variable: 'menu', value: 'with meat', next: 'phone' },
  { id: 'set-green', type: 'set-variable', variable: 'menu', value: 'vegetarian', next: 'phone' },
  { id: 'phone', type: 'question', text: 'Your phone?', variable: 'phone', capture: 'phone', next: 'check' },
  {
    id: 'check',
    type: 'read-back',
    values: ['name', 'when', 'guests', 'terrace', 'menu', 'phone', 'absent'].map((variable) => ({
      variable,
    })),
    gaveUp: 'lost',
    next: 'done',
  },
  { id: 'lost', type: 'message', text: 'Please call us.' },
  { id: 'done', type: 'end', text: 'Booked: {{name}}, {{when}}, {{guests}}, {{menu}}, {{phone}}.' },
  { id: 'd', type: 'default', next: 'ai' },
  { id: 'ai', type: 'ai' },
)

function talkIn(language: Language, nodes: AgentNode[], ...said: (string | FlowSignal)[]): FlowStep {
  let state: FlowState | undefined
  let step: FlowStep | undefined
  for (const one of said) {
    const signal: FlowSignal = typeof one === 'string' ? { type: 'message', text: one, at: AT } : one
    step = advance(nodes, state, signal, language, visitor)
    state = nodeFlowIn(readJson(storedFlow, JSON.stringify(step.state)))
  }
  return step!
}
const start = { type: 'start' } as const
const answers = [start, 'Ada Lovelace', 'next Friday at 7pm', '4', 'no', 'Vegetarian', '030 2101102'] as const
const talk = (...said: (string | FlowSignal)[]) => talkIn('en', table, ...answers, ...said)
const textOf = (step: FlowStep) =>
  step.said.flatMap((one) => (one.type === 'text' ? [one.text] : [])).join('\n')
const buttonsOf = (step: FlowStep) =>
  step.said.flatMap((one) => (one.type === 'buttons' ? one.buttons.map(({ label }) => label) : []))

describe('a read-back', () => {
  it('says each value in words, without those that are not known', () => {
    const step = talk()
    expect(textOf(step)).toBe(
      [
        'This is what I have noted:\n',
        '- **Name**: Ada Lovelace',
        '- **Date**: Friday, 27 November 2026 at 19:00',
        '- **Guests**: 4',
        '- **terrace**: no',
        '- **Menu**: vegetarian',
        '- **Phone**: +49 30 2101102\n',
        'Is that right?',
      ].join('\n'),
    )
    expect(buttonsOf(step)).toEqual(['Yes, that is right', 'No, change something'])
    expect([step.state.nodeId, step.follow.type]).toEqual(['check', 'wait'])
  })

  it.each([
    'yes',
    'Yes, that is right',
    'yep!',
    'looks good',
    'Yes, Friday at 7pm',
    '👍',
    'ok',
    'sí, gracias',
    'ja, stimmt',
    'oui',
  ])('goes on with %j', (yes) => expect(textOf(talk(yes))).toMatch(/^Booked: Ada Lovelace, Friday/))

  it.each([
    ['no, at 8pm', 'when', '2026-11-27T20:00'],
    ['at 20:30 please', 'when', '2026-11-27T20:30'],
    ['Saturday instead', 'when', '2026-11-28T19:00'],
    ['not Friday but Saturday', 'when', '2026-11-28T19:00'],
    ['Yes, but on Saturday at 6pm', 'when', '2026-11-28T18:00'],
    ['Can we make it 8pm?', 'when', '2026-11-27T20:00'],
    ['no, 5', 'guests', '5'],
    ['we will be 6', 'guests', '6'],
    ['no, my name is Ada Byron', 'name', 'Ada Byron'],
    ['my number is 030 2101199', 'phone', '+49302101199'],
    ['no, with meat', 'menu', 'with meat'],
  ])('takes %j as a correction of %s', (said, variable, value) => {
    const step = talk(said)
    expect([step.state.nodeId, step.state.variables[variable]]).toEqual(['check', value])
    expect(step.state.variables).toEqual({ ...talk().state.variables, [variable]: value })
    expect(textOf(step)).toMatch(/^This is what I have noted/)
    expect(step.state.correcting).toBeUndefined()
    expect(textOf(talk(said, 'yes'))).toMatch(/^Booked/)
  })

  it('takes two corrections at once, each for the only field that it fits', () => {
    const { variables } = talk('no, Saturday at 8pm and my number is 030 2101199').state
    expect([variables.when, variables.phone]).toEqual(['2026-11-28T20:00', '+49302101199'])
  })

  it('refuses a correction that the question would refuse', () => {
    const step = talk('no, yesterday')
    expect([step.state.nodeId, step.state.variables.when]).toEqual(['check', '2026-11-27T19:00'])
    expect(textOf(step)).toContain('That day is over')
  })

  it.each(['no', 'No, change something', 'that is wrong', 'nope'])('asks what is wrong after %j', (no) => {
    const step = talk(no)
    expect(textOf(step)).toBe('What should I change?')
    expect(buttonsOf(step)).toEqual(['Name', 'Date', 'Guests', 'terrace', 'Menu', 'Phone'])
    // A yes to that question confirms nothing.
    expect(talk(no, 'yes').state.nodeId).toBe('check')
    expect(textOf(talk(no, 'at 8pm'))).toContain('at 20:00')
  })

  it.each([
    ['the name is wrong', 'name', 'Ada Byron', 'Ada Byron'],
    ['no, the date', 'when', 'Saturday at 6pm', '2026-11-28T18:00'],
    ['the time is not right', 'when', 'Saturday at 6pm', '2026-11-28T18:00'],
    ['Please change the phone number', 'phone', '030 2101199', '+49302101199'],
    ['the number of guests', 'guests', '12', '12'],
    ['wrong menu', 'place', 'with meat', 'with meat'],
  ])('asks the question of a field again after %j, and returns', (said, node, answer, value) => {
    const asked = talk(said)
    expect([asked.state.nodeId, asked.state.correcting]).toEqual([node, 'check'])
    const back = talk(said, answer)
    expect([back.state.nodeId, back.state.correcting]).toEqual(['check', undefined])
    expect(Object.values(back.state.variables)).toContain(value)
    expect(textOf(back)).not.toContain('?\nThis is what')
    expect(textOf(talk('no', said, answer))).toMatch(/^This is what/)
  })

  it('goes another way where a corrected value leads there, and asks only what is not known', () => {
    const step = talk('terrace', 'yes')
    expect(textOf(step)).toMatch(/^There are blankets\.\nThis is what/)
    // What another value doesn't change is not said again.
    expect(textOf(talk('terrace', 'yes', 'no, at 8pm'))).toMatch(/^This is what/)
  })

  it('gives up after the last try, and never confirms by itself', () => {
    const lost = talk('no', 'no', 'no')
    expect(textOf(lost)).toBe('Please call us.')
    expect(textOf(talk('purple', 'blue', 'grey'))).toBe('Please call us.')
    for (const unclear of ['yes but', 'yes, but the phone number is wrong', 'maybe', '...', 'blue'])
      expect(textOf(talk(unclear)), unclear).not.toContain('Booked')
  })

  it('can be left like every other question', () => {
    const asked = talk('Is there a car park?')
    expect(asked.follow).toMatchObject({ type: 'answer', question: 'Is there a car park?' })
    const again = talk('Is there a car park?', { type: 'answered' })
    expect([again.state.nodeId, textOf(again)]).toEqual(['check', 'Is that right?'])
    expect(talk('I want to talk to a human').follow.type).toBe('person')
    expect(textOf(talk('back'))).toBe('Your phone?')
    expect(textOf(talk('back', '030 2101102'))).toMatch(/^This is what/)
    expect(textOf(talk('restart'))).toBe('Your name?')
    expect(talk('restart').state.variables).toEqual({})
    expect(talk('stop').state.nodeId).toBeUndefined()
    expect(talk('skip').state.nodeId).toBe('check')
  })

  it('asks before it is left by a button that was shown before', () => {
    const menu = flow(
      { id: 's', type: 'start', next: 'menu' },
      {
        ...{ id: 'menu', type: 'buttons', text: 'Hello' },
        buttons: [
          { id: 'book', label: 'Book', next: 'name' },
          { id: 'order', label: 'Order status', next: 'order' },
        ],
      },
      { id: 'name', type: 'question', text: 'Your name?', variable: 'name', capture: 'name', next: 'check' },
      { id: 'check', type: 'read-back', values: [{ variable: 'name' }], next: 'done' },
      { id: 'order', type: 'message', text: 'It is on its way.' },
      { id: 'done', type: 'end', text: 'Booked: {{name}}.' },
    )
    const say = (...said: string[]) => talkIn('en', menu, start, 'Book', 'Ada', ...said)
    const asked = say('order status')
    expect(textOf(asked)).toMatch(/not confirmed yet.*“Order status”/)
    expect([asked.state.nodeId, buttonsOf(asked)[0]]).toEqual(['check', 'Yes, that is right'])
    expect(textOf(say('order status', 'yes'))).toBe('Booked: Ada.')
    expect(textOf(say('order status', 'Order status'))).toBe('It is on its way.')
    expect(say('order status', 'Book').state.nodeId).toBe('check')
    expect(textOf(say('order status', 'purple', 'order status'))).toMatch(/not confirmed yet/)
  })

  it('does not ask again for what is said as it was noted', () => {
    expect(talk('4 guests').state).toMatchObject({ nodeId: 'check', tries: 1 })
    expect(textOf(talk('four guests', 'yes'))).toMatch(/^Booked/)
    expect(textOf(talk('three guests'))).toContain('- **Guests**: 3')
    expect(textOf(talk('no, 3 guests'))).toContain('- **Guests**: 3')
    expect(textOf(talk('no, 4 guests'))).toBe('What should I change?')
    expect(textOf(talk('the number of guests'))).toBe('How many guests?')
  })

  it('can be left while a value is corrected', () => {
    const aside = talk('the name is wrong', 'Is there a car park?')
    expect([aside.follow.type, aside.state.correcting]).toEqual(['answer', 'check'])
    const back = talk('the name is wrong', 'Is there a car park?', { type: 'answered' }, 'Ada Byron')
    expect([back.state.nodeId, back.state.variables.name]).toEqual(['check', 'Ada Byron'])
    expect(talk('the name is wrong', 'skip').state).toMatchObject({ nodeId: 'check' })
    expect(talk('the name is wrong', 'back').state.nodeId).toBe('check')
    const stopped = talk('the name is wrong', 'stop').state
    expect([stopped.nodeId, stopped.correcting]).toEqual([undefined, undefined])
  })

  it('fills nothing into what a visitor wrote', () => {
    const named = flow(
      { id: 's', type: 'start', next: 'q' },
      { id: 'q', type: 'question', text: 'Why?', variable: 'why', capture: 'text', next: 'check' },
      { id: 'check', type: 'read-back', text: 'So:', values: [{ variable: 'why', label: 'Reason' }] },
    )
    const step = talkIn('en', named, start, 'a {{why}}\n- **Paid**: yes ```x')
    expect(textOf(step)).toContain('- **Reason**: a {{why}} - **Paid**: yes "x')
    expect(textOf(step).match(/^- /gm)).toHaveLength(1)
    expect(textOf(talkIn('en', named, start, 'x', 'no'))).toBe('Why?')
  })

  it('is passed where nothing is known', () => {
    const empty = flow(
      { id: 's', type: 'start', next: 'check' },
      { id: 'check', type: 'read-back', values: [{ variable: 'x' }], next: 'm' },
      { id: 'm', type: 'message', text: 'Hello' },
    )
    expect(textOf(talkIn('en', empty, start))).toBe('Hello')
  })

  it('reads the same two kinds by their titles, and asks which is meant', () => {
    const stay = flow(
      { id: 's', type: 'start', next: 'from' },
      {
        id: 'from',
        type: 'question',
        title: 'Arrival',
        text: 'From?',
        variable: 'a',
        capture: 'date',
        next: 'to',
      },
      {
        id: 'to',
        type: 'question',
        title: 'Departure',
        text: 'To?',
        variable: 'b',
        capture: 'date',
        next: 'check',
      },
      { id: 'check', type: 'read-back', values: [{ variable: 'a' }, { variable: 'b' }] },
    )
    const given = [start, '2026-12-01', '2026-12-05'] as const
    expect(textOf(talkIn('en', stay, ...given))).toContain('- **Arrival**: Tuesday, 1 December 2026')
    expect(buttonsOf(talkIn('en', stay, ...given, 'no, 2026-12-03'))).toEqual(['Arrival', 'Departure'])
    expect(talkIn('en', stay, ...given, 'no, departure on 2026-12-07').state.variables).toEqual({
      a: '2026-12-01',
      b: '2026-12-07',
    })
  })
})

test.each(languages)('is understood in %s', (language) => {
  const words = readBackPhrases[language]
  const nodes = flow(
    { id: 's', type: 'start', next: 'q' },
    { id: 'q', type: 'question', text: '?', variable: 'day', capture: 'date', next: 'p' },
    { id: 'p', type: 'question', text: '?', variable: 'phone', capture: 'phone', next: 'check' },
    { id: 'check', type: 'read-back', values: [{ variable: 'day' }, { variable: 'phone' }], next: 'done' },
    { id: 'done', type: 'end', text: 'Booked' },
  )
  const said = [start, '2026-11-27', '+44 20 7946 0000'] as const
  const step = talkIn(language, nodes, ...said)
  expect(textOf(step)).toContain(words.noted)
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  expect(textOf(step)).toContain(weekday.format(new Date('2026-11-27')))
  expect(textOf(talkIn(language, nodes, ...said, words.yes))).toBe('Booked')
  const no = talkIn(language, nodes, ...said, words.no)
  expect(textOf(no)).toBe(words.what)
  for (const label of buttonsOf(no))
    expect(talkIn(language, nodes, ...said, words.no, label).state.correcting, label).toBe('check')
  expect(talkIn(language, nodes, ...said, words.no, buttonsOf(no)[0]!).state.nodeId).toBe('q')
  expect(talkIn(language, nodes, ...said, '2026-11-28').state.variables.day).toBe('2026-11-28')
})

describe('codes', () => {
  const repair = flow(
    { id: 's', type: 'start', next: 'model' },
    {
      id: 'model',
      type: 'question',
      text: 'Which machine?',
      variable: 'model',
      capture: 'text',
      next: 'serial',
    },
    {
      ...{ id: 'serial', type: 'question', title: 'Serial number', text: 'What is its serial number?' },
      ...{ variable: 'serial_number', capture: 'text', next: 'check' },
    },
    {
      ...{ id: 'check', type: 'read-back', next: 'done' },
      values: [{ variable: 'model' }, { variable: 'serial_number' }],
    },
    { id: 'done', type: 'end', text: 'Noted: {{model}}, {{serial_number}}.' },
  )
  const say = (...said: string[]) => talkIn('en', repair, start, 'Crema Duo', ...said)

  it('are corrected by a message that names them', () => {
    const step = say('CD11112222', 'no, the serial number is wrong, it is CU87654321')
    expect(textOf(step)).toContain('CU87654321')
    expect(step.state.nodeId).toBe('check')
    expect(textOf(say('CD11112222', 'no, the serial number is wrong, it is CU87654321', 'yes'))).toBe(
      'Noted: Crema Duo, CU87654321.',
    )
    // A number that may be anything corrects nothing.
    expect(textOf(say('CD11112222', 'no, it is for 4711'))).not.toContain('4711')
    expect(textOf(say('CD11112222', 'the serial number is wrong'))).toBe('What is its serial number?')
  })

  it('are asked for again in words that say what is missing', () => {
    expect(textOf(say('i told you already'))).toContain('I could not find a number or code in that.')
  })
})
