import { expect, test } from 'vitest'
import { findHandoffRules, withHandoffRules } from './handoff-rules.ts'

const no = { disableHandoff: false, smartHandoff: false, disableHandoffMessages: false }
type Rules = typeof no

const merged = (organisations: Partial<Rules>[], workspace: Partial<Rules> = {}) =>
  findHandoffRules({
    ofWorkspace: async () => ({ ...no, ...workspace }),
    organisationsOf: async () => ({ handoffRules: organisations.map((one) => ({ ...no, ...one })) }),
    onFault: () => undefined,
  })('w1', 'a1')

test('without organisations, those of the workspace hold', async () => {
  expect(await merged([])).toEqual(no)
  const workspace = { smartHandoff: true, disableHandoffMessages: true }
  expect(await merged([], workspace)).toEqual({ ...no, ...workspace })
  expect(await merged([{}], workspace)).toEqual({ ...no, ...workspace })
})

test('of two organisations, both have to switch handoff off, and one of them the rest on', async () => {
  const off = { disableHandoff: true }
  expect(await merged([off])).toEqual({ ...no, ...off })
  expect(await merged([off, {}])).toEqual(no)
  expect(await merged([off, off])).toEqual({ ...no, ...off })
  expect(await merged([{ smartHandoff: true }, {}])).toEqual({ ...no, smartHandoff: true })
  expect(await merged([{}, { disableHandoffMessages: true }])).toEqual({
    ...no,
    disableHandoffMessages: true,
  })
})

test('while the organisations of an agent can’t be read, the rules of its workspace hold', async () => {
  const faults: unknown[] = []
  const find = findHandoffRules({
    ofWorkspace: async () => ({ ...no, smartHandoff: true }),
    organisationsOf: () => Promise.reject(new Error('away')),
    onFault: (error) => faults.push(error),
  })
  expect(await find('w1', 'a1')).toEqual({ ...no, smartHandoff: true })
  expect(faults).toHaveLength(1)
})

test('rules switch the settings of an agent off and on, and leave the others', () => {
  const agent = { enableHumanHandoff: true, smartHandoff: true }
  expect(withHandoffRules(agent, no)).toEqual(agent)
  expect(withHandoffRules(agent, { ...no, disableHandoff: true })).toEqual({
    ...agent,
    enableHumanHandoff: false,
  })
  expect(withHandoffRules({}, { ...no, smartHandoff: true })).toEqual({ smartHandoff: true })
})
