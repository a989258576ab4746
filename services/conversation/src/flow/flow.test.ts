import { type AgentNode, type NodeType, nodeSchema } from '@parley/contracts/agent/nodes.ts'
import { type FlowState, storedFlow } from '@parley/contracts/conversation/flow-state.ts'
import { readJson } from '@parley/contracts/message.ts'
import { describe, expect, it } from 'vitest'
import { phrases } from '../phrases.ts'
import { fill, fillAddress, fillBody } from './fill.ts'
import { advance } from './flow.ts'
import { type FlowSignal, type FlowStep, nodeFlowIn } from './flow-state.ts'

const AT = '2026-11-21T12:00:00.000Z'
type Bare = AgentNode extends infer N ? (N extends AgentNode ? Omit<N, 'position'> : never) : never
const flow = (...nodes: Bare[]): AgentNode[] =>
  nodes.map((node) => ({ ...node, position: { x: 0, y: 0 } }) as AgentNode)

/** Runs a flow: a string is a visitor's message. The state goes through JSON as it does in an event. */
function talk(nodes: AgentNode[], ...signals: (string | FlowSignal)[]): FlowStep {
  let state: FlowState | undefined
  let step: FlowStep | undefined
  for (const signal of signals) {
    const given: FlowSignal = typeof signal === 'string' ? { type: 'message', text: signal, at: AT } : signal
    const before = structuredClone(state)
    step = advance(nodes, state, given, 'en')
    expect(advance(nodes, state, given, 'en'), 'the same signal gives the same step').toEqual(step)
    expect(state, 'a step must not change the state it is given').toEqual(before)
    state = nodeFlowIn(readJson(storedFlow, JSON.stringify(step.state)))
  }
  return step!
}
const texts = (step: FlowStep) =>
  step.said.map((said) => (said.type === 'text' ? said.text : said.type === 'buttons' ? said.buttons : said))
const start = { type: 'start' } as const
const answered = { type: 'answered' } as const

describe('a flow', () => {
  const booking = flow(
    { id: 's', type: 'start', next: 'hi' },
    { id: 'hi', type: 'message', text: 'Welcome!', next: 'name' },
    { id: 'name', type: 'question', text: 'Your name?', variable: 'name', capture: 'name', next: 'mail' },
    {
      id: 'mail',
      type: 'question',
      text: 'And your e-mail, {{name}}?',
      variable: 'email',
      capture: 'email',
      retryText: 'Again please, {{ name }}.',
      next: 'done',
    },
    { id: 'done', type: 'end', text: 'Thank you, {{name}} ({{email}}). {{unknown}}' },
    { id: 'd', type: 'default', next: 'ai' },
    { id: 'ai', type: 'ai', prompt: 'Help {{name}}.' },
  )

  it.each(['Priya', 'Pilar', 'Salma', 'Clara', 'Danka', 'April', 'Sunday Okafor'])(
    'takes %s for a name, however much it looks like another word',
    (name) => {
      expect(texts(talk(booking, start, name))).toEqual([`And your e-mail, ${name}?`])
    },
  )
  it.each(['next thursday', 'tomorrow', 'skip', 'thanks'])('does not take “%s” for a name', (said) => {
    expect(talk(booking, start, said).state.variables).toEqual({})
  })
  it('a day that is asked for in the form of a question is an answer', () => {
    const asksDay = flow(
      { id: 's', type: 'start', next: 'day' },
      { id: 'day', type: 'question', text: 'Which day?', variable: 'day', capture: 'date', next: 'done' },
      { id: 'done', type: 'end', text: '{{day}}' },
    )
    for (const said of ['sorry can i make that friday instead', 'oh could we do Friday?', 'is friday ok'])
      expect(talk(asksDay, start, said).state.variables, said).toEqual({ day: '2026-11-27' })
  })
  it('a wish after small talk presses the button that is meant', () => {
    const menu = flow(
      { id: 's', type: 'start', next: 'menu' },
      {
        id: 'menu',
        type: 'buttons',
        text: 'What is it about?',
        buttons: [
          { id: 'book', label: 'Request an appointment', next: 'done' },
          { id: 'change', label: 'Change or cancel one', next: 'menu' },
        ],
      },
      { id: 'done', type: 'end', text: 'Booking' },
    )
    for (const said of ['ok cool. book me in then', 'Hallo, ich bräuchte einen Termin'])
      expect(texts(talk(menu, start, said)), said).toEqual(['Booking'])
  })

  it.each([
    ['email', 'email'],
    ['text', 'email'],
    ['text', 'e_mail'],
  ] as const)(
    'asks again for an address without a dot in its domain: a question for %s, kept as %s',
    (capture, variable) => {
      const asksAddress = flow(
        { id: 's', type: 'start', next: 'mail' },
        { id: 'mail', type: 'question', text: 'Your e-mail?', variable, capture, next: 'done' },
        { id: 'done', type: 'end', text: 'Thank you.' },
      )
      const again = talk(asksAddress, start, 'gabi@post')
      expect(texts(again)).toEqual([phrases.en.retry.email])
      expect(again.state.variables).toEqual({})
      expect(talk(asksAddress, start, 'gabi@post', 'gabi@post.de').state.variables).toEqual({
        [variable]: 'gabi@post.de',
      })
    },
  )

  describe('buttons that keep the choice', () => {
    const times = flow(
      { id: 's', type: 'start', next: 'time' },
      {
        id: 'time',
        type: 'buttons',
        title: 'Time of day',
        text: 'Which time of day?',
        variable: 'time',
        buttons: [
          { id: 'am', label: 'Morning', next: 'phone' },
          { id: 'pm', label: 'Afternoon', next: 'phone' },
        ],
        next: 'phone',
      },
      { id: 'phone', type: 'question', text: 'Phone?', variable: 'phone', capture: 'phone', next: 'check' },
      {
        id: 'check',
        type: 'read-back',
        values: [{ variable: 'time' }, { variable: 'phone' }],
        next: 'done',
      },
      { id: 'done', type: 'end', text: '{{time}}, {{phone}}' },
    )
    it.each([
      ['Morning', 'Morning'],
      ['the afternoon please', 'Afternoon'],
      ['around half 4', 'around half 4'],
    ])('“%s” is kept as %s', (said, kept) => {
      expect(talk(times, start, said).state.variables).toEqual({ time: kept })
    })
    it('a phone number is no choice', () => {
      expect(talk(times, start, '+44 20 7946 4018 after 5').state).toMatchObject({
        nodeId: 'time',
        variables: {},
      })
    })
    it('neither a question nor small talk is a choice', () => {
      expect(talk(times, start, 'how long does it take?').state).toMatchObject({
        nodeId: 'time',
        variables: {},
      })
      expect(talk(times, start, 'thanks').state).toMatchObject({ nodeId: 'time', variables: {} })
    })
    it('is corrected by another button or in words, and read back again', () => {
      const noted = ['around half 4', '+1 555 867 5309']
      const pressed = talk(times, start, ...noted, 'no, in the morning')
      expect(pressed.state).toMatchObject({ nodeId: 'check', variables: { time: 'Morning' } })
      const written = talk(times, start, ...noted, 'the time of day is wrong', 'around 5')
      expect(written.state).toMatchObject({ nodeId: 'check', variables: { time: 'around 5' } })
    })
  })

  it('says messages, asks, validates and keeps the answers', () => {
    expect(texts(talk(booking, start))).toEqual(['Welcome!', 'Your name?'])
    expect(texts(talk(booking, start, '123'))).toEqual(['Please tell me your name.'])
    expect(texts(talk(booking, start, '123', 'Ada'))).toEqual(['And your e-mail, Ada?'])
    expect(texts(talk(booking, start, 'Ada', 'nowhere'))).toEqual(['Again please, Ada.'])
    const end = talk(booking, start, 'Ada', 'nowhere', 'ada@example.com')
    expect(texts(end)).toEqual(['Thank you, Ada (ada@example.com).'])
    expect(end.state).toEqual({
      variables: { name: 'Ada', email: 'ada@example.com' },
      path: ['name', 'mail'],
      request: { nth: 1, status: 'complete', answered: ['name', 'mail'], over: true },
    })
    expect(end.follow).toEqual({ type: 'wait' })
  })

  it('replies by the default node if no node waits', () => {
    const step = talk(booking, start, 'Ada', 'ada@example.com', 'One more thing')
    expect(step.follow).toEqual({ type: 'answer', question: 'One more thing', prompt: 'Help Ada.' })
    expect(step.state.nodeId).toBe('ai')
  })

  it('starts with the first message if nothing was said at the start', () => {
    const nodes = flow({ id: 's', type: 'start', next: 'ai' }, { id: 'ai', type: 'ai', modelId: 'gpt-4o' })
    const silent = talk(nodes, start)
    expect([silent.said, silent.state.nodeId]).toEqual([[], 'ai'])
    expect(talk(nodes, 'Hello').follow).toEqual({ type: 'answer', question: 'Hello', modelId: 'gpt-4o' })
    expect(talk(nodes, start, 'Hello').follow).toEqual({
      type: 'answer',
      question: 'Hello',
      modelId: 'gpt-4o',
    })
  })

  it('lets the model keep replying, or continues with the next message', () => {
    const stays = flow({ id: 's', type: 'start', next: 'ai' }, { id: 'ai', type: 'ai' })
    expect(talk(stays, start, 'One', answered, 'Two').follow).toEqual({ type: 'answer', question: 'Two' })
    const goesOn = flow(
      { id: 's', type: 'start', next: 'ai' },
      { id: 'ai', type: 'ai', next: 'm' },
      { id: 'm', type: 'message', text: 'Noted.', next: 'second' },
      { id: 'second', type: 'ai', prompt: 'Second' },
    )
    const step = talk(goesOn, start, 'One', answered, 'Two')
    expect(texts(step)).toEqual(['Noted.'])
    expect(step.follow).toEqual({ type: 'answer', question: 'Two', prompt: 'Second' })
  })

  describe('suggestions', () => {
    const nodes = flow(
      { id: 's', type: 'start', next: 'b' },
      {
        id: 'b',
        type: 'buttons',
        text: 'Hello!',
        buttons: [
          { id: 'q', label: 'What do you offer?', next: 'ai' },
          { id: 'r', label: 'Request a booking', next: 'name' },
        ],
        next: 'ai',
      },
      { id: 'name', type: 'question', text: 'Your name?', variable: 'name', capture: 'name', next: 'room' },
      {
        id: 'room',
        type: 'buttons',
        text: 'Which room?',
        buttons: [
          { id: 'one', label: 'Single', next: 'ai' },
          { id: 'two', label: 'Double', next: 'ai' },
        ],
      },
      { id: 'ai', type: 'ai' },
    )
    const said = (text: string) => ({ type: 'message', text, at: AT }) as const
    const after = (...signals: FlowSignal[]) => {
      const [first, ...others] = signals
      return others.reduce(
        (step, signal) => advance(nodes, step.state, signal, 'en'),
        advance(nodes, advance(nodes, undefined, start, 'en').state, first!, 'en'),
      )
    }
    const offered = (...signals: FlowSignal[]) =>
      after(...signals).said.flatMap((one) =>
        one.type === 'buttons' ? one.buttons.map(({ label }) => label) : [],
      )
    const asked = said('Is there a car park?')
    const all = ['What do you offer?', 'Request a booking']

    it('that the agent would answer are not repeated after an answer, but what leads on is', () => {
      expect(offered(asked, { type: 'answered' })).toEqual(['Request a booking'])
      expect(offered(asked, { type: 'answered', unknown: true })).toEqual(all)
      expect(offered(asked, { type: 'answered', to: 'about' })).toEqual(all)
    })

    it.each(['thanks', 'goodbye', 'agreed', 'insult'] as const)('are not made after small talk: %s', (to) => {
      expect(offered(asked, { type: 'answered', to })).toEqual([])
      // What was shown before still counts.
      const pressed = after(asked, { type: 'answered', to }, said('Request a booking'))
      expect(pressed.state.nodeId).toBe('name')
    })

    it('of a request that has begun are made again', () => {
      const thanked = { type: 'answered', to: 'thanks' } as const
      expect(offered(said('Request a booking'), said('Mary'), asked, thanked)).toEqual(['Single', 'Double'])
    })
  })

  it('takes buttons by label or id, and waits again after a digression', () => {
    const nodes = flow(
      { id: 's', type: 'start', next: 'b' },
      {
        id: 'b',
        type: 'buttons',
        text: 'Which?',
        buttons: [
          { id: 'x1', label: 'Café', next: 'cafe' },
          { id: 'x2', label: 'Tea', next: 'tea' },
        ],
      },
      { id: 'cafe', type: 'message', text: 'A coffee.' },
      { id: 'tea', type: 'message', text: 'A tea.' },
      { id: 'd', type: 'default', next: 'sorry' },
      { id: 'sorry', type: 'message', text: 'Please choose.' },
    )
    expect(texts(talk(nodes, start))).toEqual([
      'Which?',
      [
        { id: 'x1', label: 'Café' },
        { id: 'x2', label: 'Tea' },
      ],
    ])
    expect(texts(talk(nodes, start, 'CAFE!'))).toEqual(['A coffee.'])
    expect(texts(talk(nodes, start, 'x2'))).toEqual(['A tea.'])
    expect(texts(talk(nodes, start, 'Juice'))).toEqual([
      'Please choose.',
      [
        { id: 'x1', label: 'Café' },
        { id: 'x2', label: 'Tea' },
      ],
    ])
    expect(texts(talk(nodes, start, 'Juice', 'Tea'))).toEqual(['A tea.'])
  })

  it('branches by conditions on variables', () => {
    const check = (operator: 'is' | 'contains' | 'is-set' | 'greater-than' | 'less-than', value: string) =>
      texts(
        talk(
          flow(
            { id: 's', type: 'start', next: 'v' },
            { id: 'v', type: 'set-variable', variable: 'age', value: '20', next: 'w' },
            { id: 'w', type: 'set-variable', variable: 'copy', value: '{{age}}', next: 'c' },
            {
              id: 'c',
              type: 'condition',
              branches: [{ id: 'y', test: { variable: 'copy', operator, value }, next: 'yes' }],
              next: 'no',
            },
            { id: 'yes', type: 'message', text: 'yes' },
            { id: 'no', type: 'message', text: 'no' },
          ),
          start,
        ),
      )
    expect(check('is', ' 20 ')).toEqual(['yes'])
    expect(check('is', '2')).toEqual(['no'])
    expect(check('contains', '0')).toEqual(['yes'])
    expect(check('is-set', '')).toEqual(['yes'])
    expect(check('greater-than', '3')).toEqual(['yes'])
    expect(check('less-than', '3')).toEqual(['no'])
  })

  it('has no variables that were not set, such as inherited properties', () => {
    const odd = flow(
      { id: 's', type: 'start', next: 'm' },
      {
        id: 'm',
        type: 'map',
        mappings: [{ id: '1', from: 'toString', path: '', transform: 'as-is', otherwise: '-', saveTo: 'x' }],
        next: 'c',
      },
      {
        id: 'c',
        type: 'condition',
        branches: [{ id: 'y', test: { variable: 'constructor', operator: 'is-set' }, next: 'yes' }],
        next: 'no',
      },
      { id: 'yes', type: 'message', text: 'set' },
      { id: 'no', type: 'message', text: 'not set: {{x}}{{valueOf}}' },
    )
    expect(texts(talk(odd, start))).toEqual(['not set: -'])
  })

  it('limits variables that contain themselves', () => {
    const growing = flow(
      { id: 's', type: 'start', next: 'v' },
      { id: 'v', type: 'set-variable', variable: 'x', value: `a${'{{x}}'.repeat(500)}`, next: 'm' },
      { id: 'm', type: 'message', text: '{{x}}'.repeat(1_000), next: 'v' },
    )
    const said = (step: FlowStep) => texts(step).reduce((sum, text) => sum + String(text).length, 0)
    const begun = talk(growing, start)
    expect([begun.state.variables.x?.length, said(begun)]).toEqual([15_999, 16_000])
    const waiting = flow(
      { id: 's', type: 'start', next: 'q' },
      { id: 'q', type: 'question', text: 'Who?', variable: 'who', capture: 'text', next: 'v' },
      { id: 'v', type: 'set-variable', variable: 'x', value: `a${'{{x}}'.repeat(500)}`, next: 'm' },
      { id: 'm', type: 'message', text: '{{x}}'.repeat(1_000), next: 'v' },
    )
    const later = talk(waiting, start, 'Ada')
    expect([later.state.variables.x?.length, said(later)]).toEqual([20_000, 40_000])
    const many = { x: 'y'.repeat(20_000) }
    expect(fillAddress(`https://a.example/${'{{x}}'.repeat(100)}`, many).length).toBeLessThan(61_000)
    expect(fillBody(`["${'{{x}}'.repeat(100)}"]`, many).length).toBeLessThan(61_000)
  })

  it('searches the knowledge and continues according to the result', () => {
    const nodes = flow(
      { id: 's', type: 'start', next: 'k' },
      { id: 'k', type: 'knowledge', notFound: 'h', next: 'more' },
      { id: 'more', type: 'question', text: 'Did that help?', variable: 'helped', capture: 'yes-no' },
      { id: 'h', type: 'handoff', text: 'A person will read this.' },
    )
    expect(talk(nodes, start, 'Opening hours?').follow).toEqual({
      type: 'search',
      question: 'Opening hours?',
    })
    expect(texts(talk(nodes, start, 'Opening hours?', answered))).toEqual(['Did that help?'])
    const lost = talk(nodes, start, 'Hm?', { type: 'not-found', text: 'Hm?' })
    expect([texts(lost), lost.state.nodeId]).toEqual([['A person will read this.'], 'h'])
    expect(lost.follow).toEqual({ type: 'handoff' })
    expect(
      talk(flow({ id: 's', type: 'start', next: 'k' }, { id: 'k', type: 'knowledge' }), 'Hm?', {
        type: 'not-found',
        text: 'Hm?',
      }).follow,
    ).toEqual({ type: 'answer', question: 'Hm?' })
  })

  it('follows jumps and never executes notes', () => {
    const nodes = flow(
      { id: 's', type: 'start', next: 'j' },
      { id: 'j', type: 'jump', to: 'm' },
      { id: 'm', type: 'message', text: 'There', next: 'n' },
      { id: 'n', type: 'note', text: 'a remark' },
    )
    expect(texts(talk(nodes, start))).toEqual(['There'])
  })

  describe('that calls tools', () => {
    const order = flow(
      { id: 's', type: 'start', next: 'q' },
      { id: 'q', type: 'question', text: 'Number?', variable: 'number', capture: 'text', next: 't' },
      {
        id: 't',
        type: 'tool',
        toolId: 'orders',
        values: { id: '{{number}}' },
        saveTo: 'order',
        onError: 'sorry',
        next: 'm',
      },
      {
        id: 'm',
        type: 'map',
        mappings: [
          { id: '1', from: 'order', path: 'items[*].name', transform: 'list', saveTo: 'items' },
          { id: '2', from: 'order', path: 'eta', transform: 'day', otherwise: 'soon', saveTo: 'eta' },
        ],
        next: 'say',
      },
      { id: 'say', type: 'message', text: '{{items}}: {{eta}}' },
      { id: 'sorry', type: 'message', text: 'No order {{number}}.' },
    )

    it('asks for the call, stores its result and continues', () => {
      const asked = talk(order, start, 'A 1')
      expect(asked.follow).toEqual({
        type: 'call',
        nodeId: 't',
        call: { type: 'tool', toolId: 'orders', values: { id: 'A 1' } },
      })
      const result = JSON.stringify({ items: [{ name: 'Lamp' }, { name: 'Bulb' }] })
      expect(texts(talk(order, start, 'A 1', { type: 'called', ok: true, result }))).toEqual([
        'Lamp, Bulb: soon',
      ])
      expect(texts(talk(order, start, 'A 1', { type: 'called', ok: false, result: '' }))).toEqual([
        'No order A 1.',
      ])
    })

    it('repeats the call after a restart in the middle of it', () => {
      expect(talk(order, start, 'A 1', 'Hello?').follow).toMatchObject({ type: 'call', nodeId: 't' })
    })

    it('waits for the first message before it calls, and passes the message on to the next node', () => {
      const nodes = flow(
        { id: 's', type: 'start', next: 'h' },
        {
          id: 'h',
          type: 'http',
          method: 'POST',
          url: 'https://shop.example/{{page}}',
          headers: [{ key: 'x-page', value: '{{page}}' }],
          body: '{"page": {{page}}}',
          next: 'ai',
        },
        { id: 'ai', type: 'ai' },
      )
      const begun = talk(nodes, start)
      expect([begun.follow, begun.state.pending]).toEqual([{ type: 'wait' }, true])
      const step = advance(nodes, begun.state, { type: 'message', text: 'Hi', at: AT }, 'en', {
        known: { page: '../a' },
      })
      expect(step.follow).toEqual({
        type: 'call',
        nodeId: 'h',
        call: {
          type: 'http',
          method: 'POST',
          url: 'https://shop.example/..%2Fa',
          headers: { 'x-page': '../a' },
          body: '{"page": "../a"}',
        },
        input: 'Hi',
      })
      expect(step.state.variables, 'what the page told is not the flow’s own').toEqual({})
      const on = advance(nodes, step.state, { type: 'called', ok: true, result: '', input: 'Hi' }, 'en')
      expect(on.follow).toEqual({ type: 'answer', question: 'Hi' })
    })
  })

  describe('that shows a form', () => {
    const nodes = flow(
      { id: 's', type: 'start', next: 'f' },
      {
        id: 'f',
        type: 'form',
        text: 'Your details, please.',
        fields: [
          { name: 'name', label: 'Name', type: 'name', required: true },
          { name: 'email', label: 'E-mail', type: 'email', required: true },
          { name: 'size', label: 'Size', type: 'select', options: ['S', 'M'] },
          { name: 'terms', label: 'Terms', type: 'checkbox' },
        ],
        next: 'done',
      },
      { id: 'done', type: 'message', text: 'Thanks, {{name}} ({{size}}, {{terms}})' },
      { id: 'd', type: 'default', next: 'help' },
      { id: 'help', type: 'message', text: 'Please fill in the form.' },
    )
    const filled = (answers: Record<string, string>, formId = 'f'): FlowSignal => ({
      type: 'message',
      text: '',
      at: AT,
      form: { formId, answers },
    })

    it('stores every field and continues', () => {
      const step = talk(nodes, start, filled({ name: 'Ada', email: 'A@b.example', terms: 'on', other: 'x' }))
      expect(texts(step)).toEqual(['Thanks, Ada (, yes)'])
      expect(step.captured).toEqual([
        {
          by: 'form',
          contact: 'address',
          fields: { name: 'Ada', email: 'a@b.example', terms: 'yes' },
          request: { nth: 1, status: 'complete' },
        },
      ])
      expect(step.state.variables).not.toHaveProperty('other')
    })

    it('names the invalid field and shows the form again', () => {
      for (const [answers, field] of [
        [{ email: 'a@b.example' }, 'Name'],
        [{ name: 'Ada', email: 'nowhere' }, 'E-mail'],
        [{ name: 'Ada', email: 'a@b.example', size: 'XL' }, 'Size'],
      ] as const) {
        const step = talk(nodes, start, filled(answers))
        expect(step.said[0]).toMatchObject({ text: expect.stringMatching(`^${field}: `) })
        expect(step.said[1]).toMatchObject({ type: 'form', formId: 'f' })
        expect([step.state.nodeId, step.captured]).toEqual(['f', []])
      }
    })

    it('keeps waiting for it after other messages, and accepts no other form for it', () => {
      expect(talk(nodes, start, 'What for?').state.nodeId).toBe('f')
      expect(texts(talk(nodes, start, filled({ name: 'Ada' }, 'other')))).toEqual([
        'Please fill in the form.',
        expect.objectContaining({ type: 'form', formId: 'f' }),
      ])
    })
  })

  it('asks for a person once that is possible, and continues after it when handed back', () => {
    const nodes = flow(
      { id: 's', type: 'start', next: 'h' },
      { id: 'h', type: 'handoff', title: 'Refund', text: 'One moment.', next: 'b' },
      { id: 'b', type: 'message', text: 'I am back.' },
    )
    expect(talk(nodes, start)).toMatchObject({ said: [], follow: { type: 'wait' } })
    const step = talk(nodes, start, 'Hello')
    expect([texts(step), step.follow]).toEqual([['One moment.'], { type: 'handoff', note: 'Refund' }])
    expect(texts(talk(nodes, start, 'Hello', 'Thanks'))).toEqual(['I am back.'])
  })

  it('stops an endless loop', () => {
    const nodes = flow(
      { id: 's', type: 'start', next: 'a' },
      { id: 'a', type: 'message', text: 'a', next: 'j' },
      { id: 'j', type: 'jump', to: 'a' },
    )
    const step = talk(nodes, start)
    expect(step.said).toHaveLength(25)
    expect(step.follow.type).toBe('wait')
    const still = flow({ id: 's', type: 'start', next: 'j' }, { id: 'j', type: 'jump', to: 'j' })
    expect(talk(still, 'Hello').follow.type).toBe('wait')
  })

  it('continues by the default node when its node is gone or leads nowhere', () => {
    const removed = advance(
      flow({ id: 's', type: 'start', next: 'ai' }, { id: 'ai', type: 'ai' }),
      { nodeId: 'gone', variables: {} },
      { type: 'message', text: 'Hello', at: AT },
      'en',
    )
    expect(removed.follow).toEqual({ type: 'answer', question: 'Hello' })
    expect(talk([], 'Hello').follow).toEqual({ type: 'answer', question: 'Hello' })
    expect(talk(flow({ id: 's', type: 'start', next: 'gone' }), start).follow.type).toBe('wait')
  })

  it('fills placeholders with variables, and prevents injected blocks', () => {
    expect(fill('{{a}} {{ b }} {{c}} {{constructor}}', { a: '1', b: '```carousel' })).toBe('1 "carousel  ')
    const order = JSON.stringify({ status: 'sent', eta: null, items: [{ name: 'Bell', price: 9.5 }] })
    expect(fill('{{ o.status }}, {{o.items[0].name}} {{o.items[0].price}}', { o: order })).toBe(
      'sent, Bell 9.5',
    )
    expect(fill('<{{o.eta}}{{o.none.at}}{{o.items[7].name}}{{o.constructor}}>', { o: order })).toBe('<>')
    expect(fill('<{{o.status}}{{p.status}}>', { o: 'no JSON' })).toBe('<>')
    expect(fillAddress('https://x.example/{{o.items[0].name}}', { o: order })).toBe('https://x.example/Bell')
    expect(fillBody('{"items":{{o.items}},"price":"{{o.items[0].price}}"}', { o: order })).toBe(
      '{"items":[{"name":"Bell","price":9.5}],"price":"9.5"}',
    )
  })

  it('fills addresses and bodies so that no value leaves its place', () => {
    const said = { a: 'x/../?q=1&r@evil.example', dots: '..', n: '5', q: 'a "b"', o: '{"x":1}' }
    expect(fillAddress('https://a.example/{{a}}/{{dots}}?n={{n}}', said)).toBe(
      'https://a.example/x%2F..%2F%3Fq%3D1%26r%40evil.example/?n=5',
    )
    expect(fillBody('{"n": {{n}}, "s": "{{q}} {{n}}", "o": {{o}}, "t": {{q}}}', said)).toBe(
      '{"n": 5, "s": "a \\"b\\" 5", "o": {"x":1}, "t": "a \\"b\\""}',
    )
    expect(fillBody('n={{n}}', said)).toBe('n=5')
  })

  it('reads no state from invalid input', () => {
    for (const bad of ['', '[erased]', '{"nodeId":1}', 'null', '{"dialog":{"choices":[],"ended":false}}'])
      expect(nodeFlowIn(readJson(storedFlow, bad))).toBeUndefined()
  })
})

/** What each kind does when a visitor says "Ada" at the start of a flow that leads to it. */
const kinds: Record<NodeType, { node: object; said?: string[]; follow?: string; variables?: object }> = {
  start: { node: {}, said: ['after'] },
  message: { node: { text: 'Hi' }, said: ['Hi', 'after'] },
  question: { node: { text: 'Who?', variable: 'name', capture: 'name' }, said: ['Who?'] },
  buttons: { node: { text: 'Which?', buttons: [{ id: 'a', label: 'A' }] }, said: ['Which?', 'buttons'] },
  condition: {
    node: { branches: [{ id: '1', test: { variable: 'x', operator: 'is-set' }, next: 'other' }] },
    said: ['after'],
  },
  'set-variable': { node: { variable: 'x', value: '1' }, said: ['after'], variables: { x: '1' } },
  knowledge: { node: {}, follow: 'search' },
  ai: { node: { prompt: 'Help', modelId: 'gpt-4o-mini' }, follow: 'answer' },
  tool: { node: { toolId: 't1', saveTo: 'x' }, follow: 'call' },
  http: { node: { method: 'GET', url: 'https://a.example', headers: [] }, follow: 'call' },
  map: {
    node: { mappings: [{ id: '1', from: 'y', path: '', transform: 'as-is', otherwise: '2', saveTo: 'x' }] },
    said: ['after'],
    variables: { x: '2' },
  },
  form: { node: { text: 'Who?', fields: [{ name: 'x', label: 'X', type: 'text' }] }, said: ['Who?', 'form'] },
  'read-back': { node: { values: [{ variable: 'x' }] }, said: ['after'] },
  handoff: { node: { text: 'A person comes.' }, said: ['A person comes.'], follow: 'handoff' },
  jump: { node: { to: 'other' }, said: ['other'] },
  end: { node: { text: 'Bye' }, said: ['Bye'] },
  note: { node: { text: 'To do' } },
  group: { node: { nodeIds: [] } },
  'always-first': { node: { emergencies: false, phrases: ['ada'], text: 'First' }, said: ['First'] },
  default: { node: {}, said: ['after'] },
}

describe('a question', () => {
  const desk = flow(
    { id: 's', type: 'start', next: 'b' },
    {
      id: 'b',
      type: 'buttons',
      text: 'What is it?',
      buttons: [
        { id: 'book', label: 'Request an appointment', next: 'name' },
        { id: 'order', label: 'Where is my order?', next: 'order' },
      ],
      next: 'ai',
    },
    { id: 'name', type: 'question', text: 'Your name?', variable: 'name', capture: 'name', next: 'mail' },
    { id: 'mail', type: 'question', text: 'Your e-mail?', variable: 'email', capture: 'email', next: 'done' },
    {
      id: 'order',
      type: 'question',
      text: 'Which order?',
      variable: 'order_number',
      capture: 'text',
      next: 'mail',
    },
    { id: 'done', type: 'end', text: 'Thanks {{name}}{{order_number}} ({{email}}).' },
    { id: 'ai', type: 'ai' },
    { id: 'e', type: 'always-first', emergencies: true, text: 'Call the emergency number.' },
  )
  const book = [start, 'I would like to book an appointment please'] as const

  it('is put again after a question of the visitor', () => {
    const asked = talk(desk, ...book, 'Why do you need that?')
    expect(asked.follow).toMatchObject({ type: 'answer', question: 'Why do you need that?' })
    const back = talk(desk, ...book, 'Why do you need that?', answered)
    expect([texts(back), back.state.nodeId]).toEqual([['Your name?'], 'name'])
  })

  it('can be left, taken back, begun again and handed to a person', () => {
    expect(texts(talk(desk, ...book, 'Ada', 'go back please'))).toEqual(['Your name?'])
    expect(texts(talk(desk, ...book, 'restart'))[0]).toBe('What is it?')
    expect(talk(desk, ...book, 'restart').state.variables).toEqual({})
    expect(talk(desk, ...book, 'stop').state.nodeId).toBeUndefined()
    expect(talk(desk, ...book, 'let me talk to a human').follow.type).toBe('person')
  })

  it('gives up after three failed tries', () => {
    const lost = talk(desk, ...book, 'Ada', 'dunno', 'nope', 'leave it out')
    expect(lost.state.nodeId).toBeUndefined()
    expect(texts(lost).join()).toContain('start over')
  })

  it('takes no sentence for an order number', () => {
    const step = talk(desk, start, 'where is my order', 'I lost my order number and write to me@x.com')
    expect([step.state.nodeId, step.state.variables]).toEqual(['order', {}])
    const found = talk(desk, start, 'where is my order', 'it is HP-1234 and my mail is me@x.com')
    expect(texts(found)).toEqual(['Thanks HP-1234 (me@x.com).'])
  })

  it('gives way to an emergency, and waits on', () => {
    const step = talk(desk, ...book, 'I have chest pain')
    expect([texts(step), step.follow.type, step.state.nodeId]).toEqual([
      ['Call the emergency number.'],
      'wait',
      'name',
    ])
  })

  it('does not end the use of buttons', () => {
    const step = talk(desk, start, 'Do you ship to France?', answered)
    expect(step.said).toMatchObject([{ type: 'buttons' }])
    const chosen = talk(desk, start, 'Do you ship to France?', answered, 'request an apointment')
    expect(texts(chosen)).toEqual(['Your name?'])
  })
})

describe('every kind of node', () => {
  it('is one of those that an agent may have', () => {
    expect(Object.keys(kinds).sort()).toEqual(nodeSchema.options.map((one) => one.shape.type.value).sort())
  })

  it.each(Object.entries(kinds))(
    '%s has the expected effect',
    (type, { node, said = [], follow = 'wait', variables = {} }) => {
      const nodes = flow(
        { id: 's', type: 'start', next: type === 'start' ? 'after' : 'n' },
        { id: 'after', type: 'end', text: 'after' },
        { id: 'other', type: 'end', text: 'other' },
        ...(type === 'start' ? [] : [{ id: 'n', type, next: 'after', ...node } as Bare]),
      )
      const step = talk(nodes, 'Ada')
      expect(step.said.map((one) => (one.type === 'text' ? one.text : one.type))).toEqual(said)
      expect(step.follow.type).toBe(follow)
      expect(step.state.variables).toEqual(variables)
    },
  )
})
