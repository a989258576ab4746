/** A form that is asked field by field, as on channels that can't show one. */
import { type AgentNode, nodeSchema } from '@parley/contracts/agent/nodes.ts'
import { type FlowState, storedFlow } from '@parley/contracts/conversation/flow-state.ts'
import { readJson } from '@parley/contracts/message.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages } from '../phrases.ts'
import { commandIn } from '../understanding/commands.ts'
import { yesNoIn } from '../understanding/yes-no.ts'
import { advance } from './flow.ts'
import { flowPhrases } from './flow-phrases.ts'
import { type FlowSignal, type FlowStep, nodeFlowIn } from './flow-state.ts'
import { asksFieldByField } from './form.ts'

const AT = '2026-11-21T12:00:00.000Z'
const fields = [
  { name: 'name', label: 'Name', type: 'name', required: true },
  { name: 'email', label: 'E-mail', type: 'email', required: true, placeholder: 'you@example.com' },
  { name: 'size', label: 'Size', type: 'select', options: ['Small', 'Medium', 'Large'] },
  { name: 'guests', label: 'Guests', type: 'number' },
  { name: 'note', label: 'Anything else?', type: 'long-text' },
  { name: 'terms', label: 'I accept the terms', type: 'checkbox', required: true },
] as const
const flow = (...nodes: object[]): AgentNode[] =>
  nodes.map((node) => nodeSchema.parse({ position: { x: 0, y: 0 }, ...node }))
const nodes = flow(
  { id: 's', type: 'start', next: 'topic' },
  {
    ...{ id: 'topic', type: 'buttons', text: 'What is it?' },
    buttons: [
      { id: 'book', label: 'A table', next: 'f' },
      { id: 'large', label: 'Large', next: 'other' },
    ],
  },
  { id: 'f', type: 'form', text: 'Your details, please.', fields, next: 'check' },
  { id: 'check', type: 'read-back', values: fields.map(({ name }) => ({ variable: name })), next: 'done' },
  { id: 'done', type: 'message', text: 'Thanks, {{name}} ({{size}}, {{guests}}, {{terms}})' },
  { id: 'other', type: 'message', text: 'Something else.' },
  { id: 'd', type: 'default', next: 'help' },
  { id: 'help', type: 'message', text: 'That is how it is.' },
)
const start = { type: 'start' } as const

/** Each step goes through JSON, as from one process to the next. */
function talkIn(visitor: { fieldByField?: boolean }, said: readonly (string | FlowSignal)[], of = nodes) {
  let state: FlowState | undefined
  const steps: FlowStep[] = []
  for (const one of said) {
    const signal: FlowSignal = typeof one === 'string' ? { type: 'message', text: one, at: AT } : one
    const step = advance(of, state, signal, 'en', visitor)
    expect(advance(of, state, signal, 'en', visitor)).toEqual(step)
    state = nodeFlowIn(readJson(storedFlow, JSON.stringify(step.state)))
    steps.push(step)
  }
  return steps
}
const talk = (...said: (string | FlowSignal)[]): FlowStep =>
  talkIn({ fieldByField: true }, [start, 'A table', ...said]).at(-1)!
const textsOf = ({ said }: FlowStep) =>
  said.map((one) =>
    one.type === 'text' ? one.text : one.type === 'buttons' ? one.buttons.map(({ label }) => label) : one,
  )
const after = (...said: string[]) => textsOf(talk(...said))
const hint = flowPhrases.en.maySkip
const sizes = ['Size', ['Small', 'Medium', 'Large', 'Skip']]

describe('a form that is asked field by field', () => {
  it('says its text, then asks for one field after the other', () => {
    expect(after()).toEqual(['Your details, please.', 'Name'])
    expect(after('Ada')).toEqual(['E-mail (you@example.com)'])
    expect(after('Ada', 'ada@example.com')).toEqual(sizes)
    expect(after('Ada', 'ada@example.com', 'Medium')).toEqual([`Guests\n\n${hint}`])
    expect(after('Ada', 'ada@example.com', 'Medium', '4')).toEqual([`Anything else?\n\n${hint}`])
    expect(after('Ada', 'ada@example.com', 'Medium', '4', 'Is there parking?')).toEqual([
      'I accept the terms',
      ['Yes', 'No'],
    ])
    const last = talk('Ada', 'ada@example.com', 'Medium', '4', 'Is there parking?', 'Yes')
    expect([last.state.nodeId, last.state.form]).toEqual(['check', undefined])
    expect(last.captured).toEqual([
      {
        by: 'form',
        contact: 'address',
        fields: {
          ...{ name: 'Ada', email: 'ada@example.com', size: 'Medium' },
          ...{ guests: '4', note: 'Is there parking?', terms: 'yes' },
        },
        request: { nth: 1, status: 'started' },
      },
    ])
  })

  it('captures nothing before it is complete, as on the website', () => {
    const steps = talkIn({ fieldByField: true }, [start, 'A table', 'Ada', 'ada@example.com', 'Medium'])
    expect(steps.flatMap(({ captured }) => captured)).toEqual([])
    expect(steps.at(-1)?.state.variables).toEqual({})
  })

  it.each(['2', 'the second', 'medium', 'Mediun', 'Medium please'])('takes “%s” for a choice', (said) => {
    expect(talk('Ada', 'ada@example.com', said).state.form?.answers).toMatchObject({ size: 'Medium' })
  })

  it.each(['4', 'Skip', 'skip this question', 'I would rather not say'])(
    'leaves an optional choice out after “%s”',
    (said) => {
      expect(talk('Ada', 'ada@example.com', said).state.form?.answers).toMatchObject({ size: '' })
    },
  )

  it('takes an option before a button that was shown earlier and has the same label', () => {
    expect(talk('Ada', 'ada@example.com', 'Large').state.form?.answers).toMatchObject({ size: 'Large' })
  })

  it('asks again in the words of the website, and for what it needs', () => {
    const onWebsite = (answers: Record<string, string>) =>
      textsOf(
        talkIn({}, [
          start,
          'A table',
          { type: 'message', text: '', at: AT, form: { formId: 'f', answers } },
        ]).at(-1)!,
      )[0]
    const given = { name: 'Ada', email: 'ada@example.com', terms: 'yes' }
    expect(after('Ada', 'nowhere')).toEqual([onWebsite({ ...given, email: 'nowhere' })])
    expect(after('Ada', 'ada@example.com', 'Huge')).toEqual([onWebsite({ ...given, size: 'Huge' }), sizes[1]])
    expect(after('Ada', 'ada@example.com', 'skip', 'lots')).toEqual([onWebsite({ ...given, guests: 'lots' })])
    const terms = ['Ada', 'ada@example.com', 'skip', 'skip', 'skip']
    expect(after(...terms, 'No')).toEqual([onWebsite({ ...given, terms: 'no' }), ['Yes', 'No']])
    expect(after('skip')).toEqual([flowPhrases.en.required])
    expect(after(...terms, 'skip')).toEqual([flowPhrases.en.required, ['Yes', 'No']])
  })

  it('goes back field by field, and into the form from what follows it', () => {
    expect(after('Ada', 'ada@example.com', 'back')).toEqual(['E-mail (you@example.com)'])
    expect(after('Ada', 'back', 'Bea')).toEqual(['E-mail (you@example.com)'])
    expect(talk('Ada', 'back', 'Bea').state.form?.answers).toEqual({ name: 'Bea' })
    expect(after('back')).toEqual(['What is it?', ['A table', 'Large']])
    const whole = ['Ada', 'ada@example.com', 'skip', 'skip', 'skip', 'Yes']
    expect(after(...whole, 'back')).toEqual(['I accept the terms', ['Yes', 'No']])
    expect(after(...whole, 'back', 'back')).toEqual([`Anything else?\n\n${hint}`])
    const again = talk(...whole, 'back', 'back', 'Parking', 'Yes')
    expect(again.captured[0]?.fields).toMatchObject({ name: 'Ada', note: 'Parking', terms: 'yes' })
  })

  it('answers questions and asks for a person in between, keeps what was given, and asks on', () => {
    const asked = talk('Ada', 'What is it for?')
    expect(textsOf(asked)).toEqual(['That is how it is.', 'E-mail (you@example.com)'])
    expect(asked.state.form?.answers).toEqual({ name: 'Ada' })
    const person = talk('Ada', 'I want to talk to a person')
    expect([person.follow.type, person.state.form?.answers]).toEqual(['person', { name: 'Ada' }])
    expect(after('Ada', 'I want to talk to a person', 'ada@example.com')).toEqual(sizes)
  })

  it('keeps what was given while a model answers a question', () => {
    const answering = [
      ...nodes.filter(({ id }) => id !== 'd'),
      ...flow({ id: 'd', type: 'default', next: 'ai' }, { id: 'ai', type: 'ai' }),
    ]
    const [asked, answered] = talkIn(
      { fieldByField: true },
      [start, 'A table', 'Ada', 'What is it for?', { type: 'answered' }],
      answering,
    ).slice(-2)
    expect([asked?.follow.type, asked?.state.nodeId]).toEqual(['answer', 'ai'])
    expect([textsOf(answered!), answered?.state.form]).toEqual([
      ['E-mail (you@example.com)'],
      { id: 'f', answers: { name: 'Ada' } },
    ])
  })

  it('stops, starts over, and gives up after some tries', () => {
    expect(talk('Ada', 'stop').state).toEqual({ variables: {}, path: expect.anything() })
    expect(textsOf(talk('Ada', 'start over'))).toEqual(['What is it?', ['A table', 'Large']])
    expect(talk('Ada', 'x', 'y', 'z').state).toMatchObject({ variables: {} })
    expect(talk('Ada', 'x', 'y', 'z').state.form).toBeUndefined()
  })

  it('corrects one field of a read-back alone', () => {
    const whole = ['Ada', 'ada@example.com', 'Small', '4', 'skip', 'Yes']
    expect(after(...whole, 'The size is wrong')).toEqual(sizes)
    const corrected = talk(...whole, 'The size is wrong', 'Large')
    expect(corrected.state).toMatchObject({ nodeId: 'check', variables: { name: 'Ada', size: 'Large' } })
    expect(textsOf(talk(...whole, 'The size is wrong', 'Large', 'yes'))).toEqual([
      'Thanks, Ada (Large, 4, yes)',
    ])
  })

  it('takes what is said besides for the fields that follow', () => {
    expect(after('I am Ada, ada@example.com')).toEqual(sizes)
  })

  it('asks again for the same field after another process took over, whatever was answered', () => {
    const words = fc.constantFrom('Ada', 'ada@example.com', 'Medium', '2', 'skip', 'back', 'Yes', 'What for?')
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), (said) => {
        for (const step of talkIn({ fieldByField: true }, [start, 'A table', ...said])) {
          const { form, nodeId } = step.state
          if (form) expect(nodeId).toBe('f')
          for (const captured of step.captured)
            expect(
              Object.keys(captured.fields).every((name) => fields.some((one) => one.name === name)),
            ).toBe(true)
        }
      }),
    )
  })

  it('has the same data as the website’s form', () => {
    const answers = {
      name: 'Ada',
      email: 'ada@example.com',
      size: 'Small',
      guests: '4',
      note: 'x',
      terms: 'yes',
    }
    const filled = { type: 'message', text: '', at: AT, form: { formId: 'f', answers } } as const
    const onWebsite = talkIn({}, [start, 'A table', filled]).at(-1)!
    const asked = talk('Ada', 'ada@example.com', 'Small', '4', 'x', 'Yes')
    expect([asked.captured, asked.state]).toEqual([onWebsite.captured, onWebsite.state])
    expect(textsOf(asked)).toEqual(textsOf(onWebsite))
  })
})

it('says words that it understands', () => {
  for (const language of languages) {
    const { skip, maySkip, yes, no } = flowPhrases[language]
    expect(commandIn(skip, language), skip).toBe('skip')
    const quoted = /[“„«「]\s*(.+?)\s*[”“»」]/u.exec(maySkip)?.[1] ?? ''
    expect(commandIn(quoted, language), maySkip).toBe('skip')
    expect([yesNoIn(yes, language), yesNoIn(no, language)], language).toEqual(['yes', 'no'])
  }
})

it('is asked so on connected channels and where the test panel simulates one', () => {
  expect(
    ['web-chat', 'api', 'test-panel', 'webhook', 'whatsapp', 'instagram'].map((channel) =>
      asksFieldByField({ channel }),
    ),
  ).toEqual([false, false, false, true, true, true])
  expect(asksFieldByField({ channel: 'test-panel', simulates: 'telegram' })).toBe(true)
})
