/** Looks at an installation as an operator would: what is wrong, what is unwise, and what to do about it. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Region } from '@parley/contracts/endpoint.ts'
import { describeTranscription } from '@parley/conversation/transcription/transcriber.ts'
import { testSmtp } from '@parley/identity/mail/smtp.ts'
import type { Config } from '../config.ts'
import { StartUpError } from '../config.ts'
import { openRegion } from '../region.ts'
import { hasModels, type Outside, outsideOf, refusesKey } from './doctor-outgoing.ts'
import { parkedOf } from './parked.ts'

export type Finding = {
  /** What was looked at, such as `disk`. */
  about: string
  level: 'ok' | 'warning' | 'problem'
  /** A sentence, without secrets. */
  said: string
  /** What to do; absent if all is well. */
  advice?: string
}

const OLDEST_NODE = 20
const GB = 1_000_000_000
const LITTLE_DISK_GB = 1
const SOME_DISK_GB = 5
const MOST_CLOCK_MS = 5_000
const TIMEOUT_MS = 5_000

export type DoctorOptions = {
  fetch?: typeof fetch
  now?: () => number
  nodeVersion?: string
  /** Bytes that are free where the data is. */
  freeBytes?: (folder: string) => number
}

/** Each finding as soon as it is made. Never throws. */
export async function* examine(config: Config, options: DoctorOptions = {}): AsyncGenerator<Finding> {
  const { fetch: fetched = fetch, now = Date.now, nodeVersion = process.versions.node } = options
  yield versionOf(nodeVersion)
  yield* securityOf(config)
  yield diskOf(config, options.freeBytes ?? bytesFree)
  for (const region of config.regions) yield* regionOf(config, region)
  yield await mailOf(config)
  yield* publicUrlOf(config, await answered(fetched, `${config.publicUrl}/healthz`))
  if (!hasModels(config))
    yield {
      ...{ about: 'models', level: 'warning', said: 'No model has a key: the built-in answerer replies.' },
      advice: 'Set OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY for answers of a model.',
    }
  yield voiceNotesOf(config)
  const answers = await Promise.all(
    outsideOf(config).map(async (outside) => {
      const answer = await answered(fetched, outside.url, outside.headers)
      return { outside, answer, at: now() }
    }),
  )
  for (const { outside, answer } of answers) yield reached(outside, answer)
  yield clockBy(answers.flatMap(({ answer, at }) => (answer ? [{ answer, at }] : [])))
}

function versionOf(version: string): Finding {
  const isOld = Number(version.split('.')[0]) < OLDEST_NODE
  return isOld
    ? problem('node', `Node is ${version}.`, `Install Node ${OLDEST_NODE} or newer.`)
    : ok('node', `Node is ${version}.`)
}

function* securityOf({
  MASTER_KEY,
  dataDir,
  erasuresFile,
  production,
  publicUrl,
}: Config): Generator<Finding> {
  if (MASTER_KEY !== undefined) yield ok('master key', 'The master key comes from MASTER_KEY.')
  else
    yield warning(
      'master key',
      `The master key is a file in ${dataDir}, beside what it seals.`,
      'Set MASTER_KEY, and keep a copy of it elsewhere: without it nothing can be read.',
    )
  if (production && erasuresFile.startsWith(join(dataDir, '/')))
    yield warning(
      'erasures',
      `The record of erasures is in ${dataDir}, with which it may be lost.`,
      'Set ERASURES_FILE to a file on another disk: a back-up brings back who was erased after it otherwise.',
    )
  if (production && !publicUrl.startsWith('https:'))
    yield problem(
      'addresses',
      `PUBLIC_URL is ${publicUrl}: cookies and passwords travel unencrypted.`,
      'Put a server with HTTPS in front (see ops/), and set PUBLIC_URL to its address.',
    )
}

function diskOf({ dataDir }: Config, freeBytes: (folder: string) => number): Finding {
  try {
    accessSync(existsSync(dataDir) ? dataDir : dirname(dataDir), constants.W_OK)
  } catch {
    return problem(
      'disk',
      `${dataDir} can't be written to.`,
      'Set DATA_DIR to a folder of the user that starts Parley.',
    )
  }
  const free = freeBytes(existsSync(dataDir) ? dataDir : dirname(dataDir)) / GB
  const said = `${free.toFixed(1)} GB are free in ${dataDir}.`
  const advice = 'Free some, or move DATA_DIR to a larger disk: a full disk stops every write.'
  if (free < LITTLE_DISK_GB) return problem('disk', said, advice)
  return free < SOME_DISK_GB ? warning('disk', said, advice) : ok('disk', said)
}

function bytesFree(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

async function* regionOf(config: Config, region: Region): AsyncGenerator<Finding> {
  const about = `region ${region}`
  try {
    const engines = await openRegion(config, region, { readOnly: true })
    try {
      await engines.probe()
      const head = await engines.eventStore.head()
      yield head < 0
        ? warning(
            about,
            'The engines answer; the log is empty.',
            `Start Parley if it is new; otherwise set ${whereLogIs(config)} to that of the platform.`,
          )
        : ok(about, `The engines answer; the log ends at ${head}.`)
      const parked = await parkedOf(engines).list()
      if (parked.length > 0)
        yield warning(
          about,
          `What waits for you: ${parked.length} ${parked.length === 1 ? 'event or message' : 'events or messages'}.`,
          `Look at them by npm run parked -- list --region ${region}.`,
        )
    } finally {
      await engines.close()
    }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    yield problem(
      about,
      error instanceof StartUpError ? said : `An engine does not answer: ${said}`,
      'Start what the address names, or correct the address.',
    )
  }
}

function whereLogIs({ EVENT_STORE_URL, dataDir }: Config): string {
  return EVENT_STORE_URL.startsWith('sqlite') ? `DATA_DIR, which is ${dataDir},` : 'EVENT_STORE_URL'
}

async function mailOf({ SMTP_URL, production }: Config): Promise<Finding> {
  if (SMTP_URL === undefined)
    return (production ? problem : warning)(
      'mail',
      'No mail leaves: there is no SMTP_URL.',
      'Set SMTP_URL; until then npm run audit -- mail shows the mails that wait.',
    )
  const fault = await testSmtp(SMTP_URL, TIMEOUT_MS)
  return fault === undefined
    ? ok('mail', `The mail server at ${new URL(SMTP_URL).host} takes mail.`)
    : problem(
        'mail',
        `The mail server at ${new URL(SMTP_URL).host} takes no mail: ${fault}`,
        'Correct SMTP_URL.',
      )
}

function* publicUrlOf({ publicUrl, HOST, PORT }: Config, answer: Response | undefined): Generator<Finding> {
  const advice = `Start Parley; if it runs, lead ${publicUrl} to ${HOST}:${PORT}.`
  if (!answer) yield warning('addresses', `Nothing answers at ${publicUrl}.`, advice)
  else if (!answer.ok) yield problem('addresses', `${publicUrl} answers with ${answer.status}.`, advice)
  else yield ok('addresses', `${publicUrl} answers.`)
}

function voiceNotesOf(config: Config): Finding {
  const described = describeTranscription(config)
  if (described.configured) return ok('voice notes', `Voice notes are transcribed by ${described.modelId}.`)
  const { missing } = described
  return missing === undefined
    ? ok('voice notes', 'Voice notes are not transcribed: there is no TRANSCRIPTION_MODEL.')
    : warning('voice notes', `Voice notes are not transcribed: ${missing}`, 'Correct TRANSCRIPTION_MODEL.')
}

function reached(outside: Outside, answer: Response | undefined): Finding {
  const { name, url, key, address, needed } = outside
  const { host } = new URL(url)
  if (answer && refusesKey(outside, answer.status))
    return problem(
      'keys',
      `${name} refuses ${key} with ${answer.status}.`,
      `Correct ${key}: make another one at ${name}.`,
    )
  if (answer) return ok('outgoing', `${name} is reached at ${host}.`)
  const said = `${name} is not reached at ${host}.`
  return needed
    ? problem('outgoing', said, `Let the server reach it, or correct ${address}.`)
    : warning('outgoing', said, `Let the server reach it if channels need it, or correct ${address}.`)
}

/** Sealed links, codes and sessions expire by this clock. */
function clockBy(answers: readonly { answer: Response; at: number }[]): Finding {
  for (const { answer, at } of answers) {
    const told = Date.parse(answer.headers.get('date') ?? '') + Number(answer.headers.get('age') ?? 0) * 1000
    if (Number.isNaN(told)) continue
    const off = Math.round(Math.abs(at - told) / 1000)
    return off * 1000 > MOST_CLOCK_MS
      ? problem('clock', `The clock is ${off} s off.`, 'Let the machine keep its time by NTP.')
      : ok('clock', 'The clock is right.')
  }
  return warning(
    'clock',
    'The clock could not be compared: no address outside told the time.',
    'Compare "date -u" with a clock that is right, and let the machine keep its time by NTP.',
  )
}

async function answered(
  fetched: typeof fetch,
  url: string,
  headers: Record<string, string> = {},
): Promise<Response | undefined> {
  try {
    const answer = await fetched(url, {
      ...{ headers, redirect: 'manual' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    return answer
  } catch {
    return undefined
  }
}

const ok = (about: string, said: string): Finding => ({ about, level: 'ok', said })
const warning = (about: string, said: string, advice: string): Finding => ({
  ...{ about, level: 'warning', said, advice },
})
const problem = (about: string, said: string, advice: string): Finding => ({
  ...{ about, level: 'problem', said, advice },
})
