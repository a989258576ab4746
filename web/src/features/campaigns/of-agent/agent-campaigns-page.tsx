import { Table, Text } from '@mantine/core'
import type { CampaignItem } from '@parley/contracts/campaign/endpoints.ts'
import { mediumLabels } from '@parley/contracts/campaign/names.ts'
import { IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { count, Moment } from '../../../design/dates/moment.tsx'
import { t } from '../../../design/language.ts'
import { AnchorLink } from '../../../design/links.tsx'
import { ListTable } from '../../../design/lists/list-table.tsx'
import { MoreWhenSeen } from '../../../design/lists/more-when-seen.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../../design/notices/states.tsx'
import { Page } from '../../../design/pages/page.tsx'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import styles from '../campaigns.module.css'
import { StateBadge } from '../state-badge.tsx'
import { reached } from '../words.ts'
import { CampaignDrawer } from './campaign-drawer.tsx'
import { agentCampaignsQuery } from './queries.ts'

/** The campaigns of an agent that were started, for whoever sees that agent alone, such as a client. */
export function AgentCampaignsPage() {
  const campaigns = useInfiniteQuery(agentCampaignsQuery(useAgentPlace()))
  const items = campaigns.data?.pages.flatMap((page) => page.items)
  return (
    <Page
      wide
      title={t('Campaigns')}
      purpose={t('Messages to many people who agreed to them. What they answer comes to the agent.')}
    >
      {campaigns.isLoading && <LoadingRows rows={4} height={60} />}
      {campaigns.isError && !items && (
        <FailedList
          title={t('The campaigns could not be loaded')}
          error={campaigns.error}
          onRetry={() => campaigns.refetch()}
        />
      )}
      {items?.length === 0 && !campaigns.hasNextPage && (
        <EmptyList
          icon={<IconSend size={24} />}
          title={t('No campaigns yet')}
          explanation={t('Campaigns of this agent appear here once they are started.')}
        />
      )}
      {items && items.length > 0 && <CampaignTable campaigns={items} />}
      {campaigns.hasNextPage && (
        <MoreWhenSeen loading={campaigns.isFetchingNextPage} onMore={campaigns.fetchNextPage} />
      )}
      <CampaignDrawer />
    </Page>
  )
}

function CampaignTable({ campaigns }: { campaigns: CampaignItem[] }) {
  const place = useAgentPlace()
  return (
    <ListTable
      className={styles.list}
      head={
        <>
          <Table.Th>{t('Campaign')}</Table.Th>
          <Table.Th data-state>{t('State')}</Table.Th>
          <Table.Th data-number>{t('Recipients')}</Table.Th>
          <Table.Th data-number>{t('Sent')}</Table.Th>
          <Table.Th data-number>{t('Answered')}</Table.Th>
          <Table.Th data-created>{t('Started')}</Table.Th>
        </>
      }
    >
      {campaigns.map((campaign) => (
        <Table.Tr key={campaign.campaignId}>
          <Table.Td data-cell="title">
            <AnchorLink
              to="/app/$region/agents/$agentId/campaigns"
              params={place}
              search={{ campaign: campaign.campaignId }}
              fw={600}
              underline="hover"
              c="var(--mantine-color-text)"
            >
              <bdi>{campaign.name}</bdi>
            </AnchorLink>
            <Text size="sm" c="dimmed">
              {t(mediumLabels[campaign.medium])}
            </Text>
          </Table.Td>
          <Table.Td data-cell="aside">
            <StateBadge state={campaign.state} />
          </Table.Td>
          <Table.Td className={styles.number}>{count(campaign.recipients)}</Table.Td>
          <Table.Td className={styles.number} data-cell="line" data-label={t('Sent')}>
            {count(reached(campaign, 'sent'))}
          </Table.Td>
          <Table.Td className={styles.number}>{count(campaign.figures.answered)}</Table.Td>
          <Table.Td data-cell="end">
            <Text component="span" inherit c="dimmed">
              <Moment at={campaign.startedAt ?? campaign.createdAt} />
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}
