/**
 * Two processes with workers are killed with SIGKILL while a report is mailed: at the worst moment, when the mail server
 * has taken it and its answer is lost. Whoever receives it sees one mail, by its Message-ID, and no other follows.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@parley/contracts/client.ts'
import { readConfig } from '@parley/host/config.ts'
import { openRegion } from '@parley/host/region.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../src/mail-server.ts'
import { type ServerProcess, startServerProcess } from '../src/server-process.ts'
import { signUpAs } from '../src/sign-up.ts'
import { routes } from '../src/test-platform.ts'
import { requireWholeLogIn } from '../src/whole-log.ts'

const region = 'na' as const
const email = 'ada@example.com'
/** Leases of a killed process end by themselves. */
const patience = { timeout: 60_000, interval: 500 }
let folder: string
let mails: MailServer
let settings: Record<string, string>
const running: ServerProcess[] = []
/** Called when the mail server has received a report, before it answers. */
let onReport = () => {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-reports-'))
  mails = await startMailServer({
    refuseMail({ subject = '' }) {
      if (subject.includes('report of')) onReport()
      return undefined
    },
  })
  settings = { DATA_DIR: folder, MASTER_KEY: randomBytes(32).toString('hex'), SMTP_URL: mails.url }
})
afterAll(async () => {
  await killAll()
  await mails?.close()
  try {
    await requireWholeLogIn(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

async function startBoth(): Promise<string> {
  const one = await startServerProcess({ ...settings, ROLES: 'api,projections,relay,workers' })
  const other = await startServerProcess({ ...settings, ROLES: 'workers' })
  running.push(one, other)
  return one.url
}

async function killAll(): Promise<void> {
  const all = running.splice(0)
  for (const { process } of all) process.kill('SIGKILL')
  await Promise.all(all.map(({ exit }) => exit))
}

async function withEngines<Answer>(use: (engines: RegionEngines) => Promise<Answer>): Promise<Answer> {
  const config = readConfig({ ...settings, NODE_ENV: 'test', REGIONS: region })
  const engines = await openRegion(config, region)
  try {
    return await use(engines)
  } finally {
    await engines.close()
  }
}

/** The time of the next report comes. Returns whether one is waited for. */
const timePasses = () =>
  withEngines(async ({ state }) => {
    const deadlines = createDeadlines(state)
    const [next] = await deadlines.due('reportrun', Number.MAX_SAFE_INTEGER, 1)
    // Later than what set it, and earlier than what follows from it.
    if (next) await deadlines.set([{ ...next, due: Date.now(), order: next.order + 0.25 }])
    return next !== undefined
  })

/** How many events of a type there are; of a process, how many for one type of input. */
const countOf = (type: string, input?: string) =>
  withEngines(async ({ eventStore }) => {
    const events = await eventStore.readAll(-1, 10_000)
    return events.filter(
      (event) => event.type === type && (!input || JSON.parse(event.data).input.type === input),
    ).length
  })

test('a report is one mail to whoever gets it, wherever processes are killed', async () => {
  const url = await startBoth()
  const client = (token?: string) => createClient({ routes, baseUrl: url, token: () => token })
  const person = { email, password: 'correct horse battery', displayName: 'Ada', region }
  const { token, user, workspace } = await signUpAs(client(), mails.codes, person)
  const params = { region, workspaceId: workspace.workspaceId }
  const when = { frequency: 'weekly', weekday: 1, timeZone: 'UTC' } as const
  const body = { ...when, recipientIds: [user.userId] }
  await client(token).call('reports.save', { params, body })
  const reports = () => mails.mailsTo(email).filter(({ subject = '' }) => subject.includes('report of'))
  await expect.poll(timePasses, patience).toBe(true)
  onReport = () => {
    onReport = () => {}
    for (const { process } of running) process.kill('SIGKILL')
  }
  await expect.poll(() => reports().length, patience).toBe(1)
  await killAll()

  // What was being sent is sent again under the same id, since nobody knows whether it arrived.
  await startBoth()
  await expect.poll(() => reports().length, patience).toBeGreaterThan(1)

  // Once that is recorded, nothing is sent again: neither after a kill nor if its time should come once more.
  await expect.poll(() => countOf('ReportMailAdvanced', 'ReportDone'), patience).toBe(1)
  await killAll()
  const sent = reports().map(({ messageId }) => messageId)
  expect(new Set(sent).size).toBe(1)
  const advanced = await countOf('ReportMailAdvanced')
  expect(await timePasses()).toBe(true)
  await startBoth()
  await expect.poll(() => countOf('ReportRunAdvanced'), patience).toBe(3)
  await killAll()
  expect(await countOf('ReportMailAdvanced')).toBe(advanced)
  expect(reports()).toHaveLength(sent.length)
})
