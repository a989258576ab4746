/** A Parley with three tenants, every kind of credential, and invariants that must hold for each answer to any call. */
import { randomBytes } from 'node:crypto'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { createVisitorTokens } from '@parley/conversation/visiting/visitor-token.ts'
import { expect } from 'vitest'
import { type Answer, type HostileCall, hostileCalls, makeCall } from './hostile-calls.ts'
import { joinWorkspace } from './join-workspace.ts'
import { endpoints, ownEverything } from './owned.ts'
import { measureStalls } from './stalls.ts'
import { startTestPlatform } from './test-platform.ts'

export type Attempt = { endpoint: Endpoint; credential: string; ids: string; call: HostileCall }

export type Besieged = {
  /** Every call of an endpoint with every credential and the ids of every tenant. */
  attemptsOn(endpoint: Endpoint): Attempt[]
  /** Makes a call and checks its answer. */
  attempt(attempt: Attempt): Promise<void>
  /**
   * Expects that nothing changed in a tenant whose credentials were not used, and that the server neither blocked nor
   * grew.
   */
  expectUnharmed(): Promise<void>
  stop(): Promise<void>
}

/** In the order of the calls: those that end or close something for the others come last. */
export const inOrder: Endpoint[] = endpoints.toSorted((one, other) => lateness(one) - lateness(other))

function lateness({ name, method }: Endpoint): number {
  if (/sign|session|password|regenerate/i.test(name)) return 4
  if (method === 'DELETE' || /delete|remove|erase|revoke/i.test(name)) return 3
  if (/agents\.save|restore|rename|takeOver|resolve/i.test(name)) return 2
  return method === 'GET' ? 0 : 1
}

/** Of processor time. */
const LONGEST_STALL_MS = 2_000
const MOST_GROWTH_BYTES = 300_000_000

const leak = /\bat [\w.<>]+ \(|\.ts:\d+|node_modules|SQLITE_|ZodError|RangeError|TypeError/

export async function startBesieged(): Promise<Besieged> {
  const masterKey = randomBytes(32)
  const parley = await startTestPlatform({
    RATE_LIMIT_FACTOR: '1000',
    CLIENT_SEATS: '1000',
    MASTER_KEY: masterKey.toString('hex'),
  })
  const mine = await ownEverything(parley)
  const victim = await ownEverything(parley)
  const member = await parley.signUp()
  await joinWorkspace(parley, mine.person, member)
  const stranger = await parley.signUp()
  const { eventStore } = parley.platform.regions.get('na')!.engines
  await parley.settled()

  const claims = createVisitorTokens(masterKey).verify(mine.visitorToken)
  const yesterday = createVisitorTokens(masterKey, () => Date.now() - 25 * 3_600_000)
  const credentials: Record<string, string | undefined> = {
    nobody: undefined,
    owner: mine.person.token,
    member: member.token,
    stranger: stranger.token,
    'workspace secret': mine.workspaceSecret,
    'agent key': mine.agentKey,
    visitor: mine.visitorToken,
    'a visitor of yesterday': claims && yesterday.issue(claims),
    'a garbled session': `${victim.person.token.slice(0, -2)}xx`,
    'a garbled visitor': `${victim.visitorToken.slice(0, -2)}xx`,
    'a name of prototypes': '__proto__',
  }
  const ids: Record<string, Record<string, string>> = {
    'own ids': mine.named,
    'foreign ids': victim.named,
    'a foreign agent': { ...mine.named, agentId: victim.named.agentId ?? '' },
    'foreign things of an own agent': {
      ...victim.named,
      agentId: mine.named.agentId ?? '',
      workspaceId: mine.named.workspaceId ?? '',
    },
  }
  const kept = [victim.agentKey, victim.workspaceSecret, victim.visitorToken, victim.person.token]

  const revisions = async () => {
    const found = new Map<string, number>()
    for (let position = -1; ; ) {
      const page = await eventStore.readAll(position, 1_000)
      for (const { stream, revision, metadata } of page)
        if (JSON.parse(metadata).tenant === victim.person.workspaceId) found.set(stream, revision)
      position = page.at(-1)?.position ?? position
      if (page.length < 1_000) return found
    }
  }
  const before = await revisions()
  const stalls = measureStalls()
  const heap = process.memoryUsage().heapUsed

  return {
    attemptsOn(endpoint) {
      // Calls that anybody may make don't depend on the credentials.
      const asking = Object.keys(credentials).slice(0, endpoint.access === 'anyone' ? 2 : undefined)
      return Object.entries(ids).flatMap(([whose, named]) =>
        hostileCalls(endpoint, named)
          // A body is read only after the caller was authorised: for foreign ids the ordinary body is enough.
          .filter(({ body }, at) => at === 0 || named === mine.named || body === undefined)
          .flatMap((call) => asking.map((credential) => ({ endpoint, credential, ids: whose, call }))),
      )
    },

    async attempt({ endpoint, credential, ids: whose, call }) {
      const answer = await makeCall(parley.url, endpoint, call, credentials[credential])
      const what = `${endpoint.name}, ${call.what}, ${credential}, ${whose}: ${answer.status} ${answer.text.slice(0, 300)}`
      expectHarmless(endpoint, answer, what)
      for (const secret of kept) expect(answer.text.includes(secret), what).toBe(false)
      if (endpoint.access !== 'anyone') expect(answer.text.includes(victim.word), what).toBe(false)
    },

    async expectUnharmed() {
      await parley.settled()
      const after = await revisions()
      expect([...before].filter(([stream, revision]) => after.get(stream) !== revision)).toEqual([])
      expect('polluted' in {}).toBe(false)
      expect(stalls.longestMs()).toBeLessThan(LONGEST_STALL_MS)
      expect(process.memoryUsage().heapUsed - heap).toBeLessThan(MOST_GROWTH_BYTES)
    },

    async stop() {
      stalls.stop()
      await parley.stop()
    },
  }
}

function expectHarmless(
  { name, refusals = {} }: Endpoint,
  { status, text, headers }: Answer,
  what: string,
): void {
  const documented = status < 500 || status === 503 || Object.values(refusals).includes(status)
  expect(documented, what).toBe(true)
  expect(leak.test(text), what).toBe(false)
  // The log itself is exported as it is stored.
  if (name !== 'audit.export') expect(text.includes('sealed.v1.'), what).toBe(false)
  for (const [header, value] of headers) expect(`${header}: ${value}`, what).not.toMatch(/x=1/)
}
