import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { type FlowState, storedFlow } from '@parley/contracts/conversation/flow-state.ts'
import { readJson } from '@parley/contracts/message.ts'
import { describe, expect, it } from 'vitest'
import { advance } from './flow.ts'
import { type Captured, type FlowSignal, type FlowStep, nodeFlowIn } from './flow-state.ts'

type Bare = AgentNode extends infer N ? (N extends AgentNode ? Omit<N, 'position'> : never) : never
const flow = (...nodes: Bare[]): AgentNode[] =>
  nodes.map((node) => ({ ...node, position: { x: 0, y: 0 } }) as AgentNode)
const question = (
  id: string,
  capture: 'name' | 'number' | 'email',
  next?: string,
  gaveUp?: string,
): Bare => ({
  ...{ id, type: 'question', text: `${id}?`, variable: id, capture },
  ...(next === undefined ? {} : { next }),
  ...(gaveUp === undefined ? {} : { gaveUp }),
})

const AT = '2026-11-30T11:00:00.000Z'
const start = { type: 'start' } as const

type See = (step: FlowStep) => void

/** All that was captured: number and status of the request, then the fields. */
function captured(nodes: AgentNode[], ...given: (string | FlowSignal | See)[]): unknown[] {
  const said = given.filter((one) => typeof one !== 'function')
  const see = given.find((one) => typeof one === 'function')
  let state: FlowState | undefined
  const all: Captured[] = []
  for (const one of [start, ...said]) {
    const signal: FlowSignal = typeof one === 'string' ? { type: 'message', text: one, at: AT } : one
    const step = advance(nodes, state, signal, 'en')
    all.push(...step.captured)
    see?.(step)
    state = nodeFlowIn(readJson(storedFlow, JSON.stringify(step.state)))
  }
  return all.map(({ fields, request }) => [request?.nth, request?.status, fields])
}

const booking = flow(
  { id: 's', type: 'start', next: 'menu' },
  {
    id: 'menu',
    type: 'buttons',
    text: 'Hello',
    buttons: [
      { id: 'b', label: 'Book', next: 'name' },
      { id: 'n', label: 'Newsletter', next: 'mail' },
    ],
  },
  question('name', 'name', 'guests'),
  question('guests', 'number', 'check'),
  { id: 'check', type: 'read-back', values: [{ variable: 'name' }, { variable: 'guests' }], next: 'done' },
  { id: 'done', type: 'end', text: 'Thanks.' },
  question('mail', 'email', 'done'),
)

describe('a request', () => {
  it('is confirmed with all values by a yes to what was read back, and a second run is another one', () => {
    expect(captured(booking, 'Book', 'Mary', '3', 'yes', 'Book', 'Bob', '10')).toEqual([
      [1, 'started', { name: 'Mary' }],
      [1, 'started', { guests: '3' }],
      [1, 'confirmed', { name: 'Mary', guests: '3' }],
      [2, 'started', { name: 'Bob' }],
      [2, 'started', { guests: '10' }],
    ])
  })

  it('is corrected, and its questions are gone back to, without becoming another', () => {
    const said = [
      'Book',
      'Mary',
      '3',
      'no, 4',
      'the name is wrong',
      'Ada',
      'back',
      'Bea',
      '4',
      'yes',
    ] as const
    const requests = captured(booking, ...said)
    expect(requests.map((one) => (one as unknown[])[0])).toEqual(requests.map(() => 1))
    expect(requests.at(-1)).toEqual([1, 'confirmed', { name: 'Bea', guests: '4' }])
  })

  it.each([
    ['the button that led to it', ['Book', 'Mary', 'Book', 'Bob']],
    ['another button', ['Book', 'Mary', 'Newsletter', 'bob@example.com']],
    ['starting over', ['Book', 'Mary', 'restart', 'Book', 'Bob']],
    ['stopping', ['Book', 'Mary', 'stop', 'Book', 'Bob']],
  ])('is over with %s', (_, said) => {
    const [first, second] = captured(booking, ...said)
    expect(first).toEqual([1, 'started', { name: 'Mary' }])
    expect(second).toMatchObject([2, {}, {}])
  })

  it('keeps what was chosen by a button, and has it when the visitor says who they are', () => {
    const repair = flow(
      { id: 's', type: 'start', next: 'menu' },
      { id: 'menu', type: 'buttons', text: 'Hello', buttons: [{ id: 'r', label: 'Repair', next: 'time' }] },
      {
        ...{ id: 'time', type: 'buttons', text: 'When?', variable: 'time', next: 'guests' },
        buttons: [
          { id: 'am', label: 'Morning' },
          { id: 'pm', label: 'Afternoon' },
        ],
      },
      question('guests', 'number', 'name'),
      question('name', 'name', 'email'),
      question('email', 'email', 'back'),
      { id: 'back', type: 'jump', to: 'menu' },
    )
    expect(captured(repair, 'Repair', 'Afternoon', '2', 'Mary', 'm@example.com')).toEqual([
      [1, 'started', { time: 'Afternoon' }],
      [1, 'started', { guests: '2' }],
      [1, 'started', { time: 'Afternoon', guests: '2', name: 'Mary' }],
      [1, 'complete', { email: 'm@example.com' }],
    ])
    const again = captured(repair, 'Repair', 'Afternoon', 'back', 'Morning', '3')
    expect(again.map((one) => (one as unknown[])[0])).toEqual([1, 1, 1])
    expect(captured(repair, 'Repair', 'around ten')).toEqual([[1, 'started', { time: 'around ten' }]])
  })

  it('tells whether it says who the visitor is, and how to reach them', () => {
    const kinds = (...said: string[]) => {
      const all: (string | undefined)[] = []
      captured(booking, ...said, (step) => all.push(...step.captured.map(({ contact }) => contact)))
      return all
    }
    expect(kinds('Book', 'Mary', '3', 'yes')).toEqual(['name', 'none', 'name'])
    expect(kinds('Newsletter', 'a@example.com')).toEqual(['address'])
  })

  it('is complete where nothing is read back, once the flow asks nothing more', () => {
    expect(captured(booking, 'Newsletter', 'a@example.com', 'Newsletter', 'b@example.com')).toEqual([
      [1, 'complete', { mail: 'a@example.com' }],
      [2, 'complete', { mail: 'b@example.com' }],
    ])
    const back = flow(...booking, { id: 'x', type: 'jump', to: 'menu' }).map((node) =>
      node.type === 'question' && node.id === 'mail' ? { ...node, next: 'x' } : node,
    )
    expect(captured(back, 'Newsletter', 'a@example.com')).toEqual([
      [1, 'complete', { mail: 'a@example.com' }],
    ])
  })

  it('is not complete during a question of the visitor, nor once the flow has given up', () => {
    const asked = flow(
      { id: 's', type: 'start', next: 'name' },
      question('name', 'name', 'guests'),
      question('guests', 'number', 'done', 'done'),
      { id: 'done', type: 'end', text: 'Thanks.' },
    )
    const started = [[1, 'started', { name: 'Mary' }]]
    expect(captured(asked, 'Mary', 'Is there a car park?', { type: 'answered' })).toEqual(started)
    expect(captured(asked, 'Mary', 'purple', 'blue', 'grey')).toEqual(started)
    expect(captured(asked, 'Mary', '3')).toEqual([...started, [1, 'complete', { guests: '3' }]])
  })

  it('that was answered to its end is complete also if the last answer was skipped', () => {
    const optional = flow({ id: 's', type: 'start', next: 'name' }, question('name', 'name', 'guests'), {
      ...question('guests', 'number'),
      id: 'guests',
      optional: true,
    } as Bare)
    expect(captured(optional, 'Mary', 'skip')).toEqual([
      [1, 'started', { name: 'Mary' }],
      [1, 'complete', {}],
    ])
  })

  it('begins again with a question that was answered in it before', () => {
    const loop = flow({ id: 's', type: 'start', next: 'name' }, question('name', 'name', 'more'), {
      id: 'more',
      type: 'buttons',
      text: 'Another?',
      buttons: [{ id: 'y', label: 'Add', next: 'name' }],
    })
    expect(captured(loop, 'Mary', 'Add', 'Bob')).toEqual([
      [1, 'started', { name: 'Mary' }],
      [2, 'complete', { name: 'Bob' }],
    ])
  })
})
