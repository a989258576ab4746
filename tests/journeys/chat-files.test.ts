/** Files in the chat: picked, dropped, pasted, linked; refused if necessary; deleted with their conversation. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { answered, type ChatStage, picture, say, startChatStage } from './chat-stage.ts'

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let stage: ChatStage
let agentId: string
beforeAll(async () => {
  stage = await startChatStage()
  agentId = await stage.agent({ acceptFileUpload: true })
})
afterEach(() => expect(stage.faults()).toEqual([]))
afterAll(() => stage?.close())

async function pick(page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) {
  await page.locator('.composer input[type=file]').setInputFiles(files)
}
const chip = (page: Page) => page.locator('.chip')
const cat = { name: 'cat.png', mimeType: 'image/png', buffer: png }

describe('files in the chat', () => {
  it('sends a picked picture with a message, and shows it again after a reload', async () => {
    const page = await stage.visit(agentId)
    await page.getByRole('button', { name: 'Attach a file' }).click()
    await page.locator('.drop-zone').waitFor()
    await picture(page, 'files-panel')
    await page.keyboard.press('Escape')
    await pick(page, cat)
    await chip(page).locator('.file-size').waitFor()
    await picture(page, 'files-attached')
    await say(page, 'Is this one of yours?')
    await answered(page)
    const shown = page.locator('.own img.picture')
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    await expect.poll(() => chip(page).count()).toBe(0)
    await page.reload()
    await shown.waitFor()
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    await expect.poll(() => shown.getAttribute('src')).toMatch(/^\/api\/na\/public\/files\//)
    await picture(page, 'files-sent')
    await page.context().close()
  })

  it('accepts dropped and pasted files', async () => {
    const page = await stage.visit(agentId)
    await page.locator('.clip').waitFor()
    for (const kind of ['drop', 'paste'] as const) {
      await page.evaluate(
        ({ kind, bytes }) => {
          const data = new DataTransfer()
          data.items.add(new File([new Uint8Array(bytes)], `${kind}.png`, { type: 'image/png' }))
          const event =
            kind === 'drop'
              ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
              : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          document.body.dispatchEvent(event)
        },
        { kind, bytes: [...png] },
      )
      await chip(page)
        .filter({ hasText: `${kind}.png` })
        .locator('.file-size')
        .waitFor()
    }
    await page.getByRole('button', { name: 'Remove drop.png' }).click()
    await expect.poll(() => chip(page).count()).toBe(1)
    await page.context().close()
  })

  it('shows the progress of an upload, and sends nothing before it ends', async () => {
    const page = await stage.visit(agentId)
    const arrived = Promise.withResolvers<void>()
    await page.route('**/files', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await pick(page, cat)
    await page.getByRole('progressbar', { name: /^Uploading cat\.png: \d+ %$/ }).waitFor()
    await page.locator('.composer textarea').fill('Here it comes')
    const send = page.getByRole('button', { name: 'Send message' })
    await expect.poll(() => send.isDisabled()).toBe(true)
    await picture(page, 'files-progress')
    arrived.resolve()
    await chip(page).locator('.file-size').waitFor()
    await expect.poll(() => send.isEnabled()).toBe(true)
    await page.context().close()
  })

  it('accepts a link, and the server fetches its file if the address is allowed', async () => {
    const page = await stage.visit(agentId, { expectFaults: true })
    await page.getByRole('button', { name: 'Attach a file' }).click()
    const asked = page.waitForRequest((request) => request.url().endsWith('/files'))
    await page.getByLabel('Enter a link').fill(`${stage.origin}/inside.png`)
    await page.keyboard.press('Enter')
    expect((await asked).postDataJSON()).toMatchObject({ link: `${stage.origin}/inside.png` })
    // The server's internal network is not allowed.
    await chip(page).getByRole('alert').filter({ hasText: 'The file could not be uploaded.' }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.context().close()
  })

  it('shows the size and type alerts of the specification, and sends neither file', async () => {
    const page = await stage.visit(agentId)
    await pick(page, { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(10_000_001) })
    await expect.poll(() => page.locator('.upload-alert').innerText()).toBe('Max size: 10 MBs')
    await pick(page, { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>') })
    await expect.poll(() => page.locator('.upload-alert').innerText()).toMatch(/^Only \.png, .* Files$/)
    await pick(page, { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
    await expect.poll(() => page.locator('.upload-alert').innerText()).toBe('The file could not be uploaded.')
    await expect.poll(() => chip(page).count()).toBe(0)
    await page.context().close()
  })

  it('accepts ten files, and says so if there are more', async () => {
    const page = await stage.visit(agentId)
    await pick(page, ...Array.from({ length: 11 }, (_, nth) => ({ ...cat, name: `cat-${nth}.png` })))
    await expect
      .poll(() => page.locator('.upload-alert').innerText())
      .toBe('A message takes 10 files at most.')
    await expect.poll(() => chip(page).locator('.file-size').count()).toBe(10)
    await page.context().close()
  })

  it('refuses a file whose content does not match its name, and lets the visitor continue', async () => {
    const page = await stage.visit(agentId, { expectFaults: true })
    const html = Buffer.from('<!doctype html><script>parent.stolen = 1</script>')
    await pick(page, { name: 'innocent.png', mimeType: 'image/png', buffer: html })
    await expect.poll(() => chip(page).innerText()).toMatch(/Only \.png, .* Files/)
    await picture(page, 'files-refused')
    await page.getByRole('button', { name: 'Remove innocent.png' }).click()
    await say(page, 'Never mind')
    await answered(page)
    await page.context().close()
  })

  it('sends at once if the agent is set so', async () => {
    const quick = await stage.agent({ acceptFileUpload: true, enableQuickFileUpload: true })
    const page = await stage.visit(quick)
    await pick(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Blue lamp, please') })
    const file = page.locator('.own a.file')
    await file.waitFor()
    await expect.poll(() => file.innerText()).toContain('notes.txt')
    await answered(page)
    const address = (await file.getAttribute('href')) ?? ''
    const response = await fetch(stage.origin + address)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(await response.text()).toBe('Blue lamp, please')
    await page.context().close()
  })

  it('offers nothing if the agent accepts no files', async () => {
    const page = await stage.visit(await stage.agent({}))
    await say(page, 'May I send a file?')
    await answered(page)
    await expect.poll(() => page.locator('.clip').count()).toBe(0)
    // A file dropped on the chat must not replace the page.
    const taken = await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'x.txt'))
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
      document.body.dispatchEvent(event)
      return event.defaultPrevented
    })
    expect(taken).toBe(true)
    await page.context().close()
  })

  it('deletes files with their conversation', async () => {
    const page = await stage.visit(agentId)
    await pick(page, cat)
    await chip(page).locator('.file-size').waitFor()
    await say(page, 'Secret')
    await answered(page)
    const address = stage.origin + ((await page.locator('.own img.picture').getAttribute('src')) ?? '')
    expect((await fetch(address)).status).toBe(200)
    const conversationId = await page.evaluate(
      (key) => JSON.parse(localStorage.getItem(key) ?? '{}').conversationId as string,
      `parley_runtime_local_${agentId}`,
    )
    await page.context().close()
    await stage.client.call('conversations.remove', { params: { region: 'na', agentId, conversationId } })
    await expect.poll(async () => (await fetch(address)).status).toBe(404)
  })
})
