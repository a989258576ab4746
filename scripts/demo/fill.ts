/** Fills a running instance with Northwind Agency: signs up through its API, then writes its history. */

import { hkdfSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { clientEmailKey } from '@parley/client/client-emails.ts'
import { api } from '@parley/contracts/api.ts'
import { ApiError, type Client, createClient } from '@parley/contracts/client.ts'
import { type Region, regionSchema } from '@parley/contracts/endpoint.ts'
import { sessionIn } from '@parley/contracts/identity/session-in.ts'
import type { SignedInView } from '@parley/contracts/identity/views.ts'
import { routesOf } from '@parley/contracts/routes.ts'
import { type Config, readConfig, StartUpError } from '@parley/host/config.ts'
import { siteAgentId } from '@parley/host/pages/site/site-agent.ts'
import { openRegion } from '@parley/host/region.ts'
import { identityKey } from '@parley/identity/identity-key.ts'
import { personIn, user } from '@parley/identity/user.decider.ts'
import { createDeliveryLog } from '@parley/integration/webhook/delivery-log.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { accessTokens } from './access-tokens.ts'
import { agencySettings } from './agency-settings.ts'
import { parleyGuide } from './businesses/parley-guide.ts'
import { businesses } from './businesses.ts'
import { clients, seatsOfClients } from './clients.ts'
import { history } from './history.ts'
import { library } from './library.ts'
import { logEntries } from './log-entries.ts'
import { createPast, type Past } from './past.ts'
import type { Stage, Step } from './stage.ts'
import { seatsOfTeam, team } from './team.ts'
import { testCases } from './test-cases.ts'
import { type Delivered, webhooks } from './webhooks.ts'
import { website } from './website.ts'

export type DemoOptions = {
  /** The address of the instance, such as http://localhost:4000. */
  url: string
  email: string
  /** Defaults to one derived from the instance's master key. */
  password?: string
  conversations: number
  /** The environment the instance was started with: DATA_DIR and the like. */
  env: Record<string, string | undefined>
  say(line: string): void
  now?: number
}

export type Filled = {
  email: string
  password: string
  workspaceId: string
  region: Region
  agents: number
  conversations: number
  /** Number of new events. */
  added: number
}

export const DEMO_EMAIL = 'demo@example.com'

/** How long to wait for the mail with the code. */
const MAIL_COMES_WITHIN_MS = 20_000

/** Idempotent. Throws `StartUpError` with what to do if the instance or its data can't be reached. */
export async function fillDemo(options: DemoOptions): Promise<Filled> {
  const { url, email, say, now = Date.now() } = options
  await requireReady(url)
  const config = configOf(options.env)
  const password = options.password ?? passwordFrom(config)
  const client = createClient({ routes: routesOf(api), baseUrl: url })
  const first = regionSchema.parse(config.regions[0])
  const { workspaceId, userId, region } = await signInOrUp(client, url, { email, password, region: first })

  const engines = await openRegion(config, region)
  try {
    await requireSameData(engines, userId, url, config)
    const past = createPast(engines.eventStore, engines.keyring)
    const abroad = region === first ? undefined : await openRegion(config, first)
    const directory = abroad ? createPast(abroad.eventStore, abroad.keyring) : past
    const agents = [...businesses, parleyGuide(siteAgentId(config.masterKey, region))]
    const stage = { past, region, workspaceId, userId, businesses: agents, now }
    const steps = stepsOf(stage, { ...options, password, config, engines, directory })
    try {
      await take(steps, [past, directory], say)
    } finally {
      await abroad?.close()
    }
    await seen(url, region)
    if (config.WORKSPACE_SEATS < seatsOfTeam || config.CLIENT_SEATS < seatsOfClients)
      say(
        `  There are more people for an instance with WORKSPACE_SEATS=${seatsOfTeam} and CLIENT_SEATS=${seatsOfClients}.`,
      )
    const { conversations } = options
    return {
      email,
      password,
      workspaceId,
      region,
      agents: agents.length,
      conversations,
      added: past.appended() + (directory === past ? 0 : directory.appended()),
    }
  } finally {
    await engines.close()
  }
}

/** Everything that happened, in chronological order. */
function stepsOf(
  stage: Stage,
  more: DemoOptions & { password: string; config: Config; engines: RegionEngines; directory: Past },
): Step[] {
  const { config, engines, directory, password, email, conversations } = more
  const { masterKey, WORKSPACE_SEATS: seats, CLIENT_SEATS: clientSeats } = config
  const { keyring, eventStore, state } = engines
  const tag = email === DEMO_EMAIL ? '' : `+${stage.workspaceId.slice(0, 4)}`
  const people = { directory, password, tag }
  const leads: Delivered[] = []
  const tested = stage.businesses[0]
  const steps = [
    ...history({ ...stage, keyring, conversations, leads }),
    ...agencySettings(stage),
    ...team({ ...stage, ...people, seats, hashKey: identityKey(masterKey) }),
    ...clients({ ...stage, ...people, clientSeats, clientHashKey: clientEmailKey(masterKey) }),
    ...(tested ? testCases(stage, tested) : []),
    ...(tested ? library(stage, tested) : []),
    ...(tested ? website({ ...stage, eventStore }, tested) : []),
    ...logEntries(stage),
    ...accessTokens(stage),
    ...webhooks({ ...stage, eventStore, log: createDeliveryLog({ state, keyring }), leads }),
  ]
  return steps.sort((one, other) => one.at - other.at)
}

/** Runs the steps one after the other, so that the log is in chronological order. */
async function take(
  steps: readonly Step[],
  pasts: readonly Past[],
  say: (line: string) => void,
): Promise<void> {
  let told = performance.now()
  for (const [index, step] of steps.entries()) {
    for (const past of pasts) past.setClock(step.at)
    await step.run()
    if (performance.now() - told < 1_000) continue
    told = performance.now()
    say(`  ${new Date(step.at).toISOString().slice(0, 10)}  ${index + 1} of ${steps.length} steps`)
  }
}

async function requireReady(url: string): Promise<void> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  if (answer?.ok) return
  throw new StartUpError(
    answer
      ? `${url} is not ready (${answer.status}). Wait until it says so, or look at ${url}/readyz.`
      : `Nothing answers at ${url}. Start Parley with "npm start", or name its address with --url.`,
  )
}

/** Checks the folder before it reads the configuration, which would create the folder and a new key. */
function configOf(env: Record<string, string | undefined>): Config {
  const folder = resolve(env.DATA_DIR || './data')
  const embedded = (env.EVENT_STORE_URL || 'sqlite:').startsWith('sqlite:')
  if (embedded && !existsSync(join(folder, 'master.key')) && !existsSync(join(folder, 'na'))) {
    throw new StartUpError(
      `DATA_DIR="${folder}" holds no data of Parley. Run the demo on the machine of the instance, with the DATA_DIR (and MASTER_KEY, EVENT_STORE_URL, READ_STORE_URL) that it was started with.`,
    )
  }
  return readConfig(env)
}

/** Can't be guessed, and is the same on each run. */
function passwordFrom({ masterKey }: Config): string {
  const digits = Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'parley demo password', 6))
  return `northwind-${digits.toString('hex')}`
}

async function signInOrUp(
  client: Client,
  url: string,
  person: { email: string; password: string; region: Region },
): Promise<{ workspaceId: string; userId: string; region: Region }> {
  return (await signedIn(client, person)) ?? (await signUp(client, url, person))
}

/** Undefined if address or password are wrong. */
async function signedIn(client: Client, { email, password }: { email: string; password: string }) {
  try {
    return personOf(sessionIn(await client.call('auth.signIn', { body: { email, password } })))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'wrong-credentials') throw explained(error)
    return undefined
  }
}

/** Uses the code in the instance's outbox. */
async function signUp(
  client: Client,
  url: string,
  person: { email: string; password: string; region: Region },
) {
  const { email } = person
  try {
    const before = await mailsTo(url, email)
    const { requestId } = await client.call('auth.requestSignUp', { body: { email } })
    const code = await codeMailedSince(before, url, email)
    const body = { ...person, displayName: 'Nora Winther', requestId, code }
    await client.call('auth.signUp', { body })
  } catch (error) {
    throw explained(error)
  }
  const found = await signedIn(client, person)
  if (found) return found
  throw new StartUpError(
    `${email} has an account with another password. Give it with --password, or another address with --email.`,
  )
}

type Mail = { id: string; to: string; subject: string }

/** Undefined if the instance shows no outbox. */
async function mailsTo(url: string, email: string): Promise<Mail[] | undefined> {
  const answer = await fetch(`${url}/dev/mail.json`)
  if (!answer.ok) return undefined
  const { items }: { items: Mail[] } = await answer.json()
  return items.filter(({ to }) => to === email)
}

async function codeMailedSince(before: Mail[] | undefined, url: string, email: string): Promise<string> {
  const known = new Set(before?.map(({ id }) => id))
  for (const since = Date.now(); before && Date.now() - since < MAIL_COMES_WITHIN_MS; ) {
    const mail = (await mailsTo(url, email))?.find(({ id }) => !known.has(id))
    const [code] = /^\d{6}/.exec(mail?.subject ?? '') ?? []
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new StartUpError(
    `${url} mailed a verification code to ${email}, which can't be read here. Sign up with that address in the browser, then give its password with --password.`,
  )
}

function personOf({ user, workspace }: SignedInView) {
  return {
    workspaceId: workspace.workspaceId,
    userId: user.userId,
    region: regionSchema.parse(workspace.region),
  }
}

function explained(error: unknown): unknown {
  return error instanceof ApiError ? new StartUpError(error.message) : error
}

async function requireSameData(
  { commands }: RegionEngines,
  userId: string,
  url: string,
  { dataDir, EVENT_STORE_URL }: Config,
): Promise<void> {
  const found = await commands.load(user, userId).catch(() => undefined)
  if (personIn(found?.state)?.userId === userId) return
  const where = EVENT_STORE_URL.startsWith('sqlite:') ? `DATA_DIR="${dataDir}"` : 'EVENT_STORE_URL'
  throw new StartUpError(
    `${url} keeps its data elsewhere than ${where}. Nothing but the account was written. Run the demo with the DATA_DIR (and MASTER_KEY, EVENT_STORE_URL, READ_STORE_URL) that the instance was started with.`,
  )
}

/** Waits until the instance's read models have caught up with the log. */
async function seen(url: string, region: Region): Promise<void> {
  const patience = AbortSignal.timeout(60_000)
  while (!patience.aborted) {
    const answer = await fetch(`${url}/readyz`, { signal: patience })
    const state: { regions: { region: string; projections: { behind: number }[] }[] } = await answer.json()
    const own = state.regions.find((each) => each.region === region)
    if (own?.projections.every(({ behind }) => behind === 0)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
