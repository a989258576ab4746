import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startTracing, type Tracing } from './tracing.ts'

type SentSpan = { name: string; traceId: string; parentSpanId?: string }

let tracing: Tracing | undefined
afterEach(() => tracing?.stop())

test('a request, its command and its projections are one trace at the collector', async () => {
  const received: SentSpan[] = []
  const collector = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      for (const resource of JSON.parse(body).resourceSpans) {
        for (const scope of resource.scopeSpans) received.push(...scope.spans)
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo

  tracing = await startTracing(`http://127.0.0.1:${port}`)
  const { span, current, projected, stop } = tracing
  let cause = ''
  await span('POST agents.rename', {}, () =>
    span('command agent', {}, async () => {
      cause = current() ?? ''
    }),
  )
  const metadata = JSON.stringify({ cause: { trace: cause }, at: new Date().toISOString() })
  projected('na', [
    { id: '1', type: 'AgentRenamed', data: '{}', metadata, stream: 'agent-a', revision: 0, position: 1 },
  ])
  await stop()

  expect(received.map((sent) => sent.name).sort()).toEqual([
    'POST agents.rename',
    'command agent',
    'project AgentRenamed',
  ])
  expect(new Set(received.map((sent) => sent.traceId)).size).toBe(1)
  expect(received.find((sent) => sent.name === 'POST agents.rename')?.parentSpanId ?? '').toBe('')
  collector.close()
})
