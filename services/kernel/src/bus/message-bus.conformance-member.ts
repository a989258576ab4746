import { pathToFileURL } from 'node:url'
import type { MessageBus } from './message-bus.ts'

/**
 * A member of a group in a separate process, for the conformance suite to kill. Prints each handled id on a line; for a
 * message whose id ends in `stuck` it prints the id and never finishes.
 */
const [module = '', open = '', options = '{}', topic = '', group = ''] = process.argv.slice(2)
const loaded: Record<string, (options: unknown) => Promise<MessageBus>> = await import(
  pathToFileURL(module).href
)
const bus = await loaded[open]?.(JSON.parse(options))
await bus?.consume({
  topics: [topic],
  group,
  async handle({ id }) {
    process.stdout.write(`${id}\n`)
    if (id.endsWith('stuck')) await new Promise(() => undefined)
  },
})
