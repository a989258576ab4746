import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { CampaignEditor } from './editor/campaign-editor.tsx'
import { campaignQuery } from './queries.ts'
import { CampaignReport } from './report/campaign-report.tsx'

const route = getRouteApi('/app/$region/campaigns/$campaignId')

/** A campaign: its editor while it is a draft, then what becomes of it. */
export function CampaignPage() {
  const { region, workspaceId } = useWorkspace()
  const place = { region, workspaceId, campaignId: route.useParams().campaignId }
  const campaign = useQuery(campaignQuery(place))
  if (campaign.data?.state === 'draft')
    return <CampaignEditor key={place.campaignId} place={place} campaign={campaign.data} />
  if (campaign.data) return <CampaignReport place={place} campaign={campaign.data} />
  return (
    <Page title="Campaign">
      {campaign.isError ? (
        <FailedList
          title="The campaign could not be loaded"
          error={campaign.error}
          onRetry={() => campaign.refetch()}
        />
      ) : (
        <LoadingRows rows={3} height={160} />
      )}
    </Page>
  )
}
