/**
 * What Lighthouse says of the public site, with an agent on its first page, on a phone (as it simulates one: a slow network, a processor slowed down four
 * times) and on a desktop. Lighthouse has 176 MB with what it depends on, so it is not installed with the project; npx
 * fetches this version when the figures are measured.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../../scripts/chromium.ts'
import type { BenchResult } from '../../services/kernel/bench/result.ts'
import { freePort } from '../src/free-ports.ts'
import { startTestPlatform } from '../src/test-platform.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
/** Of three runs, the middle one counts, since one depends on what else the machine does. */
const RUNS = 3
const LEAST = 98

const pages = ['/', '/pricing', '/whatsapp', '/legal/privacy-policy']
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const forms = { phone: [], desktop: ['--preset=desktop'] }

type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string }>
}

export async function benchLighthouse(): Promise<BenchResult[]> {
  const port = await freePort()
  const params = { region: 'na', agentId: 'lighthouse000001' } as const
  const parley = await startTestPlatform({
    LOG_LEVEL: 'error',
    REGIONS: 'na',
    PORT: `${port}`,
    // The pages name their own address.
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SITE_AGENT: `${params.region}/${params.agentId}`,
  })
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  try {
    const { client } = await parley.signUp()
    await client.call('agents.save', { params, body: { title: 'Parley' } })
    const results: BenchResult[] = []
    for (const path of pages)
      for (const [form, options] of Object.entries(forms)) {
        const reports: Report[] = []
        for (let run = 0; run < RUNS; run++)
          reports.push(await reportOf(parley.url + path, options, join(folder, 'report.json')))
        const scores = categories.map((category) =>
          middle(reports.map((report) => scoreOf(report, category))),
        )
        const least = Math.min(...scores)
        if (least < LEAST) console.log(`${path} on a ${form}: ${faultsOf(reports.at(-1)).join(', ')}`)
        results.push({
          name: `Lighthouse of ${path} on a ${form}: the lowest of ${scores.length}`,
          value: least,
          unit: `of 100 (${categories.map((category, nth) => `${category} ${scores[nth]}`).join(', ')})`,
          target: `≥ ${LEAST}`,
          ok: least >= LEAST,
        })
      }
    return results
  } finally {
    await rm(folder, { recursive: true, force: true })
    await parley.stop()
  }
}

async function reportOf(url: string, options: readonly string[], file: string): Promise<Report> {
  await promisify(execFile)(
    'npx',
    [
      '--yes',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${categories.join()}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking',
      ...options,
    ],
    {
      env: {
        ...process.env,
        CHROME_PATH: await findChromium(),
        PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      },
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  return JSON.parse(await readFile(file, 'utf8'))
}

const scoreOf = (report: Report, category: string) =>
  Math.round((report.categories[category]?.score ?? 0) * 100)

/** The audits that cost points. */
function faultsOf(report: Report | undefined): string[] {
  const counted = Object.values(report?.categories ?? {}).flatMap(({ auditRefs }) => auditRefs)
  return counted
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => {
      const { score = null, title = id } = report?.audits[id] ?? {}
      return score !== null && score < 0.9 ? [`${title} (${id}, ${score})`] : []
    })
}

const middle = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
