/** The thread of `requests.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { createKeptPosts, type Posted } from '@parley/kernel/outgoing/kept-posts.ts'
import type { Numbered, WebhookRequest } from './requests.ts'
import { signedHeaders } from './standard-signature.ts'

const posts = createKeptPosts(workerData)
// bounded: by the requests under way
let answers: [number, Posted][] = []

parentPort?.on('message', (requests: Numbered<WebhookRequest>) => {
  for (const [number, request] of requests) {
    const { webhookId: lane, url, body } = request
    void posts.post(url, { lane, headers: headersOf(request), body }).then((posted) => {
      if (answers.length === 0) setImmediate(answer)
      answers.push([number, posted])
    })
  }
})

function answer(): void {
  parentPort?.postMessage(answers)
  answers = []
}

function headersOf(request: WebhookRequest): string[] {
  return [
    ...['content-type', 'application/json'],
    ...['user-agent', 'Parley-Webhooks/1'],
    // What is answered is shown as it comes.
    ...['accept-encoding', 'identity'],
    ...Object.entries(signedHeaders(request)).flat(),
  ]
}
