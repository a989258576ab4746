/**
 * Sizes of pages, and the time until a visitor sees the launcher: a page of another origin in real Chromium, with an
 * empty cache, compared with the same page without the widget, at full speed and slowed down four times.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type CDPSession, chromium } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.ts'
import type { BenchResult } from '../../services/kernel/bench/result.ts'
import { sizeBudgets as webSizes } from '../../web/size-budget.ts'
import { sizeBudgets as widgetSizes } from '../../widget/size-budget.ts'
import { startTestPlatform } from '../src/test-platform.ts'
import { best, peers } from './peers.ts'

const ROUNDS = 7

export async function benchPages(): Promise<BenchResult[]> {
  const sizes = [...(await widgetSizes()), ...(await webSizes())].map(({ name, bytes, limit }) => ({
    name,
    value: Math.round(bytes / 102.4) / 10,
    unit: 'KB gzip',
    target: `≤ ${limit / 1024}`,
    ok: bytes <= limit,
  }))
  return [...sizes, ...(await bytesBesidePeers()), ...(await launcherTimes())]
}

/** Bytes by stage: before a click, and all that an open chat has loaded, compared with each peer. */
async function bytesBesidePeers(): Promise<BenchResult[]> {
  const [loader, chat] = await widgetSizes()
  if (!loader || !chat) return []
  const first = loader.bytes / 1024
  const opened = first + chat.bytes / 1024
  return peers.flatMap(({ name, firstKB }) => [
    beside(`widget: code before a click, beside ${name}`, first, firstKB, 15),
    beside(`widget: everything once open, beside ${name}`, opened, firstKB, 70),
  ])
}

function beside(name: string, KB: number, peerKB: number, limit: number): BenchResult {
  return {
    name,
    value: round(KB),
    unit: 'KB gzip',
    baseline: peerKB,
    ratio: Math.round((KB / peerKB) * 1000) / 1000,
    target: `≤ ${limit}`,
    ok: KB <= limit && KB < peerKB,
  }
}

const round = (value: number) => Math.round(value * 10) / 10

async function launcherTimes(): Promise<BenchResult[]> {
  const parley = await startTestPlatform()
  const { client } = await parley.signUp()
  const params = { region: 'na' } as const
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', {
    params,
    body: { agentName: 'Bench', agentTemplate: 'customer-support' },
  })
  const script = `<script async src="${parley.url}/widget/na/${agentCreated.ID}.js"></script>`
  const shop = await servePages({ '/plain': '<h1>Shop</h1>', '/widget': `<h1>Shop</h1>${script}` })
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const results: BenchResult[] = []
    for (const slowdown of [1, 4] as const) {
      const plain = await medianOf(browser, `${shop.url}/plain`, slowdown, 'h1')
      const visit = await medianOf(browser, `${shop.url}/widget`, slowdown, '[data-agent][data-mode]')
      const [visible, scripting] = slowdown === 1 ? [100, 10] : [250, 40]
      results.push(
        {
          name: `widget: launcher visible at ${slowdown} × slowdown, best peer ${best(({ visibleMs }) => visibleMs[slowdown])} ms`,
          value: Math.round(visit.visibleMs),
          unit: 'ms',
          baseline: Math.round(plain.visibleMs),
          ratio: Math.round((visit.visibleMs / plain.visibleMs) * 100) / 100,
          target: `≤ ${visible}`,
          ok: visit.visibleMs <= visible,
        },
        {
          name: `widget: script time at ${slowdown} × slowdown, best peer ${best(({ scriptMs }) => scriptMs[slowdown])} ms`,
          value: round(visit.scriptMs - plain.scriptMs),
          unit: 'ms more than the page alone',
          target: `≤ ${scripting}`,
          ok: visit.scriptMs - plain.scriptMs <= scripting,
        },
        {
          name: `widget: main thread at ${slowdown} × slowdown, best peer ${best(({ taskMs }) => taskMs[slowdown])} ms in all`,
          value: round(visit.taskMs - plain.taskMs),
          unit: 'ms more than the page alone',
          baseline: round(plain.taskMs),
          ratio: Math.round((visit.taskMs / plain.taskMs) * 100) / 100,
        },
      )
    }
    return results
  } finally {
    await browser.close()
    shop.close()
    await parley.stop()
  }
}

type Times = { visibleMs: number; scriptMs: number; taskMs: number }

async function medianOf(browser: Browser, url: string, slowdown: number, selector: string): Promise<Times> {
  const visits: Times[] = []
  const system = await browser.newBrowserCDPSession()
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    // Measured by the page's own clock, so that the round trip to the browser does not count; nothing polls, so that
    // measuring costs no script time.
    await page.addInitScript((wanted) => {
      const seen = new Promise((resolve) => {
        const watcher = new MutationObserver(() => {
          if (!document.querySelector(wanted)) return
          watcher.disconnect()
          requestAnimationFrame(() => resolve(performance.now()))
        })
        watcher.observe(document, { childList: true, subtree: true })
      })
      Object.assign(window, { seen })
    }, selector)
    await restOf(system)
    await page.goto(url)
    const visibleMs = Number(await page.evaluate(() => Reflect.get(window, 'seen')))
    // Work that was deferred until the page is idle counts too.
    await restOf(system)
    const { metrics } = await session.send('Performance.getMetrics')
    const spent = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000
    visits.push({ visibleMs, scriptMs: spent('ScriptDuration'), taskMs: spent('TaskDuration') })
    await context.close()
  }
  const middle = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  return {
    visibleMs: middle(visits.map((visit) => visit.visibleMs)),
    scriptMs: middle(visits.map((visit) => visit.scriptMs)),
    taskMs: middle(visits.map((visit) => visit.taskMs)),
  }
}

/**
 * Waits until the browser is nearly idle: its window has background work for a second, unlike a visitor's between two
 * pages. On a machine that is never idle it continues after two seconds.
 */
async function restOf(system: CDPSession): Promise<void> {
  const spent = async () => {
    const { processInfo } = await system.send('SystemInfo.getProcessInfo')
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  let before = await spent()
  for (let look = 0, calm = 0; look < 20 && calm < 3; look++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const now = await spent()
    calm = now - before < 0.02 ? calm + 1 : 0
    before = now
  }
}

async function servePages(pages: Record<string, string>): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const body = pages[request.url ?? '']
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><html lang="en"><title>Shop</title><body>${body ?? ''}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
