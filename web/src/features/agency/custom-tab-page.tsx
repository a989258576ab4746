import { IconLayoutOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { agencyQuery } from '../../server/agency.ts'
import { CustomTabFrame } from '../../shell/custom-tab-frame.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'

const route = getRouteApi('/app/$region/c/$')

/** A custom tab of the agency as it is saved (part 2 §2.1). */
export function CustomTabPage() {
  const { _splat = '' } = route.useParams()
  const place = useWorkspace()
  const agency = useQuery(agencyQuery(place))
  const href = `/${_splat}`.toLowerCase().replace(/\/$/, '')
  const tab = agency.data?.customTabs.find((one) => one.href.toLowerCase() === href)
  if (tab) return <CustomTabFrame key={JSON.stringify(tab)} tab={tab} />
  return (
    <Page title="Custom tab">
      {agency.isPending && <LoadingRows rows={1} height={320} />}
      {agency.isError && (
        <FailedList
          title="The tab could not be loaded"
          error={agency.error}
          onRetry={() => agency.refetch()}
        />
      )}
      {agency.data !== undefined && (
        <EmptyList
          icon={<IconLayoutOff size={24} />}
          title="There is no tab here"
          explanation={`The agency has no saved tab with the URL ${href}.`}
        />
      )}
    </Page>
  )
}
