import { expect, test } from 'vitest'
import { answerWith, namesFor, renameOlderHeaders } from './older-headers.ts'

type Request = Parameters<typeof answerWith>[0]
type Answer = Parameters<typeof answerWith>[1]
const own = { agencyHost: undefined } as Request
const agencys = { agencyHost: { domain: 'app.north.example', region: 'na', agencyId: 'a' } } as Request

function headersFor(request: Request): Record<string, unknown> {
  const headers: Record<string, unknown> = {}
  const answer = { header: (name: string, value: unknown) => Object.assign(headers, { [name]: value }) }
  answerWith(request, answer as unknown as Answer, 'log-position', 7)
  return headers
}

test('a request may use the older names, and the present ones go before them', () => {
  const headers = { 'parley-after': '1', 'parley-workspace': 'w1', 'workspace-id': 'w2' }
  renameOlderHeaders(headers)
  expect(headers).toMatchObject({ 'log-after': '1', 'workspace-id': 'w2' })
})

test('an answer has both, and the present ones alone at the domain of an agency', () => {
  expect(headersFor(own)).toEqual({ 'log-position': 7, 'parley-position': 7 })
  expect(headersFor(agencys)).toEqual({ 'log-position': 7 })
  expect(namesFor(own, ['accept', 'csrf-check'])).toBe('accept, csrf-check, parley-csrf')
  expect(namesFor(agencys, ['accept', 'csrf-check'])).toBe('accept, csrf-check')
})
