/** A body above an endpoint's limit is refused with a message that names the limit, on every endpoint. */
import { connect } from 'node:net'
import { api } from '@parley/contracts/api.ts'
import { DEFAULT_BODY_BYTES, type Endpoint } from '@parley/contracts/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
beforeAll(async () => {
  parley = await startTestPlatform()
})
afterAll(() => parley?.stop())

const connections = ['keep-alive', 'close']

test.each(connections)(
  'a body that is refused while it is sent does not break off (%s)',
  async (connection) => {
    const { hostname, port } = new URL(parley.url)
    const length = 30_000_000
    const sent = await new Promise<{ answer: string; broken?: string }>((resolve) => {
      const socket = connect(Number(port), hostname)
      let answer = ''
      // As clients do that read once they have sent all: whoever is closed on meanwhile never sees the answer.
      socket.once('error', ({ message }) => resolve({ answer, broken: message }))
      socket.once('close', () => resolve({ answer }))
      socket.pause()
      const head = `POST /api/na/v2/agents/x/knowledge/text HTTP/1.1\r\nhost: ${hostname}\r\nconnection: ${connection}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
      socket.write(head)
      socket.write('x'.repeat(length), () => {
        socket.resume().on('data', (chunk) => {
          answer += chunk
          if (answer.includes('"too-large"')) socket.destroy()
        })
      })
    })
    expect(sent.broken).toBeUndefined()
    expect(sent.answer).toMatch(/^HTTP\/1\.1 413 /)
  },
)

const endpoints = Object.entries<Omit<Endpoint, 'name'>>(api).filter(([, { body }]) => body !== undefined)

test.each(endpoints)('%s names its limit', async (_, { method, path, maxBodyBytes, largerBodies }) => {
  const limit = maxBodyBytes ?? DEFAULT_BODY_BYTES
  const answer = await fetch(parley.url + path.replace('{region}', 'na').replace(/\{\w+\}/g, 'x'), {
    method,
    headers: { 'content-type': 'application/json' },
    body: `"${'x'.repeat(limit)}"`,
  })
  expect(answer.status).toBe(413)
  const { code, message } = (await answer.json()) as { code: string; message: string }
  expect(code).toBe('too-large')
  const named = /^The body is larger than the ([\d.]+) (KB|MB) that this call accepts\.(?: (.+))?$/.exec(
    message,
  )
  expect(Number(named?.[1]) * (named?.[2] === 'MB' ? 1_000_000 : 1_024)).toBeCloseTo(limit, -3)
  expect(named?.[3]).toBe(largerBodies)
})
