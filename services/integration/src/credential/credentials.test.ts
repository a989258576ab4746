import type { CredentialUse } from '@parley/contracts/integration/credential.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { type CommandContext, createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agentTools } from '../agent-tools.ts'
import { tool } from '../tool.decider.ts'
import { createAuthorizationServers } from './authorization-server.ts'
import { credential } from './credential.decider.ts'
import { credentialHandlers } from './credential.handlers.ts'
import { createOAuthTokens } from './oauth-tokens.ts'
import { openCredentials } from './open-credentials.ts'
import { createRenewals } from './renewals.ts'

const SECRET = 'the-secret-of-the-shop'
const TOKEN = { access_token: 'the-token', token_type: 'Bearer' }
const uses: CredentialUse[] = [
  { kind: 'bearer' },
  { kind: 'header', headerName: 'X-Api-Key' },
  { kind: 'query', parameter: 'key' },
  { kind: 'basic', username: 'ada' },
  {
    kind: 'oauth2-client-credentials',
    tokenUrl: 'https://login.shop.example/token',
    application: 'parley',
    scopes: '',
    sendSecretIn: 'header',
  },
]

let region: TestRegion
let fetched: string[]
let tools: ReturnType<typeof agentTools>
const safeFetch: SafeFetch = async (url) => {
  fetched.push(url)
  const body = Buffer.from(JSON.stringify(url.endsWith('/token') ? TOKEN : {}))
  return { ok: true, status: 200, headers: {}, body, cut: false, url, redirects: [] }
}

let commands = 0
const context = (): CommandContext => ({
  tenant: 'w1',
  actor: { kind: 'user', id: 'u1' },
  cause: { via: 'dashboard', command: `c${++commands}`, correlation: 'c' },
})
const request = { type: 'tool', toolId: 't1', values: { id: 7 }, idempotencyKey: 'k1' } as const
const ofTool = (credentialId?: string) => ({
  ...{ name: 'Orders', description: 'Finds.', serverUrl: 'https://api.shop.example/orders' },
  fields: [{ in: 'query' as const, key: 'id', type: 'number' as const }],
  ...(credentialId === undefined ? {} : { credentialId }),
})

beforeEach(async () => {
  region = await openTestRegion()
  fetched = []
  const { load, handle } = region
  const tokens = createOAuthTokens({ safeFetch })
  const renewals = createRenewals({
    ...{ handle, load, refresh: region.commands.refresh, inTurn: region.inTurn },
    servers: createAuthorizationServers({ safeFetch }),
  })
  const { refresh } = region.commands
  const opening = { load, refresh, handle, tokens, renewals, allowPrivateAddresses: [] }
  const credentials = openCredentials(opening)
  tools = agentTools({ load, refresh, safeFetch, credentials })
  const create = { type: 'CreateTool', id: 't1', userId: 'u1', settings: ofTool('c1') } as const
  await region.handle(tool, 't1', create, context())
})
afterEach(() => region.close())

async function create(use: CredentialUse): Promise<void> {
  const settings = { name: 'Shop API', use, hosts: ['api.shop.example'] }
  const limit = { maxCredentials: 1, credentials: 0 }
  const of = { credentialId: 'c1', userId: 'u1', settings, secret: SECRET, limit }
  await region.handle(credential, 'c1', { type: 'CreateCredential', ...of }, context())
}

describe('a call with a credential', () => {
  // Conversations are replayed by what calls were recorded as.
  it.each(uses)('is displayed before it is made as it is recorded: %j', async (use) => {
    await create(use)
    const { request: shown } = await tools.preview('w1', request)
    expect(fetched).toEqual([])
    expect(shown).toContain('••••••')
    expect(await tools.call('w1', request, 'a1')).toMatchObject({ outcome: 'ok', request: shown })
    expect(shown).not.toMatch(/secret|token/)
  })

  it('is made with it no more once another process has deleted it', async () => {
    await create({ kind: 'bearer' })
    expect(await tools.call('w1', request, 'a1')).toMatchObject({ outcome: 'ok' })
    const { eventStore, keyring } = region
    const other = createCommandHandler({ eventStore, keyring })
    await other.handle(credential, 'c1', { type: 'DeleteCredential' }, context())
    expect(await tools.call('w1', request, 'a1')).toMatchObject({ outcome: 'refused' })
    expect(fetched).toHaveLength(1)
  })

  it('is previewed and made as another process has changed the function', async () => {
    await create({ kind: 'bearer' })
    const { version } = await tools.preview('w1', request)
    const { eventStore, keyring } = region
    const other = createCommandHandler({ eventStore, keyring })
    const settings = { ...ofTool('c1'), serverUrl: 'https://api.shop.example/other' }
    await other.handle(tool, 't1', { type: 'ChangeTool', settings }, context())
    expect((await tools.preview('w1', request)).version).not.toBe(version)
    await other.handle(tool, 't1', { type: 'DeleteTool' }, context())
    expect(await tools.call('w1', request, 'a1')).toMatchObject({ outcome: 'refused' })
    expect(fetched).toEqual([])
  })

  it('tells the team why it fails, and a model no more than that', async () => {
    expect(await tools.call('w1', request, 'a1')).toMatchObject({
      outcome: 'refused',
      response:
        'The credential of this function does not exist any more. Choose another one on the Functions page.',
      result: 'This function can’t be used at the moment.',
    })
    expect(fetched).toEqual([])
  })
})

it('a credential is deleted once functions have another one, whether their list is behind or not', async () => {
  await create({ kind: 'bearer' })
  const { handle, load } = region
  const endpoints = credentialHandlers({
    ...{ handle, load, inTurn: region.inTurn, allowPrivateAddresses: [] },
    credentialCount: async () => 1,
    functionsUsing: async () => [{ id: 't1', name: 'Orders' }],
    isAgent: async () => true,
    publicUrl: 'https://parley.example',
  })
  const remove = () =>
    endpoints['credentials.delete']?.({
      params: { region: 'na', credentialId: 'c1' },
      tenant: 'w1',
      context: context(),
    } as never)
  expect(await remove()).toMatchObject({ ok: false, rejection: { code: 'credential-in-use' } })
  await handle(tool, 't1', { type: 'ChangeTool', settings: ofTool() }, context())
  expect(await remove()).toMatchObject({ ok: true })
})
