import { Alert, Button, Group, Progress, Select, Stack, Table, Text } from '@mantine/core'
import { confidenceOf } from '@parley/contracts/campaign/confidence.ts'
import type { CampaignView } from '@parley/contracts/campaign/endpoints.ts'
import {
  mediumLabels,
  type RecipientState,
  recipientStates,
  tellsDelivery,
} from '@parley/contracts/campaign/names.ts'
import { IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { count, Moment } from '../../../design/dates/moment.tsx'
import { MoreWhenSeen } from '../../../design/lists/more-when-seen.tsx'
import { FailedList, LoadingRows } from '../../../design/notices/states.tsx'
import { Page, Section } from '../../../design/pages/page.tsx'
import { client } from '../../../server/client.ts'
import { useMay } from '../../../shell/access/use-may.ts'
import { CampaignActions } from '../campaign-actions.tsx'
import styles from '../campaigns.module.css'
import { type CampaignPlace, recipientsQuery } from '../queries.ts'
import { RecipientsTable } from '../recipients-table.tsx'
import { StateBadge } from '../state-badge.tsx'
import { reached, reasonWords, recipientStateNames } from '../words.ts'

const route = getRouteApi('/app/$region/campaigns/$campaignId')

/** What becomes of a campaign: figures as they come, two texts beside each other, and each recipient. */
export function CampaignReport({ place, campaign }: { place: CampaignPlace; campaign: CampaignView }) {
  const { region, campaignId } = place
  const { recipients, figures, state } = campaign
  const manages = useMay()('campaign.manage')
  const done = recipients - figures.queued
  return (
    <Page
      wide
      title={campaign.name}
      purpose={
        <Group component="span" gap="xs">
          <StateBadge state={state} />
          <span>
            {mediumLabels[campaign.medium]}, started{' '}
            {campaign.startedAt ? <Moment at={campaign.startedAt} /> : 'never'}
          </span>
        </Group>
      }
      actions={
        <Group gap="sm">
          <Button
            component="a"
            href={client.url('campaigns.export', { params: { region, campaignId } })}
            download
            variant="default"
            leftSection={<IconDownload size={16} />}
          >
            Export CSV
          </Button>
          {manages && <CampaignActions place={place} campaign={campaign} />}
        </Group>
      }
    >
      <Stack gap="md">
        {campaign.pausedBy === 'channel' && (
          <Alert
            color="yellow"
            icon={<IconInfoCircle size={18} />}
            title="The channel is not connected any more"
          >
            Connect it again to the agent, then resume the campaign. Nobody is left out, and nobody gets a
            message twice.
          </Alert>
        )}
        <Section title="Progress">
          <Stack gap={4}>
            <Progress
              value={recipients === 0 ? 0 : (100 * done) / recipients}
              aria-label="Recipients written to"
            />
            <Text size="sm" c="dimmed" role="status">
              {count(done)} of {count(recipients)} recipients
              {state === 'running' &&
                figures.queued > 0 &&
                '; those who are left wait for their time and the pace'}
            </Text>
          </Stack>
          <dl className={styles.figures}>
            <Figure name="Sent" value={reached(campaign, 'sent')} of={recipients} />
            {tellsDelivery(campaign.medium) && (
              <>
                <Figure name="Delivered" value={reached(campaign, 'delivered')} of={recipients} />
                <Figure name="Read" value={reached(campaign, 'read')} of={recipients} />
              </>
            )}
            <Figure name="Answered" value={figures.answered} of={recipients} />
            <Figure name="Failed" value={figures.failed} of={recipients} />
            <Figure name="Opted out" value={figures['opted-out']} of={recipients} />
          </dl>
          <Text size="sm" c="dimmed">
            {!tellsDelivery(campaign.medium)
              ? `${campaign.medium === 'email' ? 'Mail servers' : 'Push services'} do not tell what was delivered or read. Sending cost no credits.`
              : 'Not every channel tells what was delivered or read. Sending cost no credits; replies of the agent to answers cost what they always do.'}
          </Text>
        </Section>
        {campaign.variants && <Variants variants={campaign.variants} />}
        <Recipients place={place} />
      </Stack>
    </Page>
  )
}

function Figure({ name, value, of }: { name: string; value: number; of: number }) {
  return (
    <div className={styles.figure}>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <dd>
        {count(value)}
        {of > 0 && (
          <Text component="span" size="sm" c="dimmed" ms={6}>
            {share(value / of)}
          </Text>
        )}
      </dd>
    </div>
  )
}

const share = (part: number) => `${(100 * part).toLocaleString('en', { maximumFractionDigits: 1 })} %`

function Variants({ variants }: { variants: NonNullable<CampaignView['variants']> }) {
  const tried = {
    a: { recipients: reached({ figures: variants.a }, 'sent'), answers: variants.a.answered },
    b: { recipients: reached({ figures: variants.b }, 'sent'), answers: variants.b.answered },
  }
  const sure = confidenceOf(tried.a, tried.b)
  const rate = ({ recipients, answers }: { recipients: number; answers: number }) =>
    recipients === 0 ? 0 : answers / recipients
  const better = rate(tried.a) >= rate(tried.b) ? 'A' : 'B'
  return (
    <Section title="Two texts">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Text</Table.Th>
            <Table.Th>Sent</Table.Th>
            <Table.Th>Answered</Table.Th>
            <Table.Th>Share</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(['a', 'b'] as const).map((each) => (
            <Table.Tr key={each}>
              <Table.Td>{each.toUpperCase()}</Table.Td>
              <Table.Td className={styles.number}>{count(tried[each].recipients)}</Table.Td>
              <Table.Td className={styles.number}>{count(tried[each].answers)}</Table.Td>
              <Table.Td className={styles.number}>{share(rate(tried[each]))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text>
        {sure === undefined || sure < 0.9
          ? 'No text is better with enough certainty yet.'
          : `Text ${better} gets more answers, with a confidence of ${Math.min(99.9, 100 * sure).toFixed(1)} %.`}
      </Text>
    </Section>
  )
}

function Recipients({ place }: { place: CampaignPlace }) {
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  const recipients = useInfiniteQuery(recipientsQuery(place, state))
  const items = recipients.data?.pages.flatMap((page) => page.items)
  return (
    <Section
      title="Recipients"
      actions={
        <Select
          aria-label="State"
          placeholder="All states"
          clearable
          w={180}
          data={recipientStates.map((value) => ({ value, label: recipientStateNames[value] }))}
          value={state ?? null}
          onChange={(value) =>
            void navigate({
              search: { state: (value ?? undefined) as RecipientState | undefined },
              replace: true,
            })
          }
        />
      }
    >
      {recipients.isPending && <LoadingRows rows={3} />}
      {recipients.isError && !items && (
        <FailedList
          title="The recipients could not be loaded"
          error={recipients.error}
          onRetry={() => recipients.refetch()}
        />
      )}
      {items?.length === 0 && <Text c="dimmed">{state ? 'Nobody is in this state.' : 'Nobody yet.'}</Text>}
      {items && items.length > 0 && (
        <RecipientsTable recipients={items} reasonOf={(reason) => reasonWords[reason]} />
      )}
      {recipients.hasNextPage && (
        <MoreWhenSeen loading={recipients.isFetchingNextPage} onMore={recipients.fetchNextPage} />
      )}
    </Section>
  )
}
