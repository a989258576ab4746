import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { loginTokens } from '../sign-in/login-tokens.ts'
import { viewLinks } from './view-links.ts'

const masterKey = randomBytes(32)
const claims = {
  ...{ region: 'na' as const, agencyId: 'a1', clientId: 'c1', viewId: 'v1' },
  ...{ viewerId: 'u1', viewerSessionId: 's1', host: 'app.agency.example' },
}

test('a link says who views as whom at which host, for a minute', () => {
  let now = Date.UTC(2026, 10, 29)
  const links = viewLinks(masterKey, () => now)
  const token = links.issue(claims)
  now += 59_000
  expect(links.verify(token)).toEqual(claims)
  now += 1_000
  expect(links.verify(token)).toBeUndefined()
})

test('neither is a link a login token, nor the other way round, nor that of another installation', () => {
  const [links, tokens] = [viewLinks(masterKey), loginTokens(masterKey)]
  const token = links.issue(claims)
  expect(tokens.verify(token.replace('cv1.', 'cl1.'))).toBeUndefined()
  const login = tokens.issue({
    region: 'na',
    agencyId: 'a1',
    clientId: 'c1',
    sessionId: 's1',
    passwordChanges: 0,
  })
  expect(links.verify(login.replace('cl1.', 'cv1.'))).toBeUndefined()
  expect(viewLinks(randomBytes(32)).verify(token)).toBeUndefined()
})
