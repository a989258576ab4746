/**
 * Configuration, by environment only. This schema is also the reference: `npm start -- --help` and the README's
 * table are printed from it.
 */
import { createECDH, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { whiteLabelModes } from '@parley/contracts/agency/white-label.ts'
import { planChannels } from '@parley/contracts/billing/plan-limits.ts'
import { type Region, regionSchema, regions } from '@parley/contracts/endpoint.ts'
import { catalogueFile, createCatalogue, type ModelCatalogue } from '@parley/contracts/models/catalogue.ts'
import type { OpenIdProvider } from '@parley/identity/openid/openid-providers.ts'
import { z } from 'zod'
import { openIdProvidersIn } from './openid-config.ts'
import { plans } from './quotas/plans.ts'
import { StartUpError } from './start-up-error.ts'

export const roles = ['api', 'projections', 'relay', 'workers'] as const
export type Role = (typeof roles)[number]

export { StartUpError }

const optional = () => z.string().min(1).optional()
const flag = () => z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' }).default(true)
const hostName = () =>
  z
    .string()
    .toLowerCase()
    .regex(/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'expected a host name')
const siteLink = (what: string) =>
  z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(`the address of ${what} to which the header of the public site leads; no link unless told`)
const engineUrl = (...schemes: string[]) =>
  z.string().refine((url) => schemes.some((scheme) => url === scheme || url.startsWith(scheme)), {
    message: schemes.join(' or '),
  })

export const configSchema = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(4000)
    .describe('a port from 0 to 65535; 0 takes a free one'),
  HOST: z.string().min(1).default('127.0.0.1').describe('the address to listen on'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('the folder of the embedded engines and the master key'),
  REGIONS: list(regionSchema)
    .default([...regions])
    .describe('the regions served by this process, a comma between them: na,eu'),
  ERASURES_FILE: optional().describe(
    'the file that each erasure is added to, best on another disk, for restoring an older back-up; erasures.jsonl in DATA_DIR unless told',
  ),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the address people reach Parley at; http://localhost:PORT unless told'),
  MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'expected 64 hexadecimal digits (openssl rand -hex 32)')
    .optional()
    .describe(
      '64 hexadecimal digits that wrap all keys; made on first start in DATA_DIR, required in production',
    ),
  EVENT_STORE_URL: engineUrl('sqlite:', 'esdb://', 'esdb+discover://')
    .default('sqlite:')
    .describe('sqlite: or esdb://host:port?tls=false'),
  EVENT_STORE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_{}-]{0,60}-$/)
    .or(z.literal('none'))
    .optional()
    .describe(
      'what the names of all streams in EventStoreDB begin with, such as shop-{region}-, or none; parley-{region}- unless the server holds a log without one',
    ),
  READ_STORE_URL: engineUrl('sqlite:', 'mongodb://', 'mongodb+srv://')
    .default('sqlite:')
    .describe('sqlite: or mongodb://host:port'),
  READ_STORE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_{}-]{0,39}$/)
    .default('parley_{region}')
    .describe('what the names of all databases in MongoDB begin with, such as shop_{region}'),
  MESSAGE_BUS_URL: engineUrl('sqlite:', 'kafka://')
    .default('sqlite:')
    .describe('sqlite: or kafka://host:port,host:port'),
  MESSAGE_BUS_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._{}-]{0,39}$/)
    .default('parley.{region}.')
    .describe('what the names of all topics and groups in Kafka begin with, such as shop.{region}.'),
  ROLES: list(z.enum(roles))
    .default([...roles])
    .describe('what this process does: api,projections,relay,workers'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'smtp://user:password@host:port; without it mail lands at /dev/mail, in production where npm run audit -- mail reads it',
    ),
  MAIL_FROM: z.string().min(3).default('no-reply@localhost').describe('the sender of mails'),
  MAIL_SPF: z
    .string()
    .regex(/^(include|a|mx|ip4|ip6|exists):[A-Za-z0-9._:/-]{1,200}$/)
    .optional()
    .describe(
      'what the SPF records of agencies’ sending domains allow your mail server by, such as include:example.com or ip4:203.0.113.7; include: with the domain of MAIL_FROM unless told',
    ),
  MAIL_RETURN_MX: hostName()
    .optional()
    .describe(
      'the host that takes mails from agencies’ sending domains which can’t be delivered; the domain of MAIL_FROM unless told',
    ),
  MAIL_RETURN_HOST: hostName()
    .optional()
    .describe(
      'the domain that mails from MAIL_FROM are returned to if they can’t be delivered, such as bounces.example.com, with an SPF record that allows your mail server; has the port INBOUND_MAIL_PORT take bounces and complaints, which are not read without it',
    ),
  REPLY_MAIL_MINUTES: z.coerce
    .number()
    .min(0)
    .max(1_440)
    .default(3)
    .describe('minutes after which a reply of a person is mailed to a visitor who has left (from 0 to 1440)'),
  INBOUND_MAIL_HOST: z
    .string()
    .regex(/^[a-z0-9.-]+$/i)
    .optional()
    .describe(
      'the domain of the addresses at which visitors answer mails, such as reply.example.com; answers are not taken without it',
    ),
  INBOUND_MAIL_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(2525)
    .describe(
      'the port at which the mail server hands over mail for INBOUND_MAIL_HOST and MAIL_RETURN_HOST, and for the return paths of agencies’ sending domains, over SMTP, to processes with the role api',
    ),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/)
    .refine(isPrivateKey)
    .optional()
    .describe(
      'the private key of push notifications, 43 characters of base64url as `npx web-push generate-vapid-keys` prints it; derived from the master key unless told',
    ),
  OPENAI_API_KEY: optional().describe('key for OpenAI or a compatible server'),
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('address of an OpenAI-compatible server, such as http://localhost:11434/v1'),
  ANTHROPIC_API_KEY: optional().describe('key for Anthropic'),
  ANTHROPIC_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('address in place of Anthropic’s own'),
  GOOGLE_GENERATIVE_AI_API_KEY: optional().describe('key for Google’s models'),
  GOOGLE_GENERATIVE_AI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('address in place of Google’s own'),
  DIALOG_API_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://general-runtime.voiceflow.com')
    .describe('address of the third-party dialog API that answers for vf agents'),
  TELEGRAM_API_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.telegram.org')
    .describe('address of Telegram’s Bot API, or of a Bot API server of one’s own'),
  GRAPH_API_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://graph.facebook.com')
    .describe('address of Meta’s Graph API, through which WhatsApp, Messenger and Instagram are reached'),
  GRAPH_API_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d$/, 'Must be a version such as v18.0.')
    .default('v18.0')
    .describe('version of Meta’s Graph API'),
  META_APP_ID: z
    .string()
    .regex(/^\d{5,20}$/, 'Must be the ID of an app of Meta.')
    .optional()
    .describe(
      'the ID of the operator’s app of Meta, with which people connect their numbers and pages by Continue With Meta; without it they enter credentials of an app of their own',
    ),
  META_APP_SECRET: z
    .string()
    .regex(/^[0-9a-f]{32}$/i, 'Must be the secret of an app of Meta.')
    .optional()
    .describe('the secret of that app'),
  META_LOGIN_CONFIG_ID: z
    .string()
    .regex(/^\d{5,20}$/)
    .optional()
    .describe(
      'the configuration of Facebook Login for Business by which that app has people sign up for WhatsApp',
    ),
  META_DIALOG_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://www.facebook.com')
    .describe('where Meta’s sign-in dialog is'),
  DISCORD_BOT_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,40}\.[\w-]{4,20}\.[\w-]{20,80}$/)
    .optional()
    .describe(
      'the token of the bot that reads on Discord, which has the Message Content Intent; without it, no channel of Discord can be connected',
    ),
  DISCORD_API_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://discord.com/api/v10')
    .describe('address of Discord’s REST API'),
  PLATFORM_CHOICE_HOST: optional().describe(
    'the host name at which New Agent offers vf agents too; nowhere unless told',
  ),
  MODEL_CATALOGUE: optional().describe(
    'a JSON file with further models, or other prices of known ones: a list of entries as in contracts/src/models/known-models.ts',
  ),
  EMBEDDING_MODEL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'embedding model for hybrid retrieval; with OPENAI_API_KEY text-embedding-3-small, with OPENAI_BASE_URL the first that the server offers',
    ),
  TRANSCRIPTION_MODEL: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe(
      'model that transcribes the voice notes that people send, such as gpt-transcribe, with OPENAI_API_KEY and OPENAI_BASE_URL; none are transcribed without it',
    ),
  TRANSCRIPTION_MOST_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(300)
    .describe('length of the longest voice note that is transcribed, in seconds'),
  DEMO_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('port of the widget’s demo page; PORT + 1 unless told'),
  OPERATOR_NAME: optional().describe('who runs this installation, as the legal pages say'),
  OPERATOR_ADDRESS: optional().describe('the postal address of the legal pages, in one line'),
  OPERATOR_EMAIL: z.email().optional().describe('the e-mail address of the legal pages'),
  LEGAL_DIR: optional().describe(
    'a folder with texts in Markdown that replace the templates of the legal pages: about.md, privacy-policy.md, tos.md, refund-policy.md, cookie-policy.md, gdpr.md, contact.md',
  ),
  SITE_AGENT: z
    .string()
    .regex(/^(na|eu)\/[A-Za-z0-9_-]{1,64}$/)
    .optional()
    .describe(
      'the agent that answers on the landing page, as region/id: na/2f6c…; unless told, the one that npm run demo makes, or none',
    ),
  AFFILIATE_URL: siteLink('the affiliate programme'),
  DOCS_URL: siteLink('the documentation'),
  COMMUNITY_URL: siteLink('the community'),
  WHITE_LABEL: z
    .enum(whiteLabelModes)
    .default('included')
    .describe(
      'who has white label: every workspace (included), or those in a trial of 14 days that each may start once (trial); others show clients and visitors who it is powered by, and can’t add custom domains',
    ),
  DOMAINS_PROVIDER: z
    .enum(['self-hosted', 'vercel'])
    .default('self-hosted')
    .describe(
      'who serves the domains of agencies over HTTPS: self-hosted, by a server in front that makes certificates on demand, or vercel',
    ),
  SUBDOMAIN_ROOT: hostName()
    .optional()
    .describe(
      'the domain below which agencies have subdomains, such as agents.example.com, with a wildcard record in DNS; there are none without it',
    ),
  DOMAINS_CNAME: hostName()
    .optional()
    .describe(
      'the host name that the domains of agencies point to with a CNAME record; that of PUBLIC_URL unless told',
    ),
  DOMAINS_IP: z
    .ipv4()
    .optional()
    .describe(
      'the IPv4 address that root domains of agencies point to with an A record; without it they enter subdomains of theirs',
    ),
  DOMAINS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .default(443)
    .describe('the port at which the domains of agencies are reached over HTTPS'),
  DNS_SERVERS: list(z.string().regex(/^\[?[\da-f.:]+\]?(:\d+)?$/i))
    .optional()
    .describe(
      'the DNS servers that are asked for the records of agencies, as address or address:port with a comma between them; those of the system unless told',
    ),
  VERCEL_TOKEN: optional().describe('the token for the API of Vercel, with DOMAINS_PROVIDER=vercel'),
  VERCEL_PROJECT: optional().describe('the id or name of the project at Vercel that has the domains'),
  VERCEL_TEAM: optional().describe('the id of the team that the project belongs to, if it is a team’s'),
  RESEND_API_KEY: optional().describe(
    'the key for the API of Resend, with full access; mails from agencies’ sending domains that are added with it are sent there',
  ),
  RESEND_WEBHOOK_SECRET: optional().describe(
    'the signing secret of a webhook at Resend for email.bounced and email.complained, with the address PUBLIC_URL/api/email/resend; without it, what bounces at Resend is not known here',
  ),
  RESEND_API_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.resend.com')
    .describe('address of the API of Resend'),
  VERCEL_API_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.vercel.com')
    .describe('address of the API of Vercel'),
  ALLOW_PRIVATE_ADDRESSES: z
    .preprocess(
      (text) => (text === 'true' ? true : text === 'false' ? [] : text),
      z.union([z.literal(true), list(z.string().regex(/^\S+:\d+$/)), z.array(z.never())]),
    )
    .default([])
    .describe('what users may have fetched of the own network: true, or host:port with a comma between them'),
  TRUST_PROXY: z
    .preprocess(
      (text) => (text === 'true' ? 1 : text === 'false' ? 0 : Number(text)),
      z.number().int().min(0).max(9),
    )
    .default(0)
    .describe('true behind a proxy that sets X-Forwarded-For and -Proto, a number behind a row of them'),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/)
    .toLowerCase()
    .optional()
    .describe(
      'the header in which that proxy says the visitor’s country, such as CF-IPCountry; else the browser’s time zone tells it',
    ),
  MONTHLY_FREE_CREDITS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(0)
    .describe('credits that each workspace is granted in each calendar month (UTC); 0 for none'),
  GOOGLE_CLIENT_ID: optional().describe('the client id with which people sign in with Google'),
  GOOGLE_CLIENT_SECRET: optional().describe('the secret of GOOGLE_CLIENT_ID'),
  WORKSPACE_DELETION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(30)
    .describe(
      'days for which the owner of a deleted workspace can keep it, before it is erased (from 1 to 365)',
    ),
  WORKSPACE_SEATS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(plans.standard.seats)
    .describe('people that a workspace may have, its owner included (from 1 to 1000)'),
  CLIENT_SEATS: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000)
    .default(plans.standard.clients)
    .describe('clients that the workspace of an agency may have (from 0 to 100000)'),
  MAX_AGENTS: z
    .union([z.literal('unlimited'), z.coerce.number().int().min(1).max(100_000)])
    .default(plans.standard.agents)
    .describe('agents that a workspace may have (from 1 to 100000), or unlimited for as many as fit'),
  PLAN_CHANNELS: list(z.enum([...planChannels, 'none', 'all']))
    .default(['all'])
    .describe(
      'the channels that a workspace may connect of whatsapp,telegram,instagram,messenger, a comma between them, none or all; web chat is always available',
    ),
  ALLOW_ANALYTICS: flag().describe('whether clients of agencies have the page of analytics: true or false'),
  ALLOW_LEADS: flag().describe('whether clients of agencies have the page of leads: true or false'),
  ALLOW_VOICE_CHANNEL: flag().describe('whether clients of agencies have the page of voice: true or false'),
  MAX_KB_DOCS_CHAR_COUNT: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(1_000_000_000_000)
    .optional()
    .describe('characters of knowledge that a workspace may have, at least 1000; not limited unless told'),
  MAX_MONTHLY_CREDITS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .describe(
      'credits that the replies which a workspace pays for may cost in a calendar month (UTC); not limited unless told',
    ),
  MAX_CONCURRENT_CALLS: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000)
    .default(plans.standard.maxConcurrentCalls)
    .describe('calls that the agents of a workspace may have at the same time, once there is voice'),
  RATE_LIMIT_FACTOR: z.coerce
    .number()
    .min(0.01)
    .max(1_000)
    .default(1)
    .describe('multiplies what visitors may do in a time (from 0.01 to 1000)'),
  OPERATOR_TOKEN: z
    .string()
    .min(16, 'expected at least 16 characters')
    .optional()
    .describe(
      'what /ops asks for as password or bearer, at least 16 characters; without it, it is for the first account of the installation',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16, 'expected at least 16 characters')
    .optional()
    .describe(
      'what /metrics asks for as bearer, at least 16 characters; without it, it answers this machine and private networks alone',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('fatal, error, warn, info, debug, trace or silent'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('address of an OpenTelemetry collector; traces are sent only with it'),
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('development, production or test'),
})

export type Config = z.infer<typeof configSchema> & {
  masterKey: Buffer
  dataDir: string
  erasuresFile: string
  publicUrl: string
  regions: Region[]
  catalogue: ModelCatalogue
  roles: Role[]
  openId: OpenIdProvider[]
  production: boolean
}

/** Reads the environment. Throws `StartUpError` naming variable, value and expectation. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = configSchema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    const name = String(issue.path[0])
    const field = configSchema.shape[name as keyof typeof configSchema.shape]
    const value = /KEY|TOKEN|SMTP|SECRET/.test(name) ? '(hidden)' : JSON.stringify(given[name])
    throw new StartUpError(`${name}=${value} does not fit: expected ${field?.description ?? issue.message}`)
  }
  const config = parsed.data
  refuseSharedEngines(config)
  refuseForgedCountry(config)
  refuseVercelWithoutToken(config)
  refuseHalfAnApp(config)
  const dataDir = resolve(config.DATA_DIR)
  const production = config.NODE_ENV === 'production'
  return {
    ...config,
    dataDir,
    erasuresFile: resolve(config.ERASURES_FILE ?? join(dataDir, 'erasures.jsonl')),
    production,
    catalogue: catalogueWith(config.MODEL_CATALOGUE),
    regions: config.REGIONS,
    roles: config.ROLES,
    openId: openIdProvidersIn(given, production),
    masterKey: masterKey(config.MASTER_KEY, dataDir, production),
    publicUrl: (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, ''),
  }
}

/** The reference of all variables, one row each. */
export function configReference(): { name: string; fallback: string; meaning: string }[] {
  return Object.entries(configSchema.shape).map(([name, field]) => {
    const fallback = 'defaultValue' in field.def ? String(field.def.defaultValue) : ''
    return { name, fallback, meaning: field.description ?? '' }
  })
}

/** The known models with those of the operator's file. */
function catalogueWith(file: string | undefined): ModelCatalogue {
  if (file === undefined) return createCatalogue()
  const refuse = (why: string) => new StartUpError(`MODEL_CATALOGUE="${file}" can't be used: ${why}`)
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw refuse(error instanceof SyntaxError ? 'it is not JSON' : 'the file can’t be read')
  }
  const parsed = catalogueFile.safeParse(json)
  if (parsed.success) return createCatalogue(parsed.data)
  const { path, message } = parsed.error.issues[0]!
  const [nth, ...field] = path
  const where =
    nth === undefined ? '' : `entry ${Number(nth) + 1}${field.length > 0 ? `, ${field.join('.')}` : ''}: `
  throw refuse(`${where}${message}`)
}

/** The data of a region stays in it: two regions can't share one log, its databases or its topics. */
function refuseSharedEngines(config: z.infer<typeof configSchema>): void {
  const { EVENT_STORE_URL, EVENT_STORE_PREFIX, READ_STORE_PREFIX, MESSAGE_BUS_PREFIX, REGIONS } = config
  if (REGIONS.length === 1) return
  const isShared = EVENT_STORE_URL.startsWith('esdb') && !EVENT_STORE_URL.includes('{region}')
  if (isShared && EVENT_STORE_PREFIX !== undefined && !EVENT_STORE_PREFIX.includes('{region}'))
    throw new StartUpError(
      `EVENT_STORE_PREFIX="${EVENT_STORE_PREFIX}" is one log for several REGIONS: expected {region} in it or in EVENT_STORE_URL, or one region a process`,
    )
  for (const [name, prefix] of Object.entries({ READ_STORE_PREFIX, MESSAGE_BUS_PREFIX }))
    if (!prefix.includes('{region}'))
      throw new StartUpError(
        `${name}="${prefix}" is the same for several REGIONS: expected {region} in it, or one region a process`,
      )
}

/** Without a trusted proxy, any caller could set the country header. */
function refuseForgedCountry({ COUNTRY_HEADER, TRUST_PROXY }: z.infer<typeof configSchema>): void {
  if (COUNTRY_HEADER === undefined || TRUST_PROXY > 0) return
  throw new StartUpError(
    `COUNTRY_HEADER="${COUNTRY_HEADER}" is the word of a proxy: expected TRUST_PROXY=true beside it`,
  )
}

/** One without the other would be as if there were no app. */
function refuseHalfAnApp({
  META_APP_ID,
  META_APP_SECRET,
}: Pick<Config, 'META_APP_ID' | 'META_APP_SECRET'>): void {
  if ((META_APP_ID === undefined) === (META_APP_SECRET === undefined)) return
  const [missing, given] =
    META_APP_ID === undefined ? ['META_APP_ID', 'META_APP_SECRET'] : ['META_APP_SECRET', 'META_APP_ID']
  throw new StartUpError(`${missing} is missing: ${given} is of an app of Meta, which has both`)
}

function refuseVercelWithoutToken(config: z.infer<typeof configSchema>): void {
  if (config.DOMAINS_PROVIDER !== 'vercel' || (config.VERCEL_TOKEN && config.VERCEL_PROJECT)) return
  const missing = config.VERCEL_TOKEN ? 'VERCEL_PROJECT' : 'VERCEL_TOKEN'
  throw new StartUpError(`${missing} is missing: DOMAINS_PROVIDER=vercel needs it`)
}

function masterKey(given: string | undefined, dataDir: string, production: boolean): Buffer {
  if (given !== undefined) return Buffer.from(given, 'hex')
  if (production) {
    throw new StartUpError(
      'MASTER_KEY is missing: production needs 64 hexadecimal digits (openssl rand -hex 32), kept apart from the data',
    )
  }
  const file = join(dataDir, 'master.key')
  try {
    mkdirSync(dataDir, { recursive: true })
    if (!existsSync(file)) {
      writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
    }
    const key = readFileSync(file, 'utf8').trim()
    if (!/^[0-9a-f]{64}$/i.test(key)) throw new Error('it does not hold 64 hexadecimal digits')
    return Buffer.from(key, 'hex')
  } catch (error) {
    throw new StartUpError(
      `DATA_DIR="${dataDir}" can't be used: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** Whether a text in base64url is a private key of the curve P-256. */
function isPrivateKey(text: string): boolean {
  try {
    createECDH('prime256v1').setPrivateKey(Buffer.from(text, 'base64url'))
    return true
  } catch {
    return false
  }
}

/** A comma-separated list; at least one entry. */
function list<Item extends z.ZodType>(item: Item) {
  return z.preprocess(
    (text) => (typeof text === 'string' ? text.split(',').map((entry) => entry.trim()) : text),
    z.array(item).min(1),
  )
}
