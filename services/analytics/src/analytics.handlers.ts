/** Commands of analytics: recording widget loads, and handling unanswered questions. */
import type { analyticsEndpoints } from '@parley/contracts/analytics/endpoints.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { visitorCountry } from '@parley/kernel/visitor-country.ts'
import type { LoadCounter } from './load-counter.ts'
import { question } from './question.decider.ts'
import { browserOf, platformOf } from './visitor-software.ts'

export type AnalyticsDeps = {
  handle: CommandHandler['handle']
  loads: Pick<LoadCounter, 'count'>
  /** Whether an agent may record its visitors' countries; undefined if there is no such agent. */
  geoAnalyticsOf(tenant: string, agentId: string): Promise<boolean | undefined>
  /** Whether a message is a question that the agent could not answer. */
  isUnanswered(tenant: string, agentId: string, conversationId: string, messageId: string): Promise<boolean>
  /** Whether an agent has this knowledge source. */
  isSource(tenant: string, agentId: string, sourceId: string): Promise<boolean>
}

type Commands = Pick<
  Handlers<typeof analyticsEndpoints>,
  'analytics.record' | 'analytics.recordByScript' | 'analytics.handleQuestion'
>

export function analyticsHandlers(deps: AnalyticsDeps): Commands {
  return {
    async 'analytics.record'(call) {
      const load = await loadOf(call, call.body)
      if (load === undefined) return unknownAgent
      deps.loads.count(load)
      return reply({ success: true })
    },

    async 'analytics.recordByScript'(call) {
      const load = await loadOf(call, call.query)
      if (load === undefined) return unknownAgent
      if (load.asksZone) return zoneScript
      deps.loads.count({ ...load, website: websiteOf(call.request.origin) })
      return emptyScript
    },

    async 'analytics.handleQuestion'(call) {
      const { agentId, conversationId, messageId } = call.params
      if (!(await deps.isUnanswered(call.tenant, agentId, conversationId, messageId)))
        return refuse('not-found', 'There is no such unanswered question.')
      const { handled: done, sourceId } = call.body
      if (sourceId !== undefined && !(await deps.isSource(call.tenant, agentId, sourceId)))
        return refuse('not-found', 'This knowledge source does not exist.', 'sourceId')
      const place = { agentId, conversationId, messageId }
      const command = done
        ? ({ type: 'HandleQuestion', ...place, ...(sourceId === undefined ? {} : { sourceId }) } as const)
        : ({ type: 'ReopenQuestion', ...place } as const)
      const handled = await deps.handle(question, `${conversationId}.${messageId}`, command, call.context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },
  }

  /** Undefined if there is no such agent. `asksZone`: the country is wanted, and only the browser can tell it. */
  async function loadOf({ params, tenant, request }: LoadCall, told: Told) {
    const { agentId } = params
    const geo = await deps.geoAnalyticsOf(tenant, agentId)
    if (geo === undefined) return undefined
    const { browser, platform, countryCode, timeZone } = told
    const country = geo
      ? await visitorCountry({ said: countryCode, proxy: request.country, timeZone })
      : undefined
    return {
      tenant,
      agentId,
      browser: browserOf(browser ?? request.userAgent),
      platform: platformOf(platform ?? request.userAgent),
      country,
      asksZone: geo && country === undefined && timeZone === undefined,
    }
  }
}

/** Pages without an origin of their own send `null`. */
function websiteOf(origin: string | undefined): string | undefined {
  if (origin === undefined || origin.length > 200 || !URL.canParse(origin)) return undefined
  const website = new URL(origin).origin
  return website === 'null' ? undefined : website
}

type LoadCall = Pick<Call<(typeof analyticsEndpoints)['analytics.record']>, 'params' | 'tenant' | 'request'>
type Told = { browser?: string; platform?: string; countryCode?: string | null; timeZone?: string }

const unknownAgent = refuse('not-found', 'This agent does not exist.')
const emptyScript = script('empty', '')
/**
 * A script that repeats the call with the browser's time zone; only that call is counted. Used only if nothing else
 * tells the country, since a browser takes fifty milliseconds to determine the time zone.
 */
const zoneScript = script(
  'zone',
  "import(import.meta.url + '?timeZone=' + encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone))",
)

function script(name: string, text: string) {
  return {
    ok: true,
    bytes: Buffer.from(text),
    etag: `"${name}"`,
    contentType: 'text/javascript; charset=utf-8',
    // Each load of a page has to be counted.
    headers: { 'cache-control': 'no-store' },
  } as const
}
