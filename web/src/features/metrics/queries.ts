import { queryOptions } from '@tanstack/react-query'
import type { DayRange } from '../../design/dates/day-ranges.ts'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** Charges follow every reply. They are refetched at this interval to limit the load on the server. */
const refetchInterval = 60_000

export const usageQuery = ({ region, workspaceId }: WorkspacePlace, days: DayRange) =>
  queryOptions({
    queryKey: ['usage', region, workspaceId, days],
    meta: { touchedBy: ['agent'] },
    queryFn: ({ signal }) =>
      client.call(
        'credits.usage',
        { params: { region, workspaceId }, query: { ...days, timeZone } },
        { signal },
      ),
    refetchInterval,
  })

export const usageExportAddress = ({ region, workspaceId }: WorkspacePlace, days: DayRange) =>
  client.url('credits.exportUsage', { params: { region, workspaceId }, query: { ...days, timeZone } })
