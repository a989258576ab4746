import { Card, Group, Stack, Table, Text } from '@mantine/core'
import type { CreditLineView } from '@parley/contracts/credits/endpoints.ts'
import type { CreditPurpose } from '@parley/contracts/credits/events.ts'
import { IconChartDonut, IconCoins } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { count, Moment } from '../../design/dates/moment.tsx'
import { AnchorLink, ButtonLink } from '../../design/links.tsx'
import { ListTable } from '../../design/lists/list-table.tsx'
import { MoreWhenSeen } from '../../design/lists/more-when-seen.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { planLimitsQuery } from '../../server/plan-limits.ts'
import { creditsQuery } from '../../server/queries.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './credits.module.css'

/** The workspace's balance, and what was added to it and taken from it. */
export function CreditsPage() {
  const place = useWorkspace()
  const credits = useInfiniteQuery(creditsQuery(place))
  const [newest] = credits.data?.pages ?? []
  const month = useQuery(planLimitsQuery(place)).data?.monthlyCredits
  const lines = credits.data?.pages.flatMap((page) => page.items)
  return (
    <Page
      wide
      title="Credits"
      purpose="Credits pay for your agents’ replies."
      actions={
        <ButtonLink
          variant="default"
          to="/app/$region/metrics"
          params={{ region: place.region }}
          leftSection={<IconChartDonut size={16} />}
        >
          See usage
        </ButtonLink>
      }
    >
      <Stack gap="md">
        {newest && <Balance balance={newest.balance} monthlyGrant={newest.monthlyGrant} month={month} />}
        {credits.isPending && <LoadingRows rows={6} height={56} />}
        {credits.isError && !lines && (
          <FailedList
            title="Credits could not be loaded"
            error={credits.error}
            onRetry={() => credits.refetch()}
          />
        )}
        {lines?.length === 0 && !credits.hasNextPage && (
          <EmptyList
            icon={<IconCoins size={24} />}
            title="No credit activity yet"
            explanation="Grants and charges appear here with their time and reason."
          />
        )}
        {lines && lines.length > 0 && <Lines lines={lines} />}
        {credits.hasNextPage && (
          <MoreWhenSeen loading={credits.isFetchingNextPage} onMore={credits.fetchNextPage} />
        )}
      </Stack>
    </Page>
  )
}

function Balance(props: { balance: number; monthlyGrant: number; month: OfMonth | undefined }) {
  return (
    <Card component="section" aria-label="Balance">
      <Text c="dimmed">Balance</Text>
      <Group gap={6} align="baseline">
        <Text component="strong" fz={28} fw={700} className="tabular">
          {amountOf(props.balance)}
        </Text>
        <Text c="dimmed">credits</Text>
      </Group>
      <Text c="dimmed" mt={4}>
        {props.monthlyGrant > 0
          ? `${count(props.monthlyGrant)} free credits are added at the start of each month. `
          : ''}
        The operator of this server can add more to the workspace.
      </Text>
      {props.month?.max !== undefined && (
        <Text c={props.month.reached ? 'var(--mantine-color-error)' : 'dimmed'} mt={4} role="status">
          {amountOf(props.month.used ?? 0)} of {count(props.month.max)} credits of your plan used this month
          {props.month.reached && '. Your agents answer again next month, or with another plan'}.
        </Text>
      )}
    </Card>
  )
}

type OfMonth = { used?: number | undefined; max?: number | undefined; reached: boolean }

function Lines(props: { lines: CreditLineView[] }) {
  return (
    <ListTable
      className={styles.table}
      head={
        <>
          <Table.Th>What</Table.Th>
          <Table.Th>Why</Table.Th>
          <Table.Th>When</Table.Th>
          <Table.Th ta="right">Credits</Table.Th>
        </>
      }
    >
      {props.lines.map((line) => (
        <Line key={line.id} line={line} />
      ))}
    </ListTable>
  )
}

function Line({ line }: { line: CreditLineView }) {
  const { what, why } = wordsOf(line)
  return (
    <Table.Tr>
      <Table.Td data-cell="title">
        <Text component="span" fw={500}>
          {line.kind === 'charge' ? <Turn charge={line}>{what}</Turn> : what}
        </Text>
      </Table.Td>
      <Table.Td data-cell="line" className={styles.why}>
        <Text component="span" c="dimmed">
          {why}
        </Text>
      </Table.Td>
      <Table.Td data-cell="end">
        <Text component="span" c="dimmed">
          <Moment at={line.at} />
        </Text>
      </Table.Td>
      <Table.Td data-cell="aside" className={styles.amount}>
        <Text component="span" fw={500} className="tabular">
          {line.amount > 0 ? '+' : ''}
          {amountOf(line.amount)}
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}

type Charge = Extract<CreditLineView, { kind: 'charge' }>

/** Leads to the conversation of the reply, unless its agent was deleted or there was none. */
function Turn(props: { charge: Charge; children: string }) {
  const { region } = useWorkspace()
  const { agentId, agentTitle, conversationId, purpose } = props.charge
  if (agentTitle === undefined || purpose === 'test' || purpose === 'assistant') return props.children
  return (
    <AnchorLink
      to="/app/$region/agents/$agentId/convos"
      params={{ region, agentId }}
      search={{ conversation: conversationId, view: 'all' }}
      c="var(--mantine-color-text)"
      underline="hover"
    >
      {props.children}
    </AnchorLink>
  )
}

const grants = {
  'sign-up': 'Sign-up credits',
  purchase: 'Credits purchased',
  support: 'Credits granted',
  demo: 'Demo credits',
  monthly: 'Monthly free credits',
} satisfies Record<Extract<CreditLineView, { kind: 'grant' }>['reason'], string>

function wordsOf(line: CreditLineView): { what: string; why: string } {
  if (line.kind === 'grant') {
    const { reason, operator, note, month } = line
    const by = operator === undefined ? '' : `by ${operator}`
    const why = [note, by].filter(Boolean).join(', ')
    return { what: grants[reason], why: why || (month ?? '–') }
  }
  if (line.kind === 'transfer') {
    const { amount, organisationName = 'a deleted organization', returned } = line
    const what = amount < 0 ? `Transfer to ${organisationName}` : `Transfer from ${organisationName}`
    if (returned) return { what: `Transfer returned from ${organisationName}`, why: 'It was deleted' }
    return { what, why: '–' }
  }
  const { agentTitle = 'a deleted agent', purpose, modelId, inputTokens, outputTokens } = line
  const { consumedFromOrg, organisationName = 'a deleted organization' } = line
  const tokens = inputTokens + outputTokens
  const used = tokens === 0 ? modelId : `${count(tokens)} tokens, ${modelId}`
  return {
    what: `${purpose === undefined ? 'Reply' : purposes[purpose]} of ${agentTitle}`,
    why: consumedFromOrg ? `Paid by ${organisationName}, ${used}` : used,
  }
}

const purposes: Record<CreditPurpose, string> = {
  translation: 'Translation',
  test: 'Test reply',
  assistant: 'Writing assistant',
  transcription: 'Transcription',
}

/** With at most three decimals, as the ledger has them, and a true minus sign. */
function amountOf(credits: number): string {
  const text = Math.abs(credits).toLocaleString(undefined, { maximumFractionDigits: 3 })
  return credits < 0 ? `−${text}` : text
}
