import type { TestResultView } from '@parley/contracts/evaluation/endpoints.ts'
import { expect, test } from 'vitest'
import { isNotable, resultsByCase } from './results-by-case.ts'

const line = (reply: string): TestResultView['lines'][number] => ({
  ...{ says: 'Hello', reply, sources: [], tools: [], handedOver: false, answered: true },
  ...{ modelId: '', tookMs: 1, cost: 0, checks: [] },
})
const result = (caseId: string, version: 'draft' | 'published', more: object = {}): TestResultView => ({
  ...{ caseId, version, passed: true, cost: 0, tookMs: 1, lines: [line('Hi')] },
  ...more,
})

test('groups the versions of a case, the draft first', () => {
  const results = [result('a', 'published'), result('a', 'draft'), result('b', 'published')]
  const groups = resultsByCase(results, { mayGoOn: false, versions: 2 })
  expect(groups.map((one) => [one.caseId, ...one.results.map(({ version }) => version)])).toEqual([
    ['a', 'draft', 'published'],
    ['b', 'published'],
  ])
})

test('leaves a case out whose other version may be on the next page', () => {
  const results = [result('a', 'draft'), result('a', 'published'), result('b', 'draft')]
  const casesOf = (mayGoOn: boolean, versions: number) =>
    resultsByCase(results, { mayGoOn, versions }).map(({ caseId }) => caseId)
  expect(casesOf(true, 2)).toEqual(['a'])
  expect(casesOf(false, 2)).toEqual(['a', 'b'])
  expect(casesOf(true, 1)).toEqual(['a', 'b'])
  expect(resultsByCase([], { mayGoOn: true, versions: 2 })).toEqual([])
})

test('a case is notable if it failed, or its versions answered differently', () => {
  const other = { lines: [line('Good day')] }
  const own = (draft: object) =>
    isNotable({ caseId: 'a', results: [result('a', 'draft', draft), result('a', 'published')] })
  expect([own({}), own({ passed: false }), own(other)]).toEqual([false, true, true])
})
