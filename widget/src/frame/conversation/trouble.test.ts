import { expect, it } from 'vitest'
import { CallError } from '../server/call-error.ts'
import { words as de } from '../words/de.ts'
import { explain } from './trouble.ts'

it('tells refusals in the visitor’s language, never in the server’s words', () => {
  const refused = (status: number, code: string, field?: string) =>
    explain(new CallError(status, code, 'The server’s own words', field), de)
  expect(refused(410, 'deleted')).toBe(de.gone)
  expect(refused(429, 'write-limit-reached')).toBe(de.tooMany)
  expect(refused(403, 'storage-limit-reached')).toBe(de.stopped)
  expect(refused(404, 'not-found', 'files')).toBe(de.fileGone)
  expect(refused(422, 'a code that is not known here')).toBe(de.failed)
  expect(refused(0, 'network')).toBe(de.unreachable)
  expect(explain(new TypeError('x is undefined'), de)).toBe(de.unreachable)
})
