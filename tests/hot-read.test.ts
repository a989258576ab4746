/** The read that is answered before the framework must give the same answer as the ordinary path. */
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
  // Waits until read models show the agent.
  await owner.client.call('agents.get', { params: { region: 'na', agentId: agentCreated.ID } })
})
afterAll(() => parley.stop())

/** An answer without its date. */
const described = async (response: Response) => {
  const { date: _, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, body: await response.text(), headers }
}

describe('GET public agent', () => {
  it('gives the same answer from memory as the ordinary path', async () => {
    await fetch(url)
    const hot = await described(await fetch(url))
    const ordinary = await described(await fetch(url, { headers: { [AFTER_HEADER]: '1' } }))
    expect(hot.status).toBe(200)
    expect(JSON.parse(hot.body).data.title).toBe('Ada')
    expect(hot).toEqual(ordinary)
    expect(hot.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'same-origin',
      'access-control-allow-origin': '*',
    })
  })

  it('answers 304 with the same headers to a caller with the current version', async () => {
    const whole = await described(await fetch(url))
    const known = { 'if-none-match': String(whole.headers.etag) }
    const hot = await described(await fetch(url, { headers: known }))
    expect(hot).toEqual({ ...whole, status: 304, body: '' })
    const ordinary = await described(await fetch(url, { headers: { ...known, [AFTER_HEADER]: '1' } }))
    // The framework omits the content type of an empty body.
    expect(hot).toMatchObject(ordinary)
  })

  it('is counted in the metrics', async () => {
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

  it('leaves other methods and unknown agents to the ordinary path', async () => {
    expect((await fetch(`${url}x`)).status).toBe(404)
    expect((await fetch(url, { method: 'OPTIONS' })).status).toBe(204)
    expect((await fetch(url, { method: 'POST' })).status).toBe(404)
  })
})
