import { Group, Select, Stack, Text } from '@mantine/core'
import type { CampaignOfAgent } from '@parley/contracts/campaign/endpoints.ts'
import { recipientStates, tellsDelivery } from '@parley/contracts/campaign/names.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { count } from '../../../design/dates/moment.tsx'
import { t } from '../../../design/language.ts'
import { MoreWhenSeen } from '../../../design/lists/more-when-seen.tsx'
import { FailedList, LoadingRows } from '../../../design/notices/states.tsx'
import { FramedDrawer } from '../../../design/pages/framed-drawer.tsx'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import styles from '../campaigns.module.css'
import { RecipientsTable } from '../recipients-table.tsx'
import { StateBadge } from '../state-badge.tsx'
import { reached, recipientStateNames } from '../words.ts'
import { agentCampaignQuery, agentRecipientsQuery } from './queries.ts'
import { reasonNames } from './reason-words.ts'
import type { RecipientStateFilter } from './search.ts'

const route = getRouteApi('/app/$region/agents/$agentId/campaigns')

/** What was written in a campaign, and what became of it. */
export function CampaignDrawer() {
  const { campaign } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    campaign && <Opened key={campaign} campaignId={campaign} onClose={() => void navigate({ search: {} })} />
  )
}

function Opened({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const campaign = useQuery(agentCampaignQuery(useAgentPlace(), campaignId))
  return (
    <FramedDrawer
      onClose={onClose}
      // As high while it loads.
      title={<bdi>{campaign.data?.name ?? '\u00a0'}</bdi>}
      kind={t('Campaign')}
    >
      {campaign.isLoading && <LoadingRows rows={5} />}
      {campaign.isError && !campaign.data && (
        <FailedList
          title={t('The campaign could not be loaded')}
          error={campaign.error}
          onRetry={() => campaign.refetch()}
        />
      )}
      {campaign.data && (
        <Stack gap="lg">
          <Figures campaign={campaign.data} />
          <Texts campaign={campaign.data} />
          <Recipients campaignId={campaignId} />
        </Stack>
      )}
    </FramedDrawer>
  )
}

function Figures({ campaign }: { campaign: CampaignOfAgent }) {
  const { recipients, figures, medium, state } = campaign
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <StateBadge state={state} />
      </Group>
      <dl className={styles.figures}>
        <Figure name={t('Recipients')} value={recipients} />
        <Figure name={t('Sent')} value={reached(campaign, 'sent')} />
        {tellsDelivery(medium) && (
          <>
            <Figure name={t('Delivered')} value={reached(campaign, 'delivered')} />
            <Figure name={t('Read')} value={reached(campaign, 'read')} />
          </>
        )}
        <Figure name={t('Answered')} value={figures.answered} />
        <Figure name={t('Failed')} value={figures.failed} />
        <Figure name={t('Opted out')} value={figures['opted-out']} />
      </dl>
    </Stack>
  )
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className={styles.figure}>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <dd>{count(value)}</dd>
    </div>
  )
}

/** What is written at a time, in one or two versions; that of a template is its provider's. */
function Texts({ campaign: { steps } }: { campaign: CampaignOfAgent }) {
  const texts = steps.flatMap(({ a, b, template }, step) =>
    [a, b].flatMap((one, nth) => {
      const shown = template ? template.name : [one?.subject, one?.text].filter(Boolean).join('\n\n')
      return one && shown !== '' && !(template && nth > 0) ? [{ key: `${step}-${nth}`, shown }] : []
    }),
  )
  return (
    <section aria-label={t('Message')}>
      <Text fw={600} mb="xs">
        {t('Message')}
      </Text>
      <Stack gap="xs">
        {texts.map(({ key, shown }) => (
          <div key={key} className={styles.bubble} dir="auto">
            {shown}
          </div>
        ))}
      </Stack>
    </section>
  )
}

function Recipients({ campaignId }: { campaignId: string }) {
  const { recipients: state } = route.useSearch()
  const navigate = route.useNavigate()
  const recipients = useInfiniteQuery(agentRecipientsQuery(useAgentPlace(), campaignId, state))
  const items = recipients.data?.pages.flatMap((page) => page.items)
  const show = (value: string | null) =>
    void navigate({
      search: { campaign: campaignId, recipients: (value ?? undefined) as RecipientStateFilter },
      replace: true,
    })
  return (
    <section aria-label={t('Recipients')}>
      <Group justify="space-between" mb="xs">
        <Text fw={600}>{t('Recipients')}</Text>
        <Select
          aria-label={t('State')}
          placeholder={t('All states')}
          clearable
          w={180}
          data={recipientStates.map((value) => ({ value, label: t(recipientStateNames[value]) }))}
          value={state ?? null}
          onChange={show}
        />
      </Group>
      {recipients.isLoading && <LoadingRows rows={3} />}
      {recipients.isError && !items && (
        <FailedList
          title={t('The recipients could not be loaded')}
          error={recipients.error}
          onRetry={() => recipients.refetch()}
        />
      )}
      {items?.length === 0 && <Text c="dimmed">{t('Nobody is in this state.')}</Text>}
      {items && items.length > 0 && (
        <RecipientsTable
          recipients={items}
          reasonOf={(reason) => t('Not delivered: {reason}.', { reason: t(reasonNames[reason]) })}
        />
      )}
      {recipients.hasNextPage && (
        <MoreWhenSeen loading={recipients.isFetchingNextPage} onMore={recipients.fetchNextPage} />
      )}
    </section>
  )
}
