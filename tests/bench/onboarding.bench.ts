/**
 * Onboarding on real websites: whether the first colour and the icon are the site's, how many of three questions the new
 * agent answers, and the seconds until then. The sites are not part of this project: each is a folder of
 * `ONBOARDING_SITES` with the files of its repository, served on loopback; what is right for it stands in
 * `onboarding-sites.ts`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { channels } from '@parley/contracts/agent/theme.ts'
import type { BenchResult } from '../../services/kernel/bench/result.ts'
import { type Person, startTestPlatform } from '../src/test-platform.ts'
import { type MeasuredSite, measuredSites } from './onboarding-sites.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
}
/** Two colours that people would call the same. */
const ALIKE = 40
const params = { region: 'na' as const }

/** Empty without `ONBOARDING_SITES`. */
export async function benchOnboarding(): Promise<BenchResult[]> {
  const root = process.env.ONBOARDING_SITES
  if (!root) {
    console.log('ONBOARDING_SITES is not set: no website to measure the onboarding on.')
    return []
  }
  const sites = measuredSites.filter(({ name }) => existsSync(join(root, name)))
  const served = await Promise.all(
    sites.map(async (site) => ({ site, ...(await serve(join(root, site.name))) })),
  )
  const parley = await startTestPlatform({
    LOG_LEVEL: 'error',
    ALLOW_PRIVATE_ADDRESSES: served.map(({ address }) => address).join(','),
  })
  try {
    const owner = await parley.signUp()
    const results: BenchResult[] = []
    for (const { site, address } of served)
      results.push(await measure(site, join(root, site.name), `http://${address}/${site.home}`, owner))
    return results
  } finally {
    await parley.stop()
    for (const { stop } of served) stop()
  }
}

async function measure(
  site: MeasuredSite,
  folder: string,
  website: string,
  { client }: Person,
): Promise<BenchResult> {
  const company = { name: site.company, website, description: site.description }
  const body = { company }
  const [brand, brandS] = await timed(() => client.call('onboarding.getBrandingInfo', { params, body }))
  const { colors, favicon, themeMode, language = '' } = brand.brandingInfo
  const [first = ''] = colors
  const isColor = site.colors.some((one) => alike(one, first))
  const isIcon = isIconOf(site, folder, favicon)
  const brandingChoices = { primaryColor: first || '#0070f3', themeMode, faviconApproved: true }
  const [made, madeS] = await timed(() =>
    client.call('onboarding.createPersonalizedAgent', { params, body: { company, brandingChoices } }),
  )
  const questions = made.questions.slice(0, 3)
  const ask = { params: { ...params, agentId: made.agentId }, body: { questions } }
  const [asked, askedS] = await timed(() => client.call('onboarding.askAgent', ask))
  const answered = asked.items.filter((item) => item.answered).length
  if (process.env.VERBOSE)
    console.error(site.name, colors, asked.pagesRead, JSON.stringify(asked.items, null, 1))
  const seconds = [brandS, madeS, askedS].map((each) => each.toFixed(1)).join(' + ')
  const icon = favicon ? 'icon' : 'no icon'
  return {
    name: `onboarding of ${site.name} (${made.agentData.lang ?? language})`,
    value: Math.round((brandS + madeS + askedS) * 10) / 10,
    unit: `s = ${seconds} (brand, agent, answers); ${first} ${isColor ? 'right' : 'wrong'}, ${icon} ${isIcon ? 'right' : 'wrong'}, ${answered} of ${questions.length} answered, ${asked.pagesRead} pages read`,
    target: 'colour, icon and three answers right',
    ok: isColor && isIcon && answered === 3,
  }
}

/** `favicon`: a `data:` URL, or undefined where none was found, which is right for a site without one. */
function isIconOf({ icons }: MeasuredSite, folder: string, favicon: string | undefined): boolean {
  const own = icons.map((file) => join(folder, file)).filter((file) => existsSync(file))
  if (own.length === 0 || favicon === undefined) return own.length === 0 && favicon === undefined
  const bytes = Buffer.from(favicon.split(',')[1] ?? '', 'base64')
  return own.map((file) => readFileSync(file)).some((icon) => icon.includes(bytes))
}

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const began = performance.now()
  return [await work(), (performance.now() - began) / 1000]
}

function alike(one: string, other: string): boolean {
  if (!/^#[0-9a-f]{6}$/.test(other)) return false
  const [a, b] = [channels(one), channels(other)]
  return Math.hypot(...a.map((channel, nth) => channel - (b[nth] ?? 0))) < ALIKE
}

async function serve(folder: string): Promise<{ address: string; stop(): void }> {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname))
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    try {
      const bytes = await readFile(file)
      response.writeHead(200, {
        'content-type': types[extname(file).toLowerCase()] ?? 'application/octet-stream',
      })
      response.end(bytes)
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() }
}
