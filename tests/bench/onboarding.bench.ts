/**
 * Onboarding on real websites: whether the first colour and the icon are the site's, how many of three questions the new
 * agent answers, and the seconds until then. The sites are not part of this project: each is a folder of
 * `ONBOARDING_SITES`, served on loopback, and what is right for it stands in `onboarding-sites.ts`.
 *
 *   ONBOARDING_SITES=… node tests/bench/onboarding.bench.ts
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { channels } from '@parley/contracts/agent/theme.ts'
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

const root = process.env.ONBOARDING_SITES ?? ''
const sites = measuredSites.filter(({ name }) => existsSync(join(root, name)))
const served = await Promise.all(
  sites.map(async (site) => ({ site, ...(await serve(join(root, site.name))) })),
)
const parley = await startTestPlatform({
  ALLOW_PRIVATE_ADDRESSES: served.map(({ address }) => address).join(','),
})
const owner = await parley.signUp()
console.log('| site | language | first colour | icon | questions answered | brand, agent, answers |')
console.log('| --- | --- | --- | --- | --- | --- |')
for (const { site, address } of served)
  console.log(await measure(site, `http://${address}/${site.home}`, owner))
for (const { stop } of served) stop()
await parley.stop()

async function measure(site: MeasuredSite, website: string, { client }: Person): Promise<string> {
  const company = { name: site.company, website, description: site.description }
  const body = { company }
  const [brand, brandS] = await timed(() => client.call('onboarding.getBrandingInfo', { params, body }))
  const { colors, favicon, themeMode, language = '' } = brand.brandingInfo
  const [first = ''] = colors
  const rightColor =
    site.colors.length === 0 ? '–' : site.colors.some((one) => alike(one, first)) ? 'yes' : 'no'
  const bytes = Buffer.from(favicon?.split(',')[1] ?? '', 'base64')
  const expected = site.icons.map((file) => join(root, site.name, file)).filter((file) => existsSync(file))
  const icons = await Promise.all(expected.map((file) => readFile(file)))
  const rightIcon =
    site.icons.length === 0
      ? favicon === undefined
        ? 'none, right'
        : 'no'
      : icons.some((icon) => icon.equals(bytes) || icon.includes(bytes))
        ? 'yes'
        : 'no'
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
  const seconds = [brandS, madeS, askedS].map((each) => each.toFixed(1)).join(', ')
  return `| ${site.name} | ${made.agentData.lang ?? language} | ${first} ${rightColor} | ${rightIcon} | ${answered} of ${questions.length} (${asked.pagesRead} pages) | ${seconds} s |`
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
