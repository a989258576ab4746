/**
 * Schemathesis makes calls of every operation from the OpenAPI document, of valid and invalid inputs, with real
 * credentials and mostly real ids: no answer is a fault of the server, and none is one that the document does not
 * describe.
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGraphDouble } from '@parley/channel/meta/graph-double.ts'
import { startTelegramDouble } from '@parley/channel/telegram/telegram-double.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { openApiDocument } from '@parley/host/http/openapi.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrder } from '../src/besieged.ts'
import { type CompanySite, startCompanySite } from '../src/company-site.ts'
import { type Doubles, type KnownCalls, knownCalls, makeKnown, withDoubles } from '../src/known-calls.ts'
import { knownOthers } from '../src/known-others.ts'
import { type Owned, ownEverything } from '../src/owned.ts'
import { resendWebhookSecret } from '../src/resend-double.ts'
import { installSchemathesis, trySchema } from '../src/schemathesis.ts'
import { type SigningProxy, startSigningProxy } from '../src/signing-proxy.ts'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

/** Of each operation, besides those that cover the limits of its inputs. */
const EXAMPLES = Number(process.env.EXAMPLES ?? 12)
/** How often an operation that takes something away is given something new to take away. */
const MOST_RENEWED = 2

const only = process.env.ONLY
const endpoints = inOrder.filter(({ name }) => !only || new RegExp(only).test(name))

let parley: TestPlatform
let proxy: SigningProxy
let first: Owned
let doubles: Doubles
let site: CompanySite
let known: KnownCalls

beforeAll(async () => {
  // The providers themselves may be out of reach.
  doubles = { graph: await startGraphDouble(), telegram: await startTelegramDouble() }
  site = await startCompanySite()
  parley = await startTestPlatform({
    ...withDoubles(doubles),
    ...{ RATE_LIMIT_FACTOR: '1000', CLIENT_SEATS: '1000', WORKSPACE_SEATS: '1000' },
    RESEND_WEBHOOK_SECRET: resendWebhookSecret,
    ALLOW_PRIVATE_ADDRESSES: new URL(site.origin).host,
    // Each call comes from a network of its own, of which only so many may sign in or up.
    TRUST_PROXY: '1',
  })
  first = await ownEverything(parley, undefined, `${site.origin}/faq`)
  known = { ...(await knownCalls(parley, first, doubles)), ...(await knownOthers(first)) }
  let owned = first
  let used = false
  const renewals = new Map<string, number>()
  proxy = await startSigningProxy({
    target: parley.url,
    ...{ endpoints, first, resendWebhookSecret, known },
    async present(endpoint) {
      if (!used) return owned
      const renewed = renewals.get(endpoint.name) ?? 0
      if (renewed >= MOST_RENEWED) return owned
      renewals.set(endpoint.name, renewed + 1)
      owned = await ownEverything(parley)
      used = false
      return owned
    },
    done(endpoint) {
      if (takesAway(endpoint)) used = true
    },
  })
})
afterAll(async () => {
  await proxy?.stop()
  await doubles?.graph.stop()
  await doubles?.telegram.stop()
  await parley?.stop()
  await site?.stop()
})

function takesAway({ name, method, kind }: Endpoint): boolean {
  if (kind === 'query') return false
  return (
    method === 'DELETE' ||
    /delete|remove|erase|revoke|signOut|password|regenerate|restore|leave|credentials/i.test(name)
  )
}

test('what needs a state that nobody comes upon succeeds with it', async () => {
  const failed: string[] = []
  for (const endpoint of endpoints) {
    const call = known[endpoint.name]
    if (!call) continue
    const { status, text } = await makeKnown(endpoint, call, { url: proxy.url, named: first.named })
    if (status >= 300) failed.push(`${endpoint.name}: ${status} ${text.slice(0, 300)}`)
  }
  expect(failed).toEqual([])
})

test('every operation answers as the OpenAPI document says', { timeout: 3_600_000 }, async (context) => {
  const installed = await installSchemathesis()
  if ('missing' in installed) {
    console.warn(`Skipped: ${installed.missing}`)
    return context.skip(installed.missing)
  }
  const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'))
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 32)
  const inThisOrder = Object.fromEntries(endpoints.map((endpoint) => [endpoint.name, endpoint]))
  const { email, password } = first.person
  const known = { ...first.named, email, userEmail: email, password }
  const values = Object.fromEntries(Object.entries(known).map(([name, value]) => [name, [value]]))
  const { ok, output } = await trySchema(installed.program, {
    ...{ folder, url: proxy.url, values, examples: EXAMPLES, seed },
    document: openApiDocument(inThisOrder, proxy.url),
  })
  const untried = endpoints.filter(({ name }) => !proxy.answers.has(name)).map(({ name }) => name)
  const refused = endpoints.flatMap(({ name }) => {
    const statuses = [...(proxy.answers.get(name)?.keys() ?? [])]
    return statuses.some((status) => status < 300) ? [] : `${name} (${statuses.sort().join(', ')})`
  })
  console.info(`Seed ${seed}. Only refused: ${refused.join(', ') || 'none'}`)
  expect(ok, `Seed ${seed}\n${output}`).toBe(true)
  expect(untried).toEqual([])
})
