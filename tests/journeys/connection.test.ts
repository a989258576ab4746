/** The dashboard's connection: each request is made once, and outages of the server are survived. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser } from './browser.ts'

let wire: Awaited<ReturnType<typeof openWire>>
let parley: TestPlatform
let browser: Browser
let owner: Person
let context: BrowserContext

beforeAll(async () => {
  wire = await openWire()
  parley = await startTestPlatform({ RATE_LIMIT_FACTOR: '1000', PUBLIC_URL: wire.url })
  wire.leadTo(Number(new URL(parley.url).port))
  owner = await parley.signUp()
  await create('First')
  browser = await launchBrowser()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(60_000)
  await context.addCookies([{ name: 'parley_session', value: owner.token, url: wire.url }])
})
afterAll(async () => {
  await browser?.close()
  await parley?.stop()
  await wire?.close()
})

it('requests each thing once, and again when it changed', async () => {
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  await page.goto(`${wire.url}/app/na/agents`)
  await agent(page, 'First').waitFor()
  await create('Second')
  await agent(page, 'Second').waitFor()
  const list = '/api/na/v2/agents'
  expect(asked).toContain(list)
  expect(asked).toContain('/api/auth/session')
  const others = asked.filter((path) => path !== list)
  expect(others).toEqual([...new Set(others)])
  await page.close()
})

it('says that the server is unavailable, keeps what is shown and typed, and continues when it is back', async () => {
  const page = await context.newPage()
  const agentId = await create('Third')
  await page.goto(`${wire.url}/app/na/agents/${agentId}/settings?tab=core`)
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('Kept over the cut')
  await page.getByRole('link', { name: 'Agents', exact: true }).click()
  await agent(page, 'Third').waitFor()

  await wire.cut()
  const lost = page.getByText('Connection lost.')
  await lost.waitFor()
  await agent(page, 'First').waitFor()
  const meanwhile = await create('Meanwhile')
  await page.getByRole('link', { name: 'Audit' }).click()
  await page.waitForURL('**/audit')

  await wire.mend()
  await lost.waitFor({ state: 'hidden' })
  await page.getByText(`agent-${meanwhile}`).first().waitFor()
  const styled = await page.$$eval('link[rel=stylesheet]', (links) =>
    links.every((link) => link instanceof HTMLLinkElement && link.sheet !== null),
  )
  expect(styled).toBe(true)
  await page.getByRole('link', { name: 'Agents', exact: true }).click()
  await agent(page, 'Meanwhile').waitFor()
  await agent(page, 'Third').click()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  expect(await description.inputValue()).toBe('Kept over the cut')
  await page.close()
})

function agent(page: Page, name: string) {
  return page.getByRole('link', { name, exact: true })
}

async function create(agentName: string): Promise<string> {
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName, agentTemplate: 'blank-template' },
  })
  return agentCreated.ID
}

/** A proxy to the server that can be cut: its port then refuses connections, as if no server were running. */
async function openWire() {
  const open = new Set<Socket>()
  let target = 0
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  const port = await listen(0)
  return {
    url: `http://127.0.0.1:${port}`,
    leadTo: (at: number) => {
      target = at
    },
    cut,
    mend: () => listen(port),
    close: cut,
  }
}
