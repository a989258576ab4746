/**
 * A minimal turn with the parts that Parley is built on: Fastify, the SDK's provider, and one durable append each for
 * the visitor's message and the reply. No authorisation, encryption, lookups, credits or dashboard. The baseline for
 * whole turns.
 */
import { createModels } from '@parley/conversation/models/models.ts'
import { openSqliteEventStore } from '@parley/engines/sqlite/event-store.ts'
import type { Expected } from '@parley/kernel/log/event-store.ts'
import fastify from 'fastify'

const [, , port, file = '', modelUrl = ''] = process.argv
const store = await openSqliteEventStore({ file })
const models = createModels({ keys: { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: `${modelUrl}/v1` } })
const revisions = new Map<string, Expected>()
const server = fastify()
server.post<{ Params: { id: string }; Body: { text: string } }>('/:id/messages', async (request, answer) => {
  const stream = `conversation-${request.params.id}`
  await append(stream, 'VisitorMessageReceived', request.body)
  answer.hijack()
  answer.raw.writeHead(200, { 'content-type': 'text/event-stream' })
  const tell = (event: string, data: object) =>
    answer.raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  let text = ''
  for await (const part of models.stream({
    modelId: 'gpt-4o-mini',
    system: 'You are the desk of a small shop. You answer briefly.',
    messages: [{ role: 'user', text: request.body.text }],
  })) {
    if (part.type !== 'text') continue
    text += part.text
    tell('delta', { text: part.text })
  }
  await append(stream, 'AgentReplied', { text })
  tell('message', { text })
  tell('done', {})
  answer.raw.end()
})
await server.listen({ port: Number(port), host: '127.0.0.1' })
console.log('Ready')

async function append(stream: string, type: string, data: object): Promise<void> {
  const event = { type, data: JSON.stringify(data), metadata: '{}' }
  const appended = await store.append(stream, revisions.get(stream) ?? 'none', [event])
  if (!appended.ok) throw new Error(`${stream} was changed by somebody else`)
  revisions.set(stream, appended.revision)
}
