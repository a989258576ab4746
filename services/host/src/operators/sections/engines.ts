import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import type { Config } from '../../config.ts'
import { ANSWER_WITHIN_MS, lineOf, type Row, type Section, within } from '../section.ts'

export const engines: Section = {
  name: 'engines',
  title: 'Engines',
  about: 'What stands behind each port, and how long a small call took just now.',
  columns: {
    region: 'Region',
    port: 'Port',
    kind: 'Kind',
    version: 'Version',
    state: 'State',
    latency: 'Latency',
  },
  none: 'No region is served here.',
  async read({ config, regions }) {
    const calls = regions.flatMap((region) =>
      portsOf(config, region).map((port) => measured(region.region, port)),
    )
    return { rows: await Promise.all(calls) }
  },
}

type Port = { port: string; url: string; ask(): Promise<unknown> }

function portsOf(
  config: Config,
  { eventStore, readStore, state, keyStore, fileStore, bus }: RegionEngines,
): Port[] {
  const { EVENT_STORE_URL: log, READ_STORE_URL: documents, MESSAGE_BUS_URL: messages } = config
  return [
    { port: 'event store', url: log, ask: () => eventStore.head() },
    { port: 'read store', url: documents, ask: () => readStore.checkpoint('live') },
    { port: 'state', url: documents, ask: () => state.checkpoint('live') },
    { port: 'keys', url: documents, ask: () => keyStore.get('probe') },
    {
      port: 'files',
      url: documents,
      ask: () => fileStore.about({ tenant: 'probe', owner: 'probe', id: 'probe' }),
    },
    { port: 'message bus', url: messages, ask: () => bus.probe() },
  ]
}

async function measured(region: string, { port, url, ask }: Port): Promise<Row> {
  const embedded = url.startsWith('sqlite')
  const kind = embedded ? (port === 'files' ? 'folder' : 'SQLite') : kindOf(url)
  // Servers are not asked for their versions.
  const version = kind === 'SQLite' ? process.versions.sqlite : undefined
  const began = performance.now()
  try {
    await within(ANSWER_WITHIN_MS, ask())
    const latency = `${(performance.now() - began).toFixed(1)} ms`
    return { cells: { region, port, kind, version, state: 'answers', latency } }
  } catch (error) {
    return {
      cells: { region, port, kind, version, state: `does not answer: ${lineOf(error)}` },
      level: 'problem',
    }
  }
}

function kindOf(url: string): string {
  if (url.startsWith('esdb')) return 'EventStoreDB'
  return url.startsWith('mongodb') ? 'MongoDB' : 'Kafka'
}
