import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { createReader } from '@parley/kernel/read-models/reader.ts'
import { agentUsageProjection } from '@parley/projections/agent-usage/agent-usage.projection.ts'
import { workspacesProjection } from '@parley/projections/workspaces/workspaces.projection.ts'
import { bytes, ofRegions, type Row, type Section } from '../section.ts'

const SHOWN = 10
/** Documents that are read, one for each agent and month. */
const MOST_READ = 20_000

type Use = { replies: number; credits: number }

export const tenants: Section = {
  name: 'tenants',
  title: 'Workspaces with the most use this month',
  about: `Replies and credits of the calendar month (UTC), and files that are stored; the ${SHOWN} with the most replies of each region.`,
  columns: {
    ...{ region: 'Region', workspace: 'Workspace', name: 'Name', replies: 'Replies' },
    ...{ credits: 'Credits', stored: 'Files' },
  },
  none: 'Nobody replied to anybody this month.',
  async read(installation) {
    let cut = false
    const rows = await ofRegions(
      installation,
      async (engines) => {
        const month = new Date(installation.now()).toISOString().slice(0, 7)
        const used = await usedIn(engines, month)
        cut ||= used.cut
        const most = [...used.of]
          .toSorted(([, one], [, other]) => other.replies - one.replies)
          .slice(0, SHOWN)
        return Promise.all(most.map(([tenant, use]) => rowOf(engines, tenant, use)))
      },
      'workspace',
    )
    return cut ? { rows, note: `Only ${MOST_READ} agents and months were read; there are more.` } : { rows }
  },
}

async function usedIn(
  { readStore }: RegionEngines,
  month: string,
): Promise<{ of: Map<string, Use>; cut: boolean }> {
  const of = new Map<string, Use>()
  const collection = await collectionIn(readStore, agentUsageProjection.name)
  if (collection === undefined) return { of, cut: false }
  let read = 0
  for await (const { tenant, document } of readStore.scan(collection)) {
    if (++read > MOST_READ) return { of, cut: true }
    if (document?.month !== month) continue
    const { replies, credits } = of.get(tenant) ?? { replies: 0, credits: 0 }
    const sum = credits + Number(document.credits)
    of.set(tenant, { replies: replies + Number(document.replies), credits: Math.round(sum * 1_000) / 1_000 })
  }
  return { of, cut: false }
}

async function rowOf(
  { readStore, keyring, fileStore }: RegionEngines,
  tenant: string,
  use: Use,
): Promise<Row> {
  const reader = createReader(
    readStore,
    keyring,
    async (name) => (await collectionIn(readStore, name)) ?? name,
  )
  const [found, stored] = await Promise.all([
    reader.get(workspacesProjection, tenant, tenant).catch(() => undefined),
    fileStore.usedBy(tenant),
  ])
  const [name] = found ? await reader.open(tenant, [found.workspaceName]) : []
  return { cells: { workspace: tenant, name, ...use, stored: bytes(stored) } }
}

/** The collection that readers of a projection see at present, whoever builds it. */
const collectionIn = (readStore: RegionEngines['readStore'], projection: string) =>
  readStore.getSetting(`active:${projection}`)
