/**
 * An inbox of 10,000 conversations: the server's cost of its list, and how it scrolls in real Chromium, from the newest
 * to the oldest. The baselines are an inbox of 100, and a page of 10,000 plain rows scrolled in the same way.
 */
import { conversation } from '@parley/conversation/conversation.decider.ts'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.ts'
import type { BenchResult } from '../../services/kernel/bench/result.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

const MANY = 10_000
const FEW = 100
const AT_ONCE = 200
const ROUNDS = 60
const FRAMES = 600
/** A fast flick of the wheel. */
const STEP_PX = 200

const region = 'na' as const
const names = ['Mira Sand', 'Otto Brand', 'Uma Keller', 'Vera Lund', undefined, undefined]
const words = [
  'When does the parcel arrive that I ordered on Monday?',
  'Do you also repair lamps that were bought elsewhere?',
  'Hello, I changed my mind about the blue armchair. Can I send it back?',
]

export async function benchInbox(): Promise<BenchResult[]> {
  const parley = await startTestPlatform({ LOG_LEVEL: 'error' })
  try {
    const owner = await parley.signUp()
    const large = await filled(parley, owner, MANY)
    const small = await filled(parley, owner, FEW)
    return [
      ...(await listCosts(owner, large, small)),
      ...(await scrolling(`${parley.url}/app/na/agents/${large}/convos`, parley, owner)),
    ]
  } finally {
    await parley.stop()
  }
}

/** An agent with this many conversations, owned by people, so that no reply is due. */
async function filled(parley: TestPlatform, owner: Person, many: number): Promise<string> {
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: `Of ${many}`, agentTemplate: 'blank-template' },
  })
  const agentId = agentCreated.ID
  const engines = parley.platform.regions.get(region)?.engines
  if (!engines) throw new Error('The platform has no such region')
  const { handle } = engines.commands
  const person = { userId: owner.userId, displayName: 'Nora Winther' }
  let next = 0
  const write = async () => {
    for (let nth = next++; nth < many; nth = next++) {
      const conversationId = `${agentId}-${nth}`
      const tell = async (name: string, command: Parameters<typeof conversation.decider.decide>[0]) => {
        const handled = await handle(conversation, conversationId, command, {
          tenant: owner.workspaceId,
          actor: { kind: 'user', id: owner.userId },
          cause: { via: 'command-line', command: `${conversationId}/${name}`, correlation: conversationId },
          subject: `conversation-${conversationId}`,
        })
        if (!handled.ok) throw new Error(handled.rejection.message)
      }
      const started = { conversationId, agentId, visitorId: `visitor${nth}`, channel: 'web-chat' as const }
      const hello = { messageId: `${nth}-first`, blocks: [{ type: 'text' as const, text: 'Hi!' }] }
      await tell('start', {
        type: 'StartConversation',
        conversation: { ...started, lang: 'en' },
        firstMessages: [hello],
      })
      const name = names[nth % names.length]
      if (name) await tell('identify', { type: 'IdentifyVisitor', name, verified: false })
      if (nth % 3 === 0) await tell('tag', { type: 'TagConversation', tags: ['Delivery', 'vip'] })
      if (nth % 4 === 0) await tell('assign', { type: 'AssignConversation', assignee: owner.userId })
      const text = words[nth % words.length] ?? ''
      await tell('reply', {
        type: 'ReplyAsPerson',
        messageId: `${nth}-reply`,
        blocks: [{ type: 'text', text }],
        person,
      })
      if (nth % 5 === 0) await tell('ask', { type: 'ReceiveVisitorMessage', messageId: `${nth}-ask`, text })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, write))
  const params = { region, agentId }
  while ((await owner.client.call('conversations.counts', { params })).all < many);
  return agentId
}

async function listCosts({ client }: Person, large: string, small: string): Promise<BenchResult[]> {
  const list = (agentId: string, query: object) => () =>
    client.call('conversations.list', { params: { region, agentId }, query: { limit: 100, ...query } })
  const counts = (agentId: string) => () =>
    client.call('conversations.counts', { params: { region, agentId } })
  const count = (agentId: string, query: object) => () =>
    client.call('conversations.count', { params: { region, agentId }, query })
  // Far down the list, as after much scrolling.
  let cursor: string | undefined
  for (let page = 0; page < MANY / 200; page++) cursor = (await list(large, { cursor })()).next
  const measured = async (name: string, act: () => Promise<unknown>, beside: () => Promise<unknown>) => {
    const [value, baseline] = [await times(act), await times(beside)]
    return {
      name: `inbox of ${MANY.toLocaleString('en')}: ${name}, p50`,
      value: round(value.p50),
      unit: `ms (p99 ${round(value.p99)})`,
      baseline: round(baseline.p50),
      ratio: round(value.p50 / baseline.p50),
    }
  }
  return [
    await measured('first 100 of the list', list(large, {}), list(small, {})),
    await measured('100 in the middle of it', list(large, { cursor }), list(small, {})),
    await measured(
      '100 with a rare tag’s filter',
      list(large, { tag: 'nobody' }),
      list(small, { tag: 'nobody' }),
    ),
    await measured('100 of a third with a tag', list(large, { tag: 'vip' }), list(small, { tag: 'vip' })),
    await measured('counts of all views', counts(large), counts(small)),
    await measured(
      'count of a saved view by tag',
      count(large, { tag: 'vip', view: 'all' }),
      count(small, { tag: 'vip', view: 'all' }),
    ),
    await measured(
      'count of a saved view that nothing fits',
      count(large, { lang: 'fi', view: 'open' }),
      count(small, { lang: 'fi', view: 'open' }),
    ),
  ]
}

async function times(act: () => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await act()
    took.push(performance.now() - began)
  }
  return { p50: percentile(took, 0.5), p99: percentile(took, 0.99) }
}

async function scrolling(inbox: string, parley: TestPlatform, { token }: Person): Promise<BenchResult[]> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies([{ name: 'parley_session', value: token, url: parley.url }])
    const page = await context.newPage()
    await page.goto(`${inbox}?view=all`)
    const list = 'ul[aria-label=Conversations]'
    await page.locator(`${list} li`).first().waitFor()
    const began = performance.now()
    await toTheEnd(page, list)
    const loadedMs = performance.now() - began
    const shown = await page.locator(`${list} li`).count()
    const inboxFrames = await framesOf(page, list)
    await page.setContent(plainRows)
    const plainFrames = await framesOf(page, '#rows')
    const slow = shareOver(50, inboxFrames)
    const plainSlow = shareOver(50, plainFrames)
    return [
      {
        name: `inbox of ${MANY.toLocaleString('en')}: scrolled to its end, all loaded`,
        value: round(loadedMs / 1_000),
        unit: `s (${shown} rows in the page)`,
      },
      {
        name: `inbox of ${MANY.toLocaleString('en')}: a frame while scrolling ${STEP_PX} px a frame, p50`,
        value: round(percentile(inboxFrames, 0.5)),
        unit: `ms (p99 ${round(percentile(inboxFrames, 0.99))})`,
        baseline: round(percentile(plainFrames, 0.5)),
        ratio: round(percentile(inboxFrames, 0.5) / percentile(plainFrames, 0.5)),
        target: '≤ 17',
        ok: percentile(inboxFrames, 0.5) <= 17,
      },
      {
        name: `inbox of ${MANY.toLocaleString('en')}: frames that took more than 50 ms`,
        value: slow,
        unit: '%',
        baseline: plainSlow,
        target: '≤ 1 more than plain rows',
        ok: slow <= plainSlow + 1,
      },
    ]
  } finally {
    await browser.close()
  }
}

async function toTheEnd(page: Page, list: string): Promise<void> {
  await page.evaluate(
    ([selector = '', many]) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const rows = document.querySelector(selector)
          const box = rows?.parentElement
          if (box) box.scrollTop = box.scrollHeight
          const size = Number(rows?.querySelector('li')?.getAttribute('aria-setsize'))
          if (size >= Number(many)) resolve()
          else requestAnimationFrame(look)
        }
        look()
      }),
    [list, String(MANY)],
  )
}

/** How long each frame took, in ms, while the list scrolled evenly from its start. */
async function framesOf(page: Page, list: string): Promise<number[]> {
  return page.evaluate(
    async ([selector = '', frames, step]) => {
      const box = document.querySelector(selector)?.parentElement
      if (!box) throw new Error('nothing scrolls')
      box.scrollTop = 0
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      let before = await frame()
      const took: number[] = []
      for (let nth = 0; nth < Number(frames); nth++) {
        box.scrollTop += Number(step)
        const now = await frame()
        took.push(now - before)
        before = now
      }
      return took
    },
    [list, String(FRAMES), String(STEP_PX)],
  )
}

/** In percent. */
const shareOver = (ms: number, frames: readonly number[]) =>
  round((frames.filter((took) => took > ms).length / frames.length) * 100)

const plainRows = `<!doctype html><div style="height:800px;overflow-y:auto"><ul id="rows" style="margin:0;padding:0">${Array.from(
  { length: MANY },
  (_, nth) => `<li style="height:84px">${words[nth % words.length]}</li>`,
).join('')}</ul></div>`

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const round = (value: number) => Math.round(value * 100) / 100
