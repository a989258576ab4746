/** Texts with which visitors and owners of agents attack others' browsers, displayed to their targets. */

import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInAs } from '../src/sign-up.ts'
import { patience, watch } from './browser.ts'
import { type ChatStage, say, startChatStage } from './chat-stage.ts'

const evil = 'https://evil.example'
const steal = "document.title='stolen'"
const words = [
  `<img src="${evil}/p.png" onerror="${steal}"><script>${steal}</script><svg onload="${steal}">`,
  `![seen](${evil}/seen.png) [click](javascript:${steal}) [data](data:text/html,<script>${steal}</script>)`,
  `[ok](https://shop.example/page) <a href="vbscript:x">y</a> [spaced](java\tscript:${steal}) [vb](VBScript:x)`,
  `<iframe src="${evil}"></iframe><style>@import '${evil}/x.css'</style><base href="${evil}/">`,
  `\u202egnp.exe [https://bank.example](https://b\u0430nk.example/login) {{constructor}} \${7*7}`,
].join('\n\n')

let stage: ChatStage
beforeAll(async () => {
  stage = await startChatStage({ reply: () => ['Fine.'] })
})
afterAll(() => stage?.close())

/** Checks that nothing ran, no link leads to a script, and every link is without opener and referrer. */
async function isInert(page: Page): Promise<void> {
  expect(await page.title()).not.toContain('stolen')
  const found = await page.evaluate(() => ({
    scripts: [...document.querySelectorAll('script')].filter((one) => one.textContent?.includes('stolen'))
      .length,
    frames: [...document.querySelectorAll('iframe, object, embed, base')].map((one) => one.outerHTML),
    handlers: [...document.querySelectorAll('*')].filter((one) =>
      [...one.attributes].some(({ name }) => name.startsWith('on')),
    ).length,
    links: [...document.querySelectorAll('a[href]')].map((one) => ({
      href: one.getAttribute('href') ?? '',
      protocol: (one as HTMLAnchorElement).protocol,
      away: (one as HTMLAnchorElement).host !== location.host,
      rel: one.getAttribute('rel') ?? '',
    })),
    pictures: [...document.images].map(({ src }) => src).filter((src) => src.includes('evil.example')),
  }))
  expect(found).toMatchObject({ scripts: 0, frames: [], handlers: 0, pictures: [] })
  for (const { href, protocol, away, rel } of found.links) {
    expect(['http:', 'https:', 'mailto:', 'tel:', 'blob:'], href).toContain(protocol)
    if (away && protocol.startsWith('http')) expect(rel, href).toMatch(/noopener/)
    if (away && protocol.startsWith('http')) expect(rel, href).toMatch(/noreferrer/)
  }
}

describe('visitors’ texts', () => {
  it('have no effect in the browsers of the team', async () => {
    const agentId = await stage.agent({})
    const params = { region: 'na', agentId } as const
    const { conversationId, visitorToken } = await stage.client.call('conversations.start', {
      params,
      body: { pageUrl: `javascript:${steal}`, browser: `<b onclick=${steal}>`, lang: 'constructor' },
    })
    const post = async (path: string, body: object) => {
      const address = `${stage.origin}/api/na/v2/public/agents/${agentId}/conversations/${conversationId}/${path}`
      const headers = {
        authorization: `Bearer ${visitorToken}`,
        'content-type': 'application/json',
        accept: 'application/json',
      }
      const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(answer.status, await answer.text()).toBe(200)
    }
    await post('messages', { id: 'm1', text: words })
    await post('identity', { name: `<img src=x onerror=${steal}>`, email: 'a@example.com', phone: '=1+1' })
    await post('variables', { variables: { __proto__x: words.slice(0, 900) } })
    await post('page', { pageUrl: `javascript:${steal}` })
    await post('feedback', { rating: 'down', comment: words.slice(0, 900) })

    const context: BrowserContext = await stage.browser.newContext({ viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(patience)
    const { faults } = await watch(context, [stage.origin])
    const email = 'ada@fernhill.example'
    const { token } = await signInAs(stage.client, { email, password: 'a long enough password' })
    await context.addCookies([{ name: 'parley_session', value: token, url: stage.origin }])
    const page = await context.newPage()
    const home = `${stage.origin}/app/na/agents/${agentId}`
    await page.goto(`${home}/convos?conversation=${conversationId}`)
    await page.getByText('javascript:document.title').first().waitFor()
    await page.getByRole('link', { name: 'ok', exact: true }).waitFor()
    await isInert(page)
    await page.goto(`${home}/leads`)
    await page.getByText('<img src=x').first().waitFor()
    await isInert(page)
    await page.goto(`${home}/analytics`)
    await page.getByRole('heading', { name: 'Analytics' }).first().waitFor()
    await isInert(page)
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('the CSS of an agent', () => {
  it('changes the appearance of the chat, and sends nothing to another server', async () => {
    const agentId = await stage.agent({
      ADVANCED_customCSS: [
        `@import url(${evil}/import.css);`,
        `@font-face { font-family: Leak; src: url(${evil}/font.woff2); }`,
        `.composer { outline: 3px solid rgb(1, 2, 3); font-family: Leak; }`,
        `textarea { background: url(${evil}/textarea) }`,
        `.bubble { background-image: image-set("${evil}/set.png" 1x); }`,
        `.bubble::after { content: url('${evil}/after.png') }`,
        `:root { --leak: url(${evil}/variable) } .log { background: var(--leak) }`,
        `@media all { .bubble { list-style: u\\72l(${evil}/escaped); mask: url("${evil}/mask.svg#x"); cursor: url(${evil}/c), auto } }`,
        `@layer a { @supports (color: red) { .bubble { border-image-source: url(//evil.example/relative) } } }`,
        `.bubble { & p { background: -webkit-cross-fade(url(${evil}/a), url(${evil}/b), 50%) } }`,
        `@property --shown { syntax: '<image>'; inherits: true; initial-value: url(${evil}/property) }`,
        `.header { background: var(--shown) }`,
        `@function --shown() { result: url(${evil}/function) } .bubble { background: --shown() }`,
        `.bubble::before { content: if(else: url(${evil}/if)) }`,
        `:root { --text: '${evil}/text' } .log::before { content: image-set(var(--text) 1x) }`,
      ].join('\n'),
    })
    const page = await stage.visit(agentId, { expectFaults: true })
    const asked: string[] = []
    page.context().on('request', (request) => asked.push(request.url()))
    await page.reload()
    await page.locator('.composer textarea').waitFor()
    await say(page, 'abc')
    await page.getByText('Fine.', { exact: true }).waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const outline = () =>
      page.locator('.composer').evaluate((element) => getComputedStyle(element).outlineColor)
    await expect.poll(outline).toBe('rgb(1, 2, 3)')
    expect(asked.filter((address) => address.includes('evil.example'))).toEqual([])
    expect(asked.length).toBeGreaterThan(2)
    await page.context().close()
  })
})
