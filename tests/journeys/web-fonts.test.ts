/** A font from the web, from the address that an owner pastes to the chat of a visitor. */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ChatStage, picture, startChatStage } from './chat-stage.ts'

const lora = readFileSync(
  createRequire(new URL('../../widget/package.json', import.meta.url)).resolve(
    '@fontsource-variable/lora/files/lora-latin-wght-normal.woff2',
  ),
)
let stage: ChatStage
let fonts: Server
let host: string
let requests = 0

beforeAll(async () => {
  fonts = createServer((request, answer) => {
    requests++
    if (request.url === '/brand.woff2') return answer.end(lora)
    if (request.url !== '/brand.css') return answer.writeHead(404).end()
    answer.end("@font-face { font-family: 'Brand Serif'; src: url(brand.woff2); font-weight: 400 700 }")
  })
  await new Promise<void>((listening) => fonts.listen(0, '127.0.0.1', listening))
  host = `127.0.0.1:${(fonts.address() as AddressInfo).port}`
  stage = await startChatStage({}, { ALLOW_PRIVATE_ADDRESSES: host })
})
afterEach(() => expect(stage.faults()).toEqual([]))
afterAll(async () => {
  fonts?.close()
  await stage?.close()
})

const isShown = (frame: Page | Frame) =>
  frame.evaluate(() => ({
    font: getComputedStyle(document.body).fontFamily,
    loaded: [...document.fonts].some(
      ({ family, status }) => /Brand Serif/.test(family) && status === 'loaded',
    ),
    usable: document.fonts.check('16px "Brand Serif"'),
    from: performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.woff2') && name.includes('/files/'))
      .map((name) => new URL(name).origin),
  }))

it('is fetched once by the server, shown in the preview, and loaded by visitors from our origin', async () => {
  const agentId = await stage.agent({})
  const page = await stage.dashboard()
  await page.goto(`${stage.origin}/app/na/agents/${agentId}/settings?tab=ui`)
  const field = page.getByLabel('Font from the web')
  await field.fill(`http://${host}/brand.css`)
  await page.getByRole('button', { name: 'Fetch font' }).click()
  await expect.poll(() => page.getByLabel('Font', { exact: true }).first().inputValue()).toBe('Brand Serif')
  const shown = {
    font: expect.stringMatching(/^"?Brand Serif/),
    loaded: true,
    usable: true,
    from: [stage.origin],
  }
  await expect
    .poll(() => {
      const chat = page.frames().find((frame) => frame.url().includes('/widget/preview/chat/frame'))
      return chat && isShown(chat)
    })
    .toEqual(shown)
  await field.scrollIntoViewIfNeeded()
  await picture(page, 'web-font-settings')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('banner').getByText('Published', { exact: true }).waitFor()
  await page.context().close()
  expect(requests).toBe(2)
  const visitor = await stage.visit(agentId)
  await expect.poll(() => isShown(visitor)).toEqual(shown)
  await picture(visitor, 'chat-web-font')
  await visitor.context().close()
  expect(requests).toBe(2)
})
