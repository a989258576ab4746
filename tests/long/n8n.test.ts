/**
 * Parley in a workflow of a real n8n, as `docs/n8n.md` describes it: a visitor's message comes in by a webhook, a row is
 * written, and an answer goes back over the API.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { installN8n, type N8n, prepareN8n } from '../src/n8n.ts'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

const example = join(import.meta.dirname, '../../docs/n8n-workflow.json')
const installed = await installN8n()
const region = { region: 'na' } as const
const agentId = 'automated0000001'

let parley: TestPlatform | undefined
let n8n: N8n | undefined
afterAll(async () => {
  await n8n?.stop()
  await parley?.stop()
})

test.skipIf('missing' in installed)(
  `a message comes in, a row goes out, an answer goes back${'missing' in installed ? ` (${installed.missing})` : ''}`,
  { timeout: 900_000 },
  async () => {
    if ('missing' in installed) return
    n8n = await prepareN8n(installed.program)
    parley = await startTestPlatform({ REGIONS: 'na', ALLOW_PRIVATE_ADDRESSES: n8n.host })
    const owner = await parley.signUp()
    const params = { ...region, agentId }
    const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
    await owner.client.call('agents.save', { params, body: { title: 'Shop', ...silentAtFirst } })
    const { token } = await owner.client.call('tokens.create', {
      params: { ...region, workspaceId: owner.workspaceId },
      body: { name: 'n8n', permissions: ['conversation.answer'] },
    })
    const rows = join(n8n.files, 'messages.csv')
    const workflow = (await readFile(example, 'utf8'))
      .replaceAll('https://parley.example', parley.url)
      .replaceAll('/files/messages.csv', rows)
    const credential = {
      ...{ id: 'parleyToken00001', name: 'Parley', type: 'httpHeaderAuth' },
      data: { name: 'Authorization', value: `Bearer ${token}` },
    }
    await n8n.start(JSON.parse(workflow), [credential])
    await owner.client.call('webhooks.create', {
      params: region,
      body: {
        ...{ url: `${n8n.url}/webhook/parley`, description: 'n8n', sendWorkspaceSecret: false },
        subscribedEvents: ['message_received'],
      },
    })

    const { conversationId, visitorToken } = await parley.client().call('conversations.start', { params })
    const own = { params: { ...params, conversationId } }
    const visitor = parley.client(visitorToken)
    await visitor.call('conversations.send', { ...own, body: { id: 'm1', text: 'Twelve lemons, please' } })
    const answers = async () =>
      (await visitor.call('conversations.messages', own)).messages.flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
      )
    await expect
      .poll(answers, { timeout: 120_000, interval: 200 })
      .toContain('Thank you. We noted: Twelve lemons, please')
    expect(await readFile(rows, 'utf8')).toContain(`${conversationId},"Twelve lemons, please"`)
  },
)
