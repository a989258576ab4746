import type { PlayedLine, RecordedReply } from '@parley/contracts/evaluation/test-result.ts'
import { expect, test } from 'vitest'
import { compareWithRecorded } from './compare-with-recorded.ts'

const recorded: RecordedReply = {
  reply: 'We are open.',
  by: 'agent',
  sources: ['Hours'],
  tools: ['look up'],
  handedOver: false,
}
const played: PlayedLine = {
  says: 'Open?',
  reply: 'We are  open.',
  sources: [{ name: 'Hours' }],
  tools: ['look up'],
  handedOver: false,
  answered: true,
  modelId: 'built-in',
  tookMs: 1,
  cost: 0,
}
const outcomes = (now: Partial<PlayedLine>, then: Partial<RecordedReply> = {}) =>
  Object.fromEntries(
    compareWithRecorded({ ...recorded, ...then }, { ...played, ...now }).map(({ kind, outcome }) => [
      kind,
      outcome,
    ]),
  )
const same = {
  'same-text': 'passed',
  'same-source': 'passed',
  'same-functions': 'passed',
  'same-handover': 'passed',
}

test('says what differs', () => {
  expect(outcomes({})).toEqual(same)
  expect(outcomes({ reply: 'We are closed.' })).toEqual({ ...same, 'same-text': 'failed' })
  expect(outcomes({ sources: [{ name: 'Other' }] })).toEqual({ ...same, 'same-source': 'failed' })
  expect(outcomes({ tools: [] })).toEqual({ ...same, 'same-functions': 'failed' })
  expect(outcomes({ handedOver: true })).toEqual({ ...same, 'same-handover': 'failed' })
  expect(outcomes({ reply: undefined })).toEqual({ replied: 'failed' })
})

test('leaves the words of a model to people', () => {
  const { 'same-text': _, ...others } = same
  expect(outcomes({ reply: 'Yes!', modelId: 'claude' })).toEqual(others)
})

test('compares neither with a person nor after a call that is not on record', () => {
  expect(outcomes({}, { by: 'person' })).toEqual({ replied: 'skipped' })
  expect(outcomes({}, { by: 'nobody' })).toEqual({ replied: 'skipped' })
  const { 'same-text': _, ...others } = same
  expect(outcomes({ notRecorded: ['look up'] })).toEqual({ ...others, 'same-functions': 'skipped' })
})
