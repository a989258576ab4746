/** An OpenAI-compatible server of one embedding model, for tests: it answers as the test says and keeps what it was sent. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type EmbeddingDouble = {
  /** For `OPENAI_BASE_URL`. */
  url: string
  /** The texts that it answered with vectors, in their order. */
  embedded: string[]
  /**
   * How it answers from now on: `hold` answers when the behaviour changes, `silent` never. The text `a`, with which a
   * server is tried, is always embedded.
   */
  behave(as: Behaviour): void
  stop(): Promise<void>
}

export type Behaviour = 'normal' | 'wrong-key' | 'no-vectors' | 'silent' | 'hold'

const TRIED_WITH = 'a'
const MODEL = 'tiny-embed'

/** `holdAfter`: so many texts are embedded before it holds. */
export async function startEmbeddingDouble({
  holdAfter,
}: {
  holdAfter?: number
} = {}): Promise<EmbeddingDouble> {
  const embedded: string[] = []
  let present: Behaviour = 'normal'
  let held: (() => void)[] = []

  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    if (request.url?.endsWith('/models')) {
      send(response, { data: [{ id: MODEL }] })
      return
    }
    const input: string[] = JSON.parse(text).input
    const isTry = input.length === 1 && input[0] === TRIED_WITH
    const isHeld = present === 'hold' || (holdAfter !== undefined && embedded.length >= holdAfter)
    if (isHeld && !isTry) await new Promise<void>((resolve) => held.push(resolve))
    answer(input, isTry ? 'normal' : present, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/v1`,
    embedded,
    behave(as) {
      present = as
      holdAfter = undefined
      for (const release of held) release()
      held = []
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  function answer(input: string[], as: Behaviour, response: ServerResponse): void {
    // The caller of a request that was held may be gone.
    if (as === 'silent' || response.destroyed) return
    if (as === 'wrong-key') send(response, { error: { message: 'no' } }, 401)
    else if (as === 'no-vectors') send(response, { hello: 'world' })
    else {
      if (input[0] !== TRIED_WITH) embedded.push(...input)
      const data = input.map((text, index) => ({ object: 'embedding', index, embedding: [text.length, 1] }))
      send(response, { object: 'list', model: MODEL, data, usage: { prompt_tokens: 1, total_tokens: 1 } })
    }
  }
}

function send(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
