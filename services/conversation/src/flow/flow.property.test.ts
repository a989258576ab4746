/** For any flow and signals: the same signals give the same steps, whether the state was kept or read again. */
import { type AgentNode, captureTypes, nodeSchema } from '@parley/contracts/agent/nodes.ts'
import { type FlowState, storedFlow } from '@parley/contracts/conversation/flow-state.ts'
import { readJson } from '@parley/contracts/message.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { advance } from './flow.ts'
import { type FlowSignal, type FlowStep, nodeFlowIn } from './flow-state.ts'

const AT = '2026-11-21T12:00:00.000Z'
const id = fc.constantFrom('n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7')
const next = fc.option(id, { nil: undefined })
const variable = fc.constantFrom('a', 'b')
const text = fc.constantFrom('Hi {{a}}', '{{b}}', 'Tell me')
const said = fc.constantFrom('yes', 'Ada', '12', '2026-12-01', 'ada@example.com', 'One', '', '🙂')

const anyNode = fc.oneof(
  fc.record({ type: fc.constant('message' as const), text, next }),
  fc.record({
    type: fc.constant('question' as const),
    text,
    variable,
    capture: fc.constantFrom(...captureTypes),
    next,
  }),
  fc.record({
    type: fc.constant('buttons' as const),
    text,
    buttons: fc.record({ id: fc.constant('1'), label: fc.constant('One'), next }).map((one) => [one]),
    next,
  }),
  fc.record({
    type: fc.constant('condition' as const),
    branches: fc
      .record({
        id: fc.constant('b'),
        test: fc.record({
          variable,
          operator: fc.constantFrom('is' as const, 'is-set' as const, 'greater-than' as const),
          value: fc.constant('12'),
        }),
        next,
      })
      .map((one) => [one]),
    next,
  }),
  fc.record({ type: fc.constant('set-variable' as const), variable, value: text, next }),
  fc.record({ type: fc.constant('knowledge' as const), notFound: next, next }),
  fc.record({ type: fc.constant('ai' as const), prompt: text, next }),
  fc.record({
    type: fc.constant('tool' as const),
    toolId: fc.constant('t1'),
    saveTo: variable,
    onError: next,
    next,
  }),
  fc.record({
    type: fc.constant('map' as const),
    mappings: fc
      .record({
        id: fc.constant('m'),
        from: variable,
        path: fc.constantFrom('', 'a[0]'),
        transform: fc.constantFrom('as-is' as const, 'count' as const, 'upper-case' as const),
        saveTo: variable,
      })
      .map((one) => [one]),
    next,
  }),
  fc.record({ type: fc.constant('handoff' as const), next }),
  fc.record({ type: fc.constant('jump' as const), to: id }),
  fc.record({ type: fc.constant('end' as const), text }),
)

const nodes = fc
  .tuple(fc.array(anyNode, { minLength: 1, maxLength: 8 }), next, next)
  .map(([inner, first, fallback]): AgentNode[] => [
    placed('start', { type: 'start', next: first }),
    placed('default', { type: 'default', next: fallback }),
    ...inner.map((node, nth) => placed(`n${nth}`, node)),
  ])

const placed = (id: string, node: object) => nodeSchema.parse({ ...node, id, position: { x: 0, y: 0 } })

const signal: fc.Arbitrary<FlowSignal> = fc.oneof(
  { weight: 5, arbitrary: said.map((text): FlowSignal => ({ type: 'message', text, at: AT })) },
  fc
    .tuple(said, fc.dictionary(id, said.filter(Boolean), { maxKeys: 4 }))
    .map(([text, extracted]): FlowSignal => ({ type: 'message', text, at: AT, extracted })),
  fc.constant<FlowSignal>({ type: 'answered' }),
  said.map((text): FlowSignal => ({ type: 'not-found', text })),
  fc
    .tuple(fc.boolean(), fc.constantFrom('{"a":[1]}', 'text'))
    .map(([ok, result]): FlowSignal => ({ type: 'called', ok, result })),
)

it('depends on its nodes, its state and its signals only', () => {
  fc.assert(
    fc.property(nodes, fc.array(signal, { maxLength: 12 }), (flow, signals) => {
      const kept = walk(flow, signals, (state) => state)
      const stored = walk(flow, signals, (state) => nodeFlowIn(readJson(storedFlow, JSON.stringify(state))))
      expect(stored).toEqual(kept)
    }),
    { numRuns: 500 },
  )
})

/** The steps of a whole conversation; `between` may write the state to the log and read it between two messages. */
function walk(
  nodes: AgentNode[],
  signals: FlowSignal[],
  between: (state: FlowState) => FlowState | undefined,
): FlowStep[] {
  const steps: FlowStep[] = []
  let state: FlowState | undefined
  for (const given of [{ type: 'start' } as const, ...signals]) {
    const step = advance(nodes, state, given, 'en')
    steps.push(JSON.parse(JSON.stringify(step)))
    state = between(step.state)
  }
  return steps
}
