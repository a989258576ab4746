import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { t } from '../../design/language.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { client } from '../../server/client.ts'
import { CustomTabFrame } from '../../shell/custom-tab-frame.tsx'
import { useSession } from '../../shell/navigation/places.ts'

const route = getRouteApi('/app/$region/agents/$agentId/c/$')

const tabQuery = (tabId: string) =>
  queryOptions({
    queryKey: ['client-tab', tabId],
    meta: { touchedBy: ['agency'] },
    queryFn: ({ signal }) => client.call('clientAuth.tab', { params: { tabId } }, { signal }),
  })

/** A custom tab of the agency in the dashboard of a client. */
export function ClientTabPage() {
  const { _splat = '' } = route.useParams()
  const tabs = useSession().client?.session?.customTabs ?? []
  const known = tabs.find(({ href }) => href === `/${_splat}`)
  const tab = useQuery({ ...tabQuery(known?.tabId ?? ''), enabled: known !== undefined })
  if (tab.data) return <CustomTabFrame key={JSON.stringify(tab.data)} tab={tab.data} />
  return (
    <Page title={known?.label ?? t('Custom tab')}>
      {tab.isError ? (
        <FailedList
          title={t('The tab could not be loaded')}
          error={tab.error}
          onRetry={() => tab.refetch()}
        />
      ) : (
        <LoadingRows rows={1} height={320} />
      )}
    </Page>
  )
}
