/** What people write and upload: names, documents, files. */
import { afterAll, expect, test } from 'vitest'
import { region, startAttacked } from './attacker.ts'

const { parley, mine, agentId, call, newAgent } = await startAttacked()
afterAll(() => parley.stop())

test.each([
  ['spaces', `a${' '.repeat(1_400_000)}b`],
  ['lines without an end', `${'x'.repeat(50)}\n`.repeat(28_000)],
])('a document of nothing but %s keeps nobody else waiting', async (_what, text) => {
  const params = { region, agentId } as const
  const body = { fileName: 'long.txt', base64Payload: Buffer.from(text).toString('base64') }
  const { sourceId } = await mine.client.call('knowledge.addDocument', { params, body })
  await parley.settled()
  const { status } = await mine.client.call('knowledge.get', { params: { ...params, sourceId } })
  expect(status).toBe('SUCCESS')
})

test('what an agent is called ends no script of the page it is on', async () => {
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
