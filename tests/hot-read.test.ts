/** The read that answers before the framework must be the same answer, whichever way it goes. */
import { AFTER_HEADER } from '@parley/contracts/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let url: string
beforeAll(async () => {
  parley = await startTestPlatform()
  const owner = await parley.signUp()
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Ada', agentTemplate: 'blank-template' },
  })
  url = `${parley.url}/api/na/public/agents/${agentCreated.ID}`
  // Waits until readers can see the agent.
  await owner.client.call('agents.get', { params: { region: 'na', agentId: agentCreated.ID } })
})
afterAll(() => parley.stop())

const described = async (response: Response) => ({
  status: response.status,
  body: await response.text(),
  headers: Object.fromEntries(
    ['content-type', 'etag', 'access-control-allow-origin', 'x-content-type-options', 'referrer-policy'].map(
      (name) => [name, response.headers.get(name)],
    ),
  ),
})

describe('GET public agent', () => {
  it('answers out of memory what the ordinary way answers', async () => {
    await fetch(url)
    const hot = await described(await fetch(url))
    const ordinary = await described(await fetch(url, { headers: { [AFTER_HEADER]: '0' } }))
    expect(hot.status).toBe(200)
    expect(JSON.parse(hot.body).data.title).toBe('Ada')
    expect(hot).toEqual(ordinary)
  })

  it('answers 304 to whoever has it, with the same headers', async () => {
    const etag = (await fetch(url)).headers.get('etag') ?? ''
    const hot = await described(await fetch(url, { headers: { 'if-none-match': etag } }))
    expect(hot).toMatchObject({ status: 304, body: '', headers: { etag } })
  })

  it('counts what it answers', async () => {
    const count = async () => {
      const text = await (await fetch(`${parley.url}/metrics`)).text()
      return Number(
        /parley_requests_total\{route="[^"]*public\/agents\/:agentId",method="GET",status="200"\} (\d+)/.exec(
          text,
        )?.[1] ?? 0,
      )
    }
    const before = await count()
    await fetch(url)
    expect(await count()).toBe(before + 1)
  })

  it('leaves other methods and unknown agents to the ordinary way', async () => {
    expect((await fetch(`${url}x`)).status).toBe(404)
    expect((await fetch(url, { method: 'OPTIONS' })).status).toBe(204)
    expect((await fetch(url, { method: 'POST' })).status).toBe(404)
  })
})
