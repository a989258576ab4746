import { describe, expect, test } from 'vitest'
import type { TestMessage } from '../transcript.ts'
import { ageNow, entriesOf, type Happening, LATER_MS, newSimulation } from './timeline.ts'

const START = Date.parse('2026-11-29T10:00:00Z')
const message = (index: number, role: TestMessage['role'], more: Partial<TestMessage> = {}): TestMessage => ({
  ...{ id: `m${index}`, index, role, blocks: [{ type: 'text', text: `words ${index}` }] },
  ...{ at: new Date(START + index * 1_000).toISOString(), ...more },
})
const later = (after: number): Happening => ({ type: 'later', id: `later${after}`, ms: LATER_MS, after })
const simulation = newSimulation
const shapes = (entries: ReturnType<typeof entriesOf>) =>
  entries.map((entry) => ('message' in entry ? `${entry.type} ${entry.message.id}` : entry.type))

describe('a simulated chat', () => {
  const greeted = [message(0, 'agent'), message(1, 'agent')]

  test('is empty until the contact writes, and begins with what they wrote', () => {
    expect(entriesOf(greeted, simulation)).toEqual([])
    const answered = [...greeted, message(2, 'visitor'), message(3, 'agent')]
    expect(shapes(entriesOf(answered, simulation))).toEqual([
      'contact m2',
      'agent m0',
      'agent m1',
      'agent m3',
    ])
  })

  test('begins with what the agent says first where the contact has opened it', () => {
    const opened = { ...simulation, opened: true }
    expect(shapes(entriesOf(greeted, opened))).toEqual(['opened', 'agent m0', 'agent m1'])
    expect(shapes(entriesOf([...greeted, message(2, 'visitor')], opened))).toEqual([
      ...['opened', 'agent m0', 'agent m1', 'contact m2'],
    ])
  })

  test('shows what is whole: no reply that is being written, no note of the conversation', () => {
    const all = [
      message(0, 'visitor', { problem: 'Lost' }),
      message(1, 'agent', { partial: 'streaming' }),
      message(2, 'system', { blocks: [{ type: 'event', event: 'handoff-requested' }] }),
      message(3, 'system', { failed: true }),
    ]
    expect(shapes(entriesOf(all, simulation))).toEqual(['contact m0', 'failed m0', 'failed m3'])
  })

  test('counts time by the simulated clock', () => {
    const all = [message(0, 'visitor'), message(1, 'agent'), message(2, 'agent'), message(3, 'visitor')]
    const happened = [later(2)]
    const entries = entriesOf(all, { ...simulation, happened })
    expect(shapes(entries)).toEqual(['contact m0', 'agent m1', 'later', 'agent m2', 'contact m3'])
    const ages = entries.flatMap((entry) => ('ageMs' in entry ? entry.ageMs : []))
    expect(ages).toEqual([1_000, LATER_MS + 2_000])
    expect(ageNow(all, { happened }, START + 10_000)).toBe(7_000)
    expect(ageNow(all.slice(0, 2), { happened }, START + 10_000)).toBe(LATER_MS + 10_000)
    expect(ageNow([], { happened }, START)).toBeUndefined()
  })
})
