import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { same } from '../same.ts'
import { blueprintContent, mergeBlueprint } from './blueprint.ts'
import type { AgentDocument } from './document.ts'

const undecided = () => undefined

describe('a blueprint', () => {
  it('has what templates have, without secrets and what each agent has of its own', () => {
    const document: AgentDocument = {
      ...{ ID: 'a1', ownerID: 'w1', title: 'Acme', SECRET_API_KEY: 'vg_abcdefghijklmnopqrst' },
      ...{ allowedOrigins: ['https://acme.example'], internal: { template: 'website' } },
      ...{ assignedToolsIds: ['t1'], facts: 'Open.', theme: 'blue-dark' },
    }
    expect(blueprintContent(document)).toEqual({ theme: 'blue-dark' })
  })
})

describe('merging a blueprint into an agent', () => {
  const [first, second] = [
    { facts: 'One.', theme: 'light' },
    { facts: 'Two.', theme: 'light' },
  ]

  it('changes what the agent has not changed, and keeps the rest', () => {
    expect(mergeBlueprint([first, second], { ...first, title: 'Acme', theme: 'dark' }, undecided)).toEqual({
      ...{ changes: { facts: 'Two.' }, before: { facts: 'One.' }, conflicts: [], diverged: ['theme'] },
    })
  })

  it('changes nothing at an agent that has it already', () => {
    expect(mergeBlueprint([first, second], second, undecided)).toEqual({
      ...{ changes: {}, before: {}, conflicts: [], diverged: [] },
    })
  })

  it('does not take a value of a version in between for the agent’s own', () => {
    const third = { ...second, facts: 'Three.' }
    const { changes, conflicts } = mergeBlueprint([first, second, third], second, undecided)
    expect([changes, conflicts]).toEqual([{ facts: 'Three.' }, []])
  })

  it('leaves a conflict until it is decided', () => {
    const own = { ...first, facts: 'Own.' }
    expect(mergeBlueprint([first, second], own, undecided).conflicts).toEqual([
      { path: 'facts', base: 'One.', mine: 'Two.', theirs: 'Own.' },
    ])
    expect(mergeBlueprint([first, second], own, () => 'mine').changes).toEqual({ facts: 'Two.' })
    const kept = mergeBlueprint([first, second], own, () => 'theirs')
    expect([kept.changes, kept.diverged]).toEqual([{}, ['facts']])
  })

  it('merges the settings of a group, and the nodes of a flow, one by one', () => {
    const node = (id: string, text: string) =>
      ({ id, type: 'message', text, position: { x: 0, y: 0 } }) as const
    const base = { ui: { voiceQuestionLabel: 'A' }, nodes: [node('a', 'A'), node('b', 'B')] }
    const wanted = { ui: { voiceQuestionLabel: 'B' }, nodes: [node('a', 'New'), node('b', 'B')] }
    const own: AgentDocument = {
      ui: { voiceQuestionLabel: 'A', voiceContinueLabel: 'Own' },
      nodes: [node('a', 'A'), node('b', 'Own'), node('c', 'C')],
    }
    const { changes, conflicts } = mergeBlueprint([base, wanted], own, undecided)
    expect(conflicts).toEqual([])
    expect(changes).toEqual({
      ui: { voiceQuestionLabel: 'B', voiceContinueLabel: 'Own' },
      nodes: [node('a', 'New'), node('b', 'Own'), node('c', 'C')],
    })
  })
})

const word = fc.constantFrom('one', 'two', 'three')
const document: fc.Arbitrary<AgentDocument> = fc.record(
  { facts: word, description: word, theme: word, ui: fc.record({ voiceQuestionLabel: word }) },
  { requiredKeys: [] },
)

it('never changes what is the agent’s own without a decision, and takes all else', () => {
  fc.assert(
    fc.property(document, document, document, (base, wanted, own) => {
      const merged = mergeBlueprint([base, wanted], own, undecided)
      const result = new Map(Object.entries({ ...own, ...merged.changes }))
      const [was, will, is] = [base, wanted, own].map((one) => new Map(Object.entries(one)))
      for (const name of ['facts', 'description', 'theme']) {
        const [before, new_, present] = [was?.get(name), will?.get(name), is?.get(name)]
        const inConflict = merged.conflicts.some(({ path }) => path === name)
        const isOwn = present !== undefined ? !same(present, before) : before !== undefined
        const changes = new_ !== undefined && !same(new_, before)
        if (inConflict) expect(isOwn && changes && !same(new_, present), name).toBe(true)
        else if (changes) expect(result.get(name), name).toEqual(new_)
        else expect(result.get(name), name).toEqual(present)
      }
      for (const choice of ['mine', 'theirs'] as const) {
        const decided = mergeBlueprint([base, wanted], own, () => choice)
        expect(decided.conflicts).toEqual([])
        expect({ ...own, ...decided.changes, ...decided.before }).toEqual({
          ...Object.fromEntries(Object.entries(decided.changes).filter(([name]) => !is?.has(name))),
          ...own,
        })
      }
    }),
    { numRuns: 2_000 },
  )
})
