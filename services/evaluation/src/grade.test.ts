import type { PlayedLine } from '@parley/contracts/evaluation/test-result.ts'
import { expect, test } from 'vitest'
import { grade } from './grade.ts'

const line: PlayedLine = {
  says: 'When are you open?',
  reply: 'We are open from **9:00** to 17:30, and ship within 14 days for €3,50.',
  sources: [{ name: 'Opening hours', url: 'https://shop.example/hours' }],
  tools: ['Look up order'],
  handedOver: false,
  answered: true,
  modelId: 'built-in',
  tookMs: 1,
  cost: 0,
}
const outcomes = (expects: Parameters<typeof grade>[0], more: Partial<PlayedLine> = {}) =>
  grade(expects, { ...line, ...more }).map(({ outcome }) => outcome)

test('finds phrases as whole words, whatever their case, accents, Markdown and punctuation', () => {
  expect(outcomes({ mentions: ['9:00', '17:30', '3,50', 'OPEN FROM 9:00', '14 days'] })).toEqual(
    Array(5).fill('passed'),
  )
  expect(outcomes({ mentions: ['4 days', 'pen', '9:0'] })).toEqual(Array(3).fill('failed'))
  expect(outcomes({ mentions: ['cafe'] }, { reply: 'Our CAFÉ, "upstairs".' })).toEqual(['passed'])
})

test('takes one of several alternatives', () => {
  expect(outcomes({ mentions: ['nine o’clock | 9:00', 'noon|midnight'] })).toEqual(['passed', 'failed'])
})

test('refuses what must not be mentioned', () => {
  expect(outcomes({ avoids: ['Sunday', '9:00'] })).toEqual(['passed', 'failed'])
})

test('compares sources by a part of their name or address, and says what was cited', () => {
  expect(outcomes({ source: 'hours' })).toEqual(['passed'])
  expect(outcomes({ source: 'shop.example/hours' })).toEqual(['passed'])
  expect(grade({ source: 'Returns' }, { ...line, sources: [] })).toEqual([
    { kind: 'source', expected: 'Returns', outcome: 'failed', found: 'no source' },
  ])
})

test('compares functions, the handover and whether there was an answer', () => {
  expect(outcomes({ toolsCalled: ['look up order'], toolsNotCalled: ['Refund'] })).toEqual([
    'passed',
    'passed',
  ])
  expect(outcomes({ toolsCalled: ['Refund'], toolsNotCalled: ['Look up order'] })).toEqual([
    'failed',
    'failed',
  ])
  expect(outcomes({ handedOver: true, answered: false })).toEqual(['failed', 'failed'])
  expect(outcomes({ handedOver: true }, { handedOver: true })).toEqual(['passed'])
})

test('skips a language that can not be told and a tone that nobody judged', () => {
  expect(outcomes({ language: 'de', tone: 'friendly' })).toEqual(['skipped', 'skipped'])
  const judged = { language: 'en', tone: { fits: false, why: 'It is curt.' } }
  expect(grade({ language: 'en', tone: 'friendly' }, line, judged)).toEqual([
    { kind: 'language', expected: 'en', outcome: 'passed', found: 'en' },
    { kind: 'tone', expected: 'friendly', outcome: 'failed', found: 'It is curt.' },
  ])
})

test('fails a line without a reply, with the reason', () => {
  const { reply: _, ...silent } = line
  expect(grade({}, { ...silent, failure: 'time-out' })).toEqual([
    { kind: 'replied', expected: 'a reply', outcome: 'failed', found: 'time-out' },
  ])
})
