/**
 * `npm run bench [part …]`: runs all benchmarks, or the parts whose name contains one of the words. Each is measured
 * with a baseline in the same run; the table is printed, and written as JSON to bench-results/.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { BenchResult } from '../services/kernel/bench/result.ts'
import { buildPages } from './build.ts'

const parts: [name: string, run: () => Promise<BenchResult[]>][] = [
  ['events', async () => (await import('../services/kernel/bench/event-store.bench.ts')).benchEventStore()],
  [
    'event-store-db',
    async () => (await import('../services/engines/bench/event-store.bench.ts')).benchEventStoreDb(),
  ],
  ['commands', async () => (await import('../services/kernel/bench/commands.bench.ts')).benchCommands()],
  ['snapshots', async () => (await import('../services/kernel/bench/snapshots.bench.ts')).benchSnapshots()],
  ['documents', async () => (await import('../services/kernel/bench/read-store.bench.ts')).benchReadStore()],
  ['anchors', async () => (await import('../services/audit/bench/anchors.bench.ts')).benchAnchors()],
  ['replay', async () => (await import('../services/host/bench/replay.bench.ts')).benchReplay()],
  ['restart', async () => (await import('../services/host/bench/restart.bench.ts')).benchRestart()],
  ['relay', async () => (await import('../services/host/bench/relay.bench.ts')).benchRelay()],
  ['http', async () => (await import('../services/host/bench/http.bench.ts')).benchHttp()],
  ['turns', async () => (await import('../services/conversation/bench/turn.bench.ts')).benchTurns()],
  [
    'turns-event-store-db',
    async () =>
      (
        await import('../services/conversation/bench/turn-event-store-db.bench.ts')
      ).benchTurnsOnEventStoreDb(),
  ],
  [
    'streaming',
    async () => (await import('../services/conversation/bench/streaming.bench.ts')).benchStreaming(),
  ],
  [
    'footprint',
    async () => (await import('../services/conversation/bench/footprint.bench.ts')).benchFootprint(),
  ],
  [
    'retrieval',
    async () => (await import('../services/knowledge/bench/retrieval.bench.ts')).benchRetrieval(),
  ],
  ['answers', async () => (await import('../services/knowledge/bench/answers.bench.ts')).benchAnswers()],
  [
    'agency-hosts',
    async () => (await import('../services/agency/bench/agency-hosts.bench.ts')).benchAgencyHosts(),
  ],
  ['pages', async () => (await import('../tests/bench/pages.bench.ts')).benchPages()],
  [
    'long-conversations',
    async () => (await import('../tests/bench/long-conversations.bench.ts')).benchLongConversations(),
  ],
  ['inbox', async () => (await import('../tests/bench/inbox.bench.ts')).benchInbox()],
  ['canvas', async () => (await import('../tests/bench/canvas.bench.ts')).benchCanvas()],
  [
    'client-sign-in',
    async () => (await import('../tests/bench/client-sign-in.bench.ts')).benchClientSignIn(),
  ],
  ['agency-home', async () => (await import('../tests/bench/agency-home.bench.ts')).benchAgencyHome()],
  ['blueprints', async () => (await import('../tests/bench/blueprints.bench.ts')).benchBlueprints()],
  ['channels', async () => (await import('../tests/bench/channels.bench.ts')).benchChannels()],
  ['campaigns', async () => (await import('../tests/bench/campaigns.bench.ts')).benchCampaigns()],
  ['webhooks', async () => (await import('../tests/bench/webhooks.bench.ts')).benchWebhooks()],
  ['onboarding', async () => (await import('../tests/bench/onboarding.bench.ts')).benchOnboarding()],
  ['lighthouse', async () => (await import('../tests/bench/lighthouse.bench.ts')).benchLighthouse()],
  ['interactions', async () => (await import('../tests/bench/interactions.bench.ts')).benchInteractions()],
]

const wanted = process.argv.slice(2)
const results: (BenchResult & { part: string })[] = []
await buildPages(console.log)
for (const [name, run] of parts) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`Measuring ${name} …`)
  for (const result of await run()) results.push({ part: name, ...result })
}
print(results)
const folder = fileURLToPath(new URL('../bench-results/', import.meta.url))
mkdirSync(folder, { recursive: true })
const file = `${folder}${new Date().toISOString().replace(/[:.]/g, '-')}.json`
const machine = { cores: cpus().length, model: cpus()[0]?.model ?? '', node: process.version }
writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)}\n`)
console.log(`\nAs JSON: ${file}`)

function print(rows: BenchResult[]): void {
  const cells = rows.map((row) => [
    row.ok === undefined ? ' ' : row.ok ? '✓' : '✗',
    row.name,
    `${row.value.toLocaleString('en')} ${row.unit}`,
    row.baseline === undefined ? '' : `${row.ratio ?? ''} × ${row.baseline.toLocaleString('en')}`,
    row.target ?? '',
  ])
  const head = ['', 'What', 'Measured', 'Ratio × baseline', 'Target']
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of [head, ...cells])
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
