import type { RolloutView } from '@parley/contracts/agent/blueprint-endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'

export type BlueprintPlace = WorkspacePlace & { blueprintId: string }

const whileRunningMs = 1000

export const blueprintsQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['blueprints', region, workspaceId],
    meta: { touchedBy: ['blueprint', 'agent'] },
    queryFn: async ({ signal }) =>
      (await client.call('blueprints.list', { params: { region, workspaceId } }, { signal })).items,
  })

export const isOver = ({ state }: Pick<RolloutView, 'state'>) => state === 'done' || state === 'undone'

/** Whether some agents could not be undone, which can be tried again. */
export const isUndoneInPart = ({ state, agents }: RolloutView) =>
  state === 'undone' && agents.some(({ undo }) => undo?.outcome === 'refused')

export const blueprintQuery = ({ region, workspaceId, blueprintId }: BlueprintPlace) =>
  queryOptions({
    queryKey: ['blueprint', region, workspaceId, blueprintId],
    meta: { touchedBy: ['blueprint', 'agent'] },
    queryFn: ({ signal }) =>
      client.call('blueprints.get', { params: { region, workspaceId, blueprintId } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.rollouts.every(isOver) === false ? whileRunningMs : false,
  })

export const standingsQuery = ({ region, workspaceId, blueprintId }: BlueprintPlace) =>
  queryOptions({
    queryKey: ['blueprint-standings', region, workspaceId, blueprintId],
    meta: { touchedBy: ['blueprint', 'agent'] },
    queryFn: ({ signal }) =>
      client.call('blueprints.preview', { params: { region, workspaceId, blueprintId } }, { signal }),
  })
