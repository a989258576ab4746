/**
 * A tool, its address and its secret belong to its workspace: no other workspace can have it described, called or
 * tested.
 */
import type { integrationEndpoints } from '@parley/contracts/integration/endpoints.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { agentTools } from './agent-tools.ts'
import { createAuthorizationServers } from './credential/authorization-server.ts'
import { createOAuthTokens } from './credential/oauth-tokens.ts'
import { openCredentials } from './credential/open-credentials.ts'
import { createRenewals } from './credential/renewals.ts'
import { integrationHandlers } from './integration.handlers.ts'

let toolId: string
let region: TestRegion
let called: string[]
let endpoints: ReturnType<typeof integrationHandlers>
let tools: ReturnType<typeof agentTools>

/** The server of the tool's workspace, if it were reached. */
const safeFetch: SafeFetch = async (url) => {
  called.push(url)
  return { ok: true, status: 200, headers: {}, body: Buffer.from('Theirs'), cut: false, url, redirects: [] }
}

beforeEach(async () => {
  region = await openTestRegion()
  called = []
  const { handle, load } = region
  const tokens = createOAuthTokens({ safeFetch })
  const renewals = createRenewals({
    ...{ handle, load, refresh: region.commands.refresh, inTurn: region.inTurn },
    servers: createAuthorizationServers({ safeFetch }),
  })
  const { refresh } = region.commands
  const opening = { load, refresh, handle, tokens, renewals, allowPrivateAddresses: [] }
  const credentials = openCredentials(opening)
  endpoints = integrationHandlers({
    handle,
    load,
    safeFetch,
    credentials,
    inTurn: region.inTurn,
    toolCount: async () => 0,
  })
  tools = agentTools({ load, refresh, safeFetch, credentials })
  const settings = { name: 'Orders', description: 'Finds.', fields: [], serverUrl: 'https://shop.example/' }
  const created = await endpoints['tools.create']?.(callOf('owners', { settings, serverUrlSecret: 'secret' }))
  if (!created?.ok || !('value' in created)) throw new Error('no tool was created')
  toolId = created.value.id
})
afterEach(() => region.close())

it('can be tested by its own workspace only', async () => {
  expect(await endpoints['tools.test']?.(callOf('strangers'))).toMatchObject({
    ok: false,
    rejection: { code: 'not-found' },
  })
  expect(called).toEqual([])
  expect(await endpoints['tools.test']?.(callOf('owners'))).toMatchObject({
    ok: true,
    value: { outcome: 'ok' },
  })
  expect(called).toEqual(['https://shop.example/'])
})

it('is described to and called by agents of its own workspace only', async () => {
  const request = { type: 'tool', toolId, values: {}, idempotencyKey: 'k1' } as const
  expect(await tools.describe('strangers', [toolId])).toEqual([])
  expect(await tools.call('strangers', request, 'a1')).toMatchObject({ outcome: 'refused', name: 'unknown' })
  expect(called).toEqual([])
  expect(await tools.describe('owners', [toolId])).toMatchObject([{ id: toolId, name: 'Orders' }])
  expect(await tools.call('owners', request, 'a1')).toMatchObject({ outcome: 'ok', result: 'Theirs' })
})

type Endpoints = typeof integrationEndpoints

function callOf(tenant: string, body: object = { values: {} }) {
  const context: CommandContext = {
    tenant,
    actor: { kind: 'user', id: 'u1' },
    cause: { via: 'dashboard', command: `c-${tenant}`, correlation: 'c' },
  }
  return { params: { region: 'na', toolId }, query: {}, body, tenant, context } as unknown as Call<
    Endpoints['tools.create']
  > &
    Call<Endpoints['tools.test']>
}
