import { expect, test } from 'vitest'
import { formsOf } from './apply-credential.ts'

test('user name and password are hidden as they are sent, in addresses too', () => {
  const forms = formsOf({ kind: 'basic', username: 'ada' }, 'sk-123')
  const sent = Buffer.from('ada:sk-123').toString('base64')
  expect(sent).toMatch(/=$/)
  expect(forms).toEqual(expect.arrayContaining(['sk-123', sent, encodeURIComponent(sent)]))
})
