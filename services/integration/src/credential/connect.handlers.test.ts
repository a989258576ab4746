import { openTestRegion } from '@parley/engines/test-region.ts'
import { type CommandHandler, createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { AuthorizationServers } from './authorization-server.ts'
import { connectHandlers } from './connect.handlers.ts'
import { credential } from './credential.decider.ts'
import { contexts, create } from './credential.test-setup.ts'
import { returnAddresses } from './return-address.ts'

test('what one process begins another one ends, though it has known the credential from before', async () => {
  const region = await openTestRegion()
  onTestFinished(() => region.close())
  const { eventStore, keyring, inTurn } = region
  const context = contexts()
  const exchanged: { code: string; verifier: string }[] = []
  const servers: Pick<AuthorizationServers, 'start' | 'exchange'> = {
    start: async (_, { state }) => ({
      ...{ ok: true, address: `https://login.example/authorize?state=${state}` },
      verifier: `verifier of ${state}`,
    }),
    async exchange(_, by) {
      exchanged.push(by)
      return { ok: true, tokens: { accessToken: 'access' } }
    },
  }
  const processOf = (commands: CommandHandler) => {
    const handlers = connectHandlers({
      ...commands,
      ...{ inTurn, allowPrivateAddresses: [], publicUrl: 'https://parley.example' },
      returns: returnAddresses(Buffer.alloc(32)),
      isOwnHost: async () => false,
      nameAt: async () => 'Parley',
      credentialCount: async () => 0,
      servers: servers as AuthorizationServers,
      safeFetch: () => Promise.reject(new Error('Nothing is fetched.')),
      rateLimits: { take: async () => ({ allowed: true }) as never },
    })
    const call = (body?: object) =>
      ({
        ...{ tenant: 'w1', context: context(), params: { credentialId: 'c1' }, body, request: {} },
        principal: { kind: 'user', userId: 'u1', sessionId: 's1' },
      }) as never
    return {
      connect: () => handlers['credentials.connect']!(call()),
      finish: (answer: string) => handlers['credentials.finishConnecting']!(call({ answer })),
    }
  }
  const [one, other] = [1, 2].map(() => createCommandHandler({ eventStore, keyring }))
  await one!.handle(credential, 'c1', create, context())
  for (const commands of [one!, other!]) await commands.load(credential, 'c1', 'w1')
  const begun = await processOf(one!).connect()
  const { address = '' }: { address?: string } = Object(begun.ok && 'value' in begun && begun.value)
  const state = new URL(address).searchParams.get('state')
  expect(await processOf(other!).finish(`code=abc&state=${state}`)).toMatchObject({ ok: true })
  expect(exchanged).toMatchObject([{ code: 'abc', verifier: `verifier of ${state}` }])
})
