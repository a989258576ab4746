/** What a process says of itself to operators (`processes.ts`). */
import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Health } from '../http/operations.ts'
import type { LimitReached } from '../quotas/limits-reached.ts'
import type { Described } from './processes.ts'

/** How many of those that are behind are told, of each kind. */
const MOST = 5

const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

export async function describedBy(
  { roles }: Pick<Config, 'roles'>,
  health: Pick<Health, 'projections' | 'policies' | 'consumers' | 'lag' | 'loops'>,
  limits: readonly LimitReached[],
  signatures: Described['signatures'],
): Promise<Described> {
  const [projections, policies, consumers] = await Promise.all([
    roles.includes('projections') ? health.projections() : [],
    health.policies(),
    health.consumers(),
  ])
  const lag = [
    ...(await furthest(health, 'projection', projections)),
    ...(await furthest(health, 'policy', policies)).map((one) =>
      one.name === 'relay' ? { ...one, kind: 'relay' as const } : one,
    ),
    ...consumers
      .filter(({ messages }) => messages > 0)
      .map(({ topic, group, messages }) => ({
        kind: 'consumer' as const,
        name: `${topic} for ${group}`,
        events: messages,
      })),
  ]
  const failing = health
    .loops()
    .filter(({ state }) => state !== 'running')
    .slice(0, MOST)
    .map(({ name, state, since, error }) => ({ name, state, since, error }))
  return { roles: [...roles], version, lag, failing, limits: [...limits], signatures }
}

async function furthest<Kind extends 'projection' | 'policy'>(
  { lag }: Pick<Health, 'lag'>,
  kind: Kind,
  tracks: readonly { name: string; position: number; head: number }[],
) {
  const behind = tracks
    .filter(({ position, head }) => position < head)
    .toSorted((one, other) => one.position - other.position)
    .slice(0, MOST)
  return Promise.all(behind.map(async (track) => ({ kind, name: track.name, ...(await lag(track)) })))
}
