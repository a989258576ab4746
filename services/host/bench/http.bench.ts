/**
 * The hot read, start-up and idle costs, measured on a real server in a process of its own, with load from this one.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../kernel/bench/free-port.ts'
import { residentMB } from '../../kernel/bench/process-usage.ts'
import type { BenchResult } from '../../kernel/bench/result.ts'
import { signUp } from '../../kernel/bench/sign-up.ts'
import { type Load, load } from './load.ts'
import { start, startServer } from './server.ts'

const bare = join(import.meta.dirname, 'bare-server.ts')

/** Both servers are measured alternately, so that other load on the machine affects both. */
const TURNS = 25
const SECONDS = 0.6

export async function benchHttp(): Promise<BenchResult[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  try {
    const agent = await prepare(dataDir)
    const started = performance.now()
    const parley = await startServer(dataDir)
    const readySeconds = (performance.now() - started) / 1000
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    const idleMB = await residentMB(parley.process)
    const url = `${parley.url}/api/na/public/agents/${agent}`
    const body = await (await fetch(url)).text()
    const plain = await startBare(body)
    const rates = { ours: [] as Load[], bare: [] as Load[] }
    for (let turn = 0; turn < TURNS; turn++) {
      rates.bare.push(await load(`${plain.url}/`, SECONDS))
      rates.ours.push(await load(url, SECONDS))
    }
    plain.process.kill('SIGTERM')
    parley.process.kill('SIGTERM')
    await parley.gone
    const ours = middle(rates.ours)
    const baseline = middle(rates.bare)
    const ratio = Math.round((ours.perSecond / baseline.perSecond) * 100) / 100
    return [
      {
        name: 'GET public agent',
        value: Math.round(ours.perSecond),
        unit: 'requests/s on one core',
        baseline: Math.round(baseline.perSecond),
        ratio,
        target: '≥ 0.85 of a bare route, ≥ 20,000/s',
        ok: ratio >= 0.85 && ours.perSecond >= 20_000,
      },
      {
        name: 'GET public agent, p99',
        value: Math.round(ours.p99 * 10) / 10,
        unit: 'ms',
        target: '≤ 10',
        ok: ours.p99 <= 10,
      },
      {
        name: 'start to ready, warm',
        value: Math.round(readySeconds * 100) / 100,
        unit: 's',
        target: '≤ 3',
        ok: readySeconds <= 3,
      },
      {
        name: 'whole platform, both regions, idle',
        value: Math.round(idleMB),
        unit: 'MB resident',
        target: '≤ 200',
        ok: idleMB <= 200,
      },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Creates a data folder with one agent and returns the agent's id. */
async function prepare(dataDir: string): Promise<string> {
  const server = await startServer(dataDir)
  const post = async (path: string, body: object, token?: string) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    return response.json()
  }
  const token = await signUp(server.url)
  const { agentCreated } = await post(
    '/api/na/rpc/convertAgentTemplateToAgent',
    { agentName: 'Bench', agentTemplate: 'customer-support' },
    token,
  )
  server.process.kill('SIGTERM')
  await server.gone
  return agentCreated.ID
}

async function startBare(body: string) {
  const port = await freePort()
  return start([bare, String(port), body], {}, `http://127.0.0.1:${port}`, 'Ready')
}

function middle(results: Load[]): Load {
  return results.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(results.length / 2)]!
}

if (import.meta.main) console.table(await benchHttp())
