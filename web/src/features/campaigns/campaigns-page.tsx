import { Button, Group, Table, Text } from '@mantine/core'
import type { CampaignItem } from '@parley/contracts/campaign/endpoints.ts'
import { mediumLabels } from '@parley/contracts/campaign/names.ts'
import { IconPlus, IconSend } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { count, Moment } from '../../design/dates/moment.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { ListTable } from '../../design/lists/list-table.tsx'
import { MoreWhenSeen } from '../../design/lists/more-when-seen.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { useMay } from '../../shell/access/use-may.ts'
import { assignableAgentsQuery } from '../../shell/agent/agents-field.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './campaigns.module.css'
import { NewCampaign } from './new-campaign.tsx'
import { campaignsQuery } from './queries.ts'
import type { CampaignsSearch } from './search.ts'
import { StateBadge } from './state-badge.tsx'
import { SuppressedDrawer } from './suppressed-drawer.tsx'
import { reached } from './words.ts'

const route = getRouteApi('/app/$region/campaigns')

/** The campaigns of the workspace. */
export function CampaignsPage() {
  const workspace = useWorkspace()
  const { create, optedOut } = route.useSearch()
  const navigate = route.useNavigate()
  const manages = useMay()('campaign.manage')
  const campaigns = useInfiniteQuery(campaignsQuery(workspace))
  const items = campaigns.data?.pages.flatMap((page) => page.items)
  const none = items?.length === 0
  const show = (search: CampaignsSearch) => void navigate({ search })
  const button = manages && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => show({ create: true })}>
      New campaign
    </Button>
  )
  return (
    <Page
      wide
      title="Campaigns"
      purpose="Messages to many people who agreed to them, by mail or through a channel. What they answer comes to the agent."
      actions={
        <Group gap="sm">
          <Button variant="default" onClick={() => show({ optedOut: true })}>
            Opted out
          </Button>
          {button}
        </Group>
      }
    >
      {campaigns.isPending && <LoadingRows rows={4} height={60} />}
      {campaigns.isError && !items && (
        <FailedList
          title="The campaigns could not be loaded"
          error={campaigns.error}
          onRetry={() => campaigns.refetch()}
        />
      )}
      {none && (
        <EmptyList
          icon={<IconSend size={24} />}
          title="No campaigns yet"
          explanation="Write one message, choose leads or upload a list of people who agreed to get it, and see who reads and answers it. Sending costs no credits."
        />
      )}
      {items && items.length > 0 && <CampaignTable campaigns={items} />}
      {campaigns.hasNextPage && (
        <MoreWhenSeen loading={campaigns.isFetchingNextPage} onMore={campaigns.fetchNextPage} />
      )}
      {create && manages && <NewCampaign onClose={() => show({})} />}
      {optedOut && <SuppressedDrawer onClose={() => show({})} />}
    </Page>
  )
}

function CampaignTable({ campaigns }: { campaigns: CampaignItem[] }) {
  const workspace = useWorkspace()
  const { data: agents = [] } = useQuery(assignableAgentsQuery(workspace))
  return (
    <ListTable
      className={styles.list}
      head={
        <>
          <Table.Th>Campaign</Table.Th>
          <Table.Th data-state>State</Table.Th>
          <Table.Th data-number>Recipients</Table.Th>
          <Table.Th data-number>Sent</Table.Th>
          <Table.Th data-number>Answered</Table.Th>
          <Table.Th data-created>Created</Table.Th>
        </>
      }
    >
      {campaigns.map((campaign) => (
        <Table.Tr key={campaign.campaignId}>
          <Table.Td data-cell="title">
            <AnchorLink
              to="/app/$region/campaigns/$campaignId"
              params={{ region: workspace.region, campaignId: campaign.campaignId }}
              fw={600}
              underline="hover"
              c="var(--mantine-color-text)"
            >
              <bdi>{campaign.name}</bdi>
            </AnchorLink>
            <Text size="sm" c="dimmed" lineClamp={1}>
              {mediumLabels[campaign.medium]}
              {' · '}
              <bdi>{agents.find(({ value }) => value === campaign.agentId)?.label ?? '…'}</bdi>
            </Text>
          </Table.Td>
          <Table.Td data-cell="aside">
            <StateBadge state={campaign.state} />
          </Table.Td>
          <Table.Td className={styles.number}>{count(campaign.recipients)}</Table.Td>
          <Table.Td className={styles.number} data-cell="line" data-label="Sent">
            {count(reached(campaign, 'sent'))}
          </Table.Td>
          <Table.Td className={styles.number}>{count(campaign.figures.answered)}</Table.Td>
          <Table.Td data-cell="end">
            <Text component="span" inherit c="dimmed">
              <Moment at={campaign.createdAt} />
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}
