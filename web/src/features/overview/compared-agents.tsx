import { Card, Skeleton, Table, Text, Title } from '@mantine/core'
import type { Measured } from '@parley/contracts/analytics/endpoints.ts'
import { type ComparedFigureId, comparedFigures } from '@parley/contracts/analytics/figure-names.ts'
import { changeOf, written } from '@parley/contracts/analytics/figure-words.ts'
import { type FigureDefinition, figures } from '@parley/contracts/analytics/figures.ts'
import type { ComparedAgent, WorkspaceOverview } from '@parley/contracts/analytics/workspace-endpoints.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import table from '../../design/charts/figure-table.module.css'
import { Trend } from '../../design/charts/trend.tsx'
import { type DayRange, lengthOf } from '../../design/dates/day-ranges.ts'
import { count } from '../../design/dates/moment.tsx'
import { HelpTip } from '../../design/fields/help-tip.tsx'
import { AnchorLink } from '../../design/links.tsx'
import cards from '../../design/lists/cards-on-phones.module.css'
import { SortHead } from '../../design/lists/sort-head.tsx'
import wholeRow from '../../design/lists/whole-row-link.module.css'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { usdOf } from '../../design/words/usd.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './compared-agents.module.css'
import { sortedAgents } from './sorted-agents.ts'

const route = getRouteApi('/app/$region/overview')

/** Rows that are shown while the agents load. */
const rowsLoading = 4

/** The figures of all agents together. As high while they load. */
export function ComparedTotals(props: { days: DayRange; overview: WorkspaceOverview | undefined }) {
  const { overview } = props
  const length = lengthOf(props.days.from, props.days.to)
  return (
    <section aria-label="All agents">
      <Title order={2} size="h3">
        All agents
      </Title>
      <Text c="dimmed" size="sm" mb="xs">
        Compared with {length === 1 ? 'the day' : `the ${count(length)} days`} before.
      </Text>
      <ul className={styles.totals}>
        {comparedFigures.map((figure) => {
          const definition: FigureDefinition = figures[figure]
          return (
            <Card key={figure} component="li" padding="md" className={styles.total}>
              <span className={styles.totalName}>
                <Text component="span" c="dimmed" size="xs" fw={500}>
                  {definition.label}
                </Text>
                <HelpTip of={definition.label} text={definition.counted} />
              </span>
              <Text component="span" fz={24} fw={700} lh="32px" className="tabular">
                {overview ? (
                  valueIn(figure, overview.figures[figure])
                ) : (
                  <Skeleton component="span" display="block" width={56} height={24} my={4} />
                )}
              </Text>
              <span className={table.change}>
                {overview && <ChangeOf figure={figure} measured={overview.figures[figure]} />}
              </span>
            </Card>
          )
        })}
      </ul>
    </section>
  )
}

/** The agents of the workspace, by the column that somebody chose; each leads to its own pages. */
export function ComparedAgents(props: {
  days: DayRange
  overview: WorkspaceOverview | undefined
  old: boolean
}) {
  const { days, overview } = props
  const search = route.useSearch()
  const agents = overview && sortedAgents(overview.agents, search)
  return (
    <section aria-labelledby="compared-agents">
      <Title order={2} size="h3" mb="xs" id="compared-agents">
        Agents
      </Title>
      <Card p={0} className={table.card} data-old={props.old || undefined}>
        <Table
          className={`${cards.table} ${table.table} ${styles.table}`}
          verticalSpacing="sm"
          horizontalSpacing="md"
          aria-labelledby="compared-agents"
        >
          <Table.Thead>
            <Table.Tr>
              <Head column="name">Agent</Head>
              {comparedFigures.map((figure) => (
                <Head key={figure} column={figure}>
                  {figures[figure].label}
                </Head>
              ))}
              <Table.Th scope="col">
                <span className={table.head}>Trend</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {agents?.map((agent) => <AgentRow key={agent.agentId} agent={agent} days={days} />) ??
              Array.from({ length: rowsLoading }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows are never reordered
                <Table.Tr key={row} aria-hidden>
                  <Table.Td data-cell="title" colSpan={comparedFigures.length + 2}>
                    <Skeleton height={40} />
                  </Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      </Card>
      {overview && overview.total > overview.agents.length && (
        <Text c="dimmed" size="sm" mt="xs">
          The {count(overview.agents.length)} of {count(overview.total)} agents with the most conversations in
          this period.
        </Text>
      )}
    </section>
  )
}

/** A column's name, which sorts by it; once more, the other way. */
function Head(props: { column: 'name' | ComparedFigureId; children: ReactNode }) {
  const { column, children } = props
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const sorted = (search.column ?? 'conversations') === column
  const up = search.up === true
  const direction = up ? 'ascending' : 'descending'
  const next = sorted ? !up : column === 'name'
  return (
    <SortHead
      sorted={sorted ? direction : undefined}
      isNumber={column !== 'name'}
      onSort={() =>
        void navigate({
          search: (former) => ({ ...former, column, up: next || undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    >
      {children}
    </SortHead>
  )
}

function AgentRow({ agent, days }: { agent: ComparedAgent; days: DayRange }) {
  const { region } = useWorkspace()
  const { agentId, title } = agent
  const params = { region, agentId }
  const most = Math.max(...agent.days)
  return (
    <Table.Tr className={wholeRow.row}>
      <Table.Td data-cell="title">
        <span className={table.name}>
          <NameAvatar src={agent.roundedImageURL || null} name={title} size={32} aria-hidden />
          <Link
            to="/app/$region/agents/$agentId/overview"
            params={params}
            className={`${wholeRow.link} ${table.link}`}
            title={title}
            dir="auto"
          >
            {title}
          </Link>
        </span>
      </Table.Td>
      {comparedFigures.map((figure) => {
        const measured = agent.figures[figure]
        return (
          <Table.Td
            key={figure}
            className={table.number}
            data-label={figures[figure].label}
            data-cell={onPhones[figure]}
          >
            <AnchorLink
              to="/app/$region/agents/$agentId/analytics"
              params={params}
              search={{ ...days, behind: figure }}
              className={table.value}
              c="var(--mantine-color-text)"
              underline="hover"
              aria-label={`${figures[figure].label} of ${title}: ${valueIn(figure, measured)}`}
            >
              {valueIn(figure, measured)}
            </AnchorLink>
            <span className={table.change}>
              <ChangeOf figure={figure} measured={measured} />
            </span>
          </Table.Td>
        )
      })}
      <Table.Td className={styles.trend}>
        <Trend
          values={agent.days}
          label={`Conversations by day, at most ${count(most)}; the last day ${count(agent.days.at(-1) ?? 0)}`}
        />
      </Table.Td>
    </Table.Tr>
  )
}

/** Where a figure stands in the two lines of a row; the others are left out. */
const onPhones: Partial<Record<ComparedFigureId, string>> = {
  conversations: 'aside',
  resolutionRate: 'line',
  unanswered: 'end',
}

function valueIn(figure: ComparedFigureId, { value }: Measured): string {
  return value === null ? '–' : written(figures[figure].unit, value)
}

/** What changed since the period before; of credits, without one, what they cost. */
function ChangeOf({ figure, measured }: { figure: ComparedFigureId; measured: Measured }) {
  const change = changeOf(figures[figure], measured)
  if (change) return <span data-mood={change.mood}>{change.text}</span>
  return figure === 'credits' && measured.value ? usdOf(measured.value) : null
}
