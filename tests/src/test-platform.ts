/** A whole Parley on free ports and embedded engines, for tests that use HTTP. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type EndpointName } from '@parley/contracts/api.ts'
import { type Client, createClient } from '@parley/contracts/client.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { routesOf } from '@parley/contracts/routes.ts'
import { type Config, readConfig } from '@parley/host/config.ts'
import { type Platform, startPlatform } from '@parley/host/platform.ts'
import type { RegionServices } from '@parley/host/region/region-services.ts'
import { type MailSource, signUpAs } from './sign-up.ts'
import { requireWholeLog } from './whole-log.ts'

export type TestPlatform = {
  platform: Platform
  config: Config
  url: string
  demoUrl: string
  dataDir: string
  /** A client with a token, or none. It reads what anybody wrote before, not only what it wrote itself. */
  client(token?: string): Client
  /** Signs up a new person with a workspace. */
  signUp(region?: Region): Promise<Person>
  /**
   * Resolves when projections and policies have processed everything, including what policies append, and no credits are
   * reserved that no reply uses: they would be returned at any later moment.
   */
  settled(region?: Region): Promise<void>
  /** Stops it and removes its data. Throws if the log is not intact or a database stays open, so that every test
   * ends with these checks. */
  stop(): Promise<void>
}

export type Person = {
  email: string
  password: string
  token: string
  userId: string
  workspaceId: string
  region: Region
  client: Client
}

export const routes = routesOf(api)

let people = 0

export async function startTestPlatform(
  env: Record<string, string> = {},
  options: Parameters<typeof startPlatform>[2] = {},
): Promise<TestPlatform> {
  let signedUp = 0
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-'))
  const config = readConfig({
    ...{ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', NODE_ENV: 'test' },
    // Tests of limits set their own.
    MAX_AGENTS: 'unlimited',
    // Nobody is asked outside of this machine.
    DNS_SERVERS: '127.0.0.1:9',
    ...env,
  })
  const platform = await startPlatform(config, undefined, options)
  if (!platform.addresses) throw new Error('The platform serves no pages')
  const bound = platform.server?.server.address() as AddressInfo | undefined
  // PUBLIC_URL is an address for others.
  const url = env.PUBLIC_URL ? `http://127.0.0.1:${bound?.port}` : platform.addresses.api
  const clientOf = (send: typeof fetch) => (token?: string) =>
    createClient({ routes, baseUrl: url, token: () => token, fetch: send })
  const client = clientOf(upToDate(platform))
  return {
    platform,
    config,
    url,
    demoUrl: platform.addresses.demo,
    dataDir,
    client,
    signUp: (region) =>
      signUpWith(config.TRUST_PROXY > 0 ? clientOf(fromElsewhere(platform)) : client, url, {
        region,
        displayName: `Person ${++signedUp}`,
      }),
    settled: (region) => settled(platform, region),
    async stop() {
      const logs = [...platform.regions.values()].map(({ engines }) => requireWholeLog(engines.eventStore))
      const checked = await Promise.allSettled(logs)
      await platform.stop()
      const files = await readdir(dataDir, { recursive: true })
      await rm(dataDir, { recursive: true, force: true })
      for (const check of checked) if (check.status === 'rejected') throw check.reason
      const open = files.filter((file) => /-(wal|shm)$/.test(file))
      if (open.length > 0) throw new Error(`Databases are still open after the stop: ${open.join(', ')}`)
    },
  }
}

/** Resolves when projections and policies have processed everything, including what policies append. */
export async function settled({ regions }: Pick<Platform, 'regions'>, region: Region = 'na'): Promise<void> {
  const services = regions.get(region)!
  for (let head = -1; head !== (await services.engines.eventStore.head()); ) {
    await services.ports.credits.giveBackUnused()
    head = await services.engines.eventStore.head()
    await Promise.all([services.policies?.settled(head), shown(services, head)])
    await services.ports.knowledge.ingested()
  }
}

/**
 * In tests, the reader is rarely the writer, and often a policy wrote: every request sees everything that is in the log
 * by then. That clients see their own writes without this is tested by `read-your-writes.test.ts`.
 */
function upToDate({ regions }: Platform): typeof fetch {
  return async (input, init) => {
    if (init?.method === 'GET')
      await Promise.all(
        [...regions.values()].map(async (services) =>
          shown(services, await services.engines.eventStore.head()),
        ),
      )
    return fetch(input, init)
  }
}

/**
 * Behind a trusted proxy each person signs up from a network of their own, so that a test may sign up more people than
 * one network may in five minutes.
 */
function fromElsewhere(platform: Platform): typeof fetch {
  const address = `10.0.${people >> 8}.${people & 255}`
  const send = upToDate(platform)
  return (input, init) =>
    send(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), 'x-forwarded-for': address },
    })
}

async function shown({ projections }: RegionServices, position: number): Promise<void> {
  if (!(await projections.waitFor(position, 60_000)))
    throw new Error(`The projections did not come to position ${position} within a minute`)
}

/** Signs up a new person at the server of `client`. */
export async function signUpWith(
  client: (token?: string) => Client,
  mails: MailSource,
  { region = 'na', displayName }: { region?: Region | undefined; displayName?: string } = {},
): Promise<Person> {
  const email = `person${++people}.${process.pid}@example.com`
  const password = 'correct horse battery'
  const body = { email, password, displayName: displayName ?? `Person ${people}`, region }
  const { token, user, workspace } = await signUpAs(client(), mails, body)
  const { userId } = user
  const { workspaceId } = workspace
  return { email, password, token, userId, workspaceId, region, client: client(token) }
}

export type { EndpointName }
