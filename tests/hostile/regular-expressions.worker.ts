/** Matches one expression against texts, for a test that ends this thread when it does not come back. */
import { parentPort } from 'node:worker_threads'

parentPort?.on(
  'message',
  ({ pattern, flags, texts }: { pattern: string; flags: string; texts: string[] }) => {
    const expression = new RegExp(pattern, flags.replace(/[gy]/g, ''))
    for (const text of texts) expression.exec(text)
    parentPort?.postMessage('matched')
  },
)
