/** Content that people write and upload: names, documents, files. */
import { afterAll, expect, test } from 'vitest'
import { region, startAttacked } from './attacker.ts'

const { parley, mine, agentId, call, newAgent } = await startAttacked()
afterAll(() => parley.stop())

test.each([
  ['spaces', `a${' '.repeat(1_400_000)}b`],
  ['lines without an end', `${'x'.repeat(50)}\n`.repeat(28_000)],
])('a document that contains only %s delays nobody else', async (_what, text) => {
  const params = { region, agentId } as const
  const body = { fileName: 'long.txt', base64Payload: Buffer.from(text).toString('base64') }
  const { sourceId } = await mine.client.call('knowledge.addDocument', { params, body })
  await parley.settled()
  const { status } = await mine.client.call('knowledge.get', { params: { ...params, sourceId } })
  expect(status).toBe('SUCCESS')
})

test('an agent’s name can’t close a script of the page it is on', async () => {
  const loud = await newAgent(mine)
  const evil = '</script><script>alert(1)</script>\u2028<!--'
  const body = { title: evil, description: evil, proactiveMessage: evil, customThemeJSONString: evil }
  await mine.client.call('agents.save', { params: { region, agentId: loud }, body })
  await mine.client.call('public.agent', { params: { region, agentId: loud } })
  const { text } = await call('GET', `/widget/na/${loud}.js`)
  expect(text).toContain('alert(1)')
  expect(text).not.toMatch(/<\/script|<!--/)
  expect(() => new Function(text)).not.toThrow()
})

test('neither the widget nor its preview gets CSS that requests another server', async () => {
  const dressed = await newAgent(mine)
  const params = { region, agentId: dressed } as const
  const ADVANCED_customCSS =
    "@property --x{syntax:'<url>';inherits:true;initial-value:url(//evil.example)}.log{color:red;background:if(else:url(//evil.example))}"
  await mine.client.call('agents.save', { params, body: { ADVANCED_customCSS } })
  const { data } = await mine.client.call('public.agent', { params })
  expect(data.ADVANCED_customCSS).toBe('.log{color:red}')
  const hot = await call('GET', `/api/na/public/agents/${dressed}`)
  expect(hot.json.data.ADVANCED_customCSS).toBe('.log{color:red}')
  const preview = await mine.client.call('conversations.preview', { params, body: { ADVANCED_customCSS } })
  expect(preview.agent.ADVANCED_customCSS).toBe('.log{color:red}')
  // The owner still sees the original CSS.
  const own = await mine.client.call('agents.get', { params })
  expect(own.data.ADVANCED_customCSS).toBe(ADVANCED_customCSS)
})

test('a file whose name contains an unpaired surrogate opens at its address', async () => {
  const body = {
    agentId,
    userId: mine.userId,
    base64Payload: Buffer.from('plain words').toString('base64'),
    targetPath: 'a\ud800b.txt',
  }
  const { json } = await call('POST', '/api/na/rpc/uploadFile', { token: mine.token, body })
  const opened = await fetch(new URL(json.data.url, parley.url))
  expect(opened.status).toBe(200)
  expect(opened.headers.get('content-disposition')).toContain('%EF%BF%BD')
})
