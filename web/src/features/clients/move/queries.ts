import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../server/client.ts'
import type { WorkspacePlace } from '../../../server/queries.ts'

const touchedBy = ['organisationsnapshots']
/** While something is being made, in case that no change is told. */
const LOOK_EVERY_MS = 3_000

export const snapshotsQuery = (place: WorkspacePlace) =>
  queryOptions({
    queryKey: ['organisation-snapshots', place.region, place.workspaceId],
    meta: { touchedBy },
    queryFn: ({ signal }) => client.call('organisationSnapshots.list', { params: place }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.snapshots.some(({ state }) => state === 'making') ? LOOK_EVERY_MS : false,
  })

export const importQuery = (place: WorkspacePlace, importId: string) =>
  queryOptions({
    queryKey: ['organisation-import', place.region, place.workspaceId, importId],
    meta: { touchedBy },
    queryFn: ({ signal }) =>
      client.call('organisationImports.preview', { params: { ...place, importId } }, { signal }),
    refetchInterval: ({ state }) =>
      ['importing', 'removing'].includes(state.data?.import.state ?? '') ? LOOK_EVERY_MS : false,
  })
