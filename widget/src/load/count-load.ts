/** Loads of the widget are counted by the server (specification part 1 §7). */
import { loadRoute } from 'virtual:parley-routes'
import { EMBED_HEADER } from '@parley/contracts/conversation/embed.ts'
import { fillPath } from '@parley/contracts/routes.ts'

/**
 * The time zone tells a country: it is asked for only where the agent counts countries, as the server has written on
 * the page, since nobody else needs it and a browser takes fifty milliseconds to find it.
 */
export function countLoad(region: string, agentId: string): void {
  const [method, path] = loadRoute
  const { userAgentData, platform } = navigator as Navigator & { userAgentData?: { platform?: string } }
  // The proof of the website, where the agent may be used on some alone.
  const ticket = document.querySelector<HTMLMetaElement>(`meta[name="${EMBED_HEADER}"]`)?.content
  void fetch(fillPath(path, { region, agentId }), {
    method,
    // The visitor may be gone before the answer.
    keepalive: true,
    credentials: 'omit',
    headers: { 'content-type': 'application/json', ...(ticket ? { [EMBED_HEADER]: ticket } : {}) },
    body: JSON.stringify({
      region,
      record: 'loads',
      ts: Date.now(),
      browser: browserOf(navigator.userAgent),
      origin: 'web-chat',
      platform: (userAgentData?.platform ?? platform).slice(0, 100),
      countryCode: null,
      ...('countries' in document.documentElement.dataset
        ? { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
        : {}),
      ipAddress: null,
    }),
  }).catch(() => undefined)
}

/** The order matters: most browsers call themselves Chrome and Safari too. */
function browserOf(agent: string): string {
  const names = { Edg: 'Edge', OPR: 'Opera', SamsungBrowser: 'Samsung Internet', Firefox: 'Firefox' }
  const more = { FxiOS: 'Firefox', CriOS: 'Chrome', Chrome: 'Chrome', Safari: 'Safari' }
  const found = Object.entries({ ...names, ...more }).find(([mark]) => agent.includes(`${mark}/`))
  return found?.[1] ?? 'Other'
}
