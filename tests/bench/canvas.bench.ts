/**
 * The canvas with 300 nodes in real Chromium: how long each frame takes while it is panned, zoomed and a node is dragged.
 * The baseline is a page of as many plain boxes at the same positions, moved by nothing but a transform, which is what
 * this machine's browser needs at least; beside it the bare library with the same nodes and connections.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { findChromium } from '../../scripts/chromium.ts'
import type { BenchResult } from '../../services/kernel/bench/result.ts'
import { startTestPlatform } from '../src/test-platform.ts'
import type { BareFlow } from './bare-flow/main.tsx'

const MANY = 300
const FRAMES = 240
const pane = '.react-flow__pane'

type Act = 'panned' | 'zoomed' | 'a node dragged'
const acts: Act[] = ['panned', 'zoomed', 'a node dragged']

export async function benchCanvas(): Promise<BenchResult[]> {
  const parley = await startTestPlatform({ LOG_LEVEL: 'error', REGIONS: 'na' })
  const bare = await serveBare()
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const owner = await parley.signUp()
    const nodes = tree()
    const agentId = 'benchedcanvas001'
    const params = { region: 'na', agentId } as const
    await owner.client.call('agents.save', { params, body: { title: 'Large', enableNodes: true, nodes } })
    const own = await pageOf(browser)
    await own.context().addCookies([{ name: 'parley_session', value: owner.token, url: parley.url }])
    await own.goto(`${parley.url}/app/na/agents/${agentId}/prompt`)
    await own.locator('[data-node="start"]').waitFor()
    const beside = await pageOf(browser)
    await beside.addInitScript((flow) => Object.assign(window, { flow }), bareFlow(nodes))
    await beside.goto(bare.url)
    await beside.locator('.react-flow__node').first().waitFor()
    const boxes = await pageOf(browser)
    await boxes.setContent(boxesPage(nodes))
    const results: BenchResult[] = []
    for (const act of acts) {
      const own95 = percentile(await framesOf(own, act), 0.95)
      const bare95 = percentile(await framesOf(beside, act), 0.95)
      const boxes95 = percentile(await framesOf(boxes, act), 0.95)
      results.push({
        name: `canvas of ${MANY} nodes, ${act}: a frame, p95`,
        value: round(own95),
        unit: `ms (bare library ${round(bare95)})`,
        baseline: round(boxes95),
        ratio: round(own95 / boxes95),
        target: '≤ 17 (60 a second)',
        ok: own95 <= 17,
      })
    }
    return results
  } finally {
    await browser.close()
    await bare.close()
    await parley.stop()
  }
}

async function pageOf(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  return context.newPage()
}

/** A tree of buttons with two exits each, all of which can be reached. */
function tree(): AgentNode[] {
  const many = MANY - 2
  const columnOf = (nth: number) => Math.floor(Math.log2(nth + 1))
  const perColumn = 20
  const at = (nth: number) => {
    const column = columnOf(nth)
    const row = nth + 1 - 2 ** column
    return { x: (column + 1) * 400 + Math.floor(row / perColumn) * 2600, y: (row % perColumn) * 260 }
  }
  const nodes = Array.from({ length: many }, (_, nth): AgentNode => {
    const children = [2 * nth + 1, 2 * nth + 2].filter((child) => child < many)
    const base = { id: `n${nth}`, title: `Node ${nth}`, position: at(nth) }
    if (children.length === 0) return { ...base, type: 'end', text: `This is the end of branch ${nth}.` }
    const buttons = children.map((child) => ({ id: `${child}`, label: `To ${child}`, next: `n${child}` }))
    return { ...base, type: 'buttons', text: `Where to from ${nth}? There is much to say here.`, buttons }
  })
  return [
    { id: 'start', type: 'start', position: { x: 0, y: 0 }, next: 'n0' },
    { id: 'default', type: 'default', position: { x: 0, y: 400 }, next: 'n0' },
    ...nodes,
  ]
}

function bareFlow(nodes: readonly AgentNode[]): BareFlow {
  const edges = nodes.flatMap((node) => {
    const targets =
      node.type === 'buttons' ? node.buttons.map(({ next }) => next) : 'next' in node ? [node.next] : []
    return targets.flatMap((target, nth) =>
      target === undefined ? [] : [{ id: `${node.id}/${nth}`, source: node.id, target }],
    )
  })
  return {
    nodes: nodes.map(({ id, title = id, position }) => ({ id, ...position, height: 192, label: title })),
    edges,
    viewport: { x: 40, y: 40, zoom: 0.8 },
  }
}

/** Boxes with a line of text. They answer the same events as the canvas, without any library. */
function boxesPage(nodes: readonly AgentNode[]): string {
  const boxes = nodes.map(
    ({ title = '', position }) =>
      `<button class="react-flow__node" style="left:${position.x}px;top:${position.y}px">${title}</button>`,
  )
  return `<!doctype html><style>
    body { margin: 0 }
    main { position: relative; width: 1190px; height: 784px; overflow: hidden }
    .react-flow__pane { position: absolute; inset: 0 }
    #all { position: absolute; transform-origin: 0 0; will-change: transform }
    button { position: absolute; width: 240px; height: 192px; border: 1px solid; background: #fff }
  </style><main><div class="react-flow__pane"></div><div id="all">${boxes.join('')}</div></main><script>
    const all = document.querySelector('#all')
    const view = { x: 40, y: 40, zoom: 0.8 }
    const show = () => { all.style.transform = \`translate(\${view.x}px, \${view.y}px) scale(\${view.zoom})\` }
    show()
    document.querySelector('.react-flow__pane').addEventListener('wheel', (event) => {
      const { clientX: x, clientY: y, deltaX, deltaY, ctrlKey } = event
      if (ctrlKey) {
        const zoom = Math.min(1.25, Math.max(0.1, view.zoom * 2 ** (-deltaY * 0.002)))
        view.x = x - ((x - view.x) * zoom) / view.zoom
        view.y = y - ((y - view.y) * zoom) / view.zoom
        view.zoom = zoom
      } else {
        view.x -= deltaX
        view.y -= deltaY
      }
      show()
    })
    let held
    addEventListener('mousedown', ({ target, clientX, clientY }) => { held = { target, clientX, clientY } })
    addEventListener('mouseup', () => { held = undefined })
    addEventListener('mousemove', ({ clientX, clientY }) => {
      if (held) held.target.style.transform =
        \`translate(\${(clientX - held.clientX) / view.zoom}px, \${(clientY - held.clientY) / view.zoom}px)\`
    })
  </script>`
}

/** How long each frame took, in ms, while the page was acted upon evenly. */
async function framesOf(page: Page, act: Act): Promise<number[]> {
  await page.bringToFront()
  return page.evaluate(
    async ([act, frames, selector]) => {
      const target = document.querySelector<HTMLElement>(selector)
      const node = document.querySelector<HTMLElement>('.react-flow__node')
      if (!target || !node) throw new Error('there is no canvas')
      const box = target.getBoundingClientRect()
      const middle = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }
      const mouse = (where: EventTarget, kind: string, x: number, y: number) =>
        where.dispatchEvent(
          new MouseEvent(kind, {
            bubbles: true,
            cancelable: true,
            view: window,
            clientX: x,
            clientY: y,
            button: 0,
            buttons: 1,
          }),
        )
      const grip = node.querySelector('button') ?? node
      const held = grip.getBoundingClientRect()
      const start = { x: held.left + 40, y: held.top + 20 }
      if (act === 'a node dragged') mouse(grip, 'mousedown', start.x, start.y)
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      for (let nth = 0; nth < 10; nth++) await frame()
      let before = await frame()
      const took: number[] = []
      for (let nth = 0; nth < frames; nth++) {
        const back = nth >= frames / 2
        if (act === 'a node dragged')
          mouse(
            window,
            'mousemove',
            start.x + (back ? frames - nth : nth) * 2,
            start.y + (back ? frames - nth : nth),
          )
        else
          target.dispatchEvent(
            new WheelEvent('wheel', {
              bubbles: true,
              cancelable: true,
              ...middle,
              ...(act === 'zoomed'
                ? { deltaY: back ? -8 : 8, ctrlKey: true }
                : { deltaX: back ? -24 : 24, deltaY: back ? -8 : 8 }),
            }),
          )
        const now = await frame()
        took.push(now - before)
        before = now
      }
      if (act === 'a node dragged') mouse(window, 'mouseup', start.x, start.y)
      return took
    },
    [act, FRAMES, pane] as const,
  )
}

async function serveBare(): Promise<{ url: string; close(): Promise<void> }> {
  const out = await mkdtemp(join(tmpdir(), 'bare-flow-'))
  const root = fileURLToPath(new URL('bare-flow', import.meta.url))
  await build({
    root,
    logLevel: 'warn',
    build: { outDir: out, emptyOutDir: true, reportCompressedSize: false },
  })
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://bare')
    const file = pathname === '/' ? '/index.html' : pathname
    const body = await readFile(join(out, file)).catch(() => undefined)
    response.writeHead(body ? 200 : 404, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await rm(out, { recursive: true, force: true })
    },
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const round = (value: number) => Math.round(value * 100) / 100
