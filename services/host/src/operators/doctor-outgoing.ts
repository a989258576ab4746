/** Which addresses outside an installation reaches, and whether these take its keys. */
import type { Config } from '../config.ts'

export type Outside = {
  name: string
  /** A call that changes nothing and needs the key, if there is one. */
  url: string
  headers?: Record<string, string>
  /** The variable that holds the key which the call is made with. */
  key?: string
  /** The variable that holds the address. */
  address: string
  /** Statuses by which a wrong key is refused. */
  refusals?: readonly number[]
  /** Whether the configuration says that it is used; channels reach others once there are any. */
  needed: boolean
}

const REFUSED = [401, 403]

export function outsideOf(config: Config): Outside[] {
  return [...modelsOf(config), ...channelsOf(config), ...agenciesOf(config)]
}

/** Whether a provider of models is among those that are reached. */
export function hasModels(config: Config): boolean {
  return modelsOf(config).length > 0
}

function modelsOf(config: Config): Outside[] {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY } = config
  const openAi = {
    ...{ name: 'OpenAI', url: `${OPENAI_BASE_URL ?? 'https://api.openai.com/v1'}/models` },
    ...{ address: 'OPENAI_BASE_URL', needed: true },
    ...(OPENAI_API_KEY !== undefined && { key: 'OPENAI_API_KEY', headers: bearer(OPENAI_API_KEY) }),
  }
  return [
    ...(OPENAI_API_KEY !== undefined || OPENAI_BASE_URL !== undefined ? [openAi] : []),
    ...withKey(ANTHROPIC_API_KEY, (key) => ({
      ...{ name: 'Anthropic', key: 'ANTHROPIC_API_KEY', address: 'ANTHROPIC_BASE_URL' },
      url: `${config.ANTHROPIC_BASE_URL ?? 'https://api.anthropic.com/v1'}/models`,
      headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
    })),
    ...withKey(GOOGLE_GENERATIVE_AI_API_KEY, (key) => ({
      ...{ name: 'Google', key: 'GOOGLE_GENERATIVE_AI_API_KEY', address: 'GOOGLE_GENERATIVE_AI_BASE_URL' },
      url: `${config.GOOGLE_GENERATIVE_AI_BASE_URL ?? 'https://generativelanguage.googleapis.com/v1beta'}/models`,
      headers: { 'x-goog-api-key': key },
      refusals: [400, ...REFUSED],
    })),
  ]
}

function channelsOf(config: Config): Outside[] {
  return [
    { name: 'Telegram', url: config.TELEGRAM_API_URL, address: 'TELEGRAM_API_URL', needed: false },
    {
      ...{ name: 'Meta', url: config.GRAPH_API_URL, address: 'GRAPH_API_URL' },
      needed: config.META_APP_ID !== undefined,
    },
    ...withKey(config.DISCORD_BOT_TOKEN, (token) => ({
      ...{ name: 'Discord', key: 'DISCORD_BOT_TOKEN', address: 'DISCORD_API_URL' },
      url: `${config.DISCORD_API_URL}/users/@me`,
      headers: { authorization: `Bot ${token}` },
    })),
  ]
}

/** What the domains of agencies, for pages and for mail, are set up with. */
function agenciesOf(config: Config): Outside[] {
  return [
    ...withKey(config.RESEND_API_KEY, (key) => ({
      ...{ name: 'Resend', key: 'RESEND_API_KEY', address: 'RESEND_API_URL' },
      url: `${config.RESEND_API_URL}/domains`,
      headers: bearer(key),
    })),
    ...withKey(config.VERCEL_TOKEN, (token) => ({
      ...{ name: 'Vercel', key: 'VERCEL_TOKEN', address: 'VERCEL_API_URL' },
      url: `${config.VERCEL_API_URL}/v2/user`,
      headers: bearer(token),
    })),
  ]
}

function withKey(key: string | undefined, of: (key: string) => Omit<Outside, 'needed'>): Outside[] {
  return key === undefined ? [] : [{ ...of(key), needed: true }]
}

export function refusesKey({ key, refusals = REFUSED }: Outside, status: number): boolean {
  return key !== undefined && refusals.includes(status)
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
