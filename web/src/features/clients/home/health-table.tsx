import { Badge, Card, Group, Skeleton, Table } from '@mantine/core'
import type { AttentionKind, HomeFigureId, HomeSort } from '@parley/contracts/agency/home.ts'
import type { OrganisationHealth } from '@parley/contracts/agency/home-endpoints.ts'
import type { Measured } from '@parley/contracts/analytics/endpoints.ts'
import { changeOf, written } from '@parley/contracts/analytics/figure-words.ts'
import { figures } from '@parley/contracts/analytics/figures.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import table from '../../../design/charts/figure-table.module.css'
import { count, Moment } from '../../../design/dates/moment.tsx'
import cards from '../../../design/lists/cards-on-phones.module.css'
import { SortHead } from '../../../design/lists/sort-head.tsx'
import wholeRow from '../../../design/lists/whole-row-link.module.css'
import { NameAvatar } from '../../../design/name-avatar.tsx'
import { usdText } from '../../../design/words/usd.ts'
import { useWorkspace } from '../../../shell/navigation/places.ts'
import styles from './home.module.css'

const route = getRouteApi('/app/$region/clients')

/** Rows that are shown while the organizations load. */
const rowsLoading = 5

export const heads: Record<Exclude<HomeSort, 'attention'>, string> = {
  name: 'Organization',
  conversations: 'Conversations',
  resolutionRate: 'Resolution',
  unanswered: 'Unanswered',
  credits: 'Credits used',
  waiting: 'Waiting now',
  balance: 'Balance',
  lastSignIn: 'Last sign-in',
}
const priceHead = 'Price'
const columns = [
  'name',
  'conversations',
  'resolutionRate',
  'unanswered',
  'waiting',
  'credits',
  'price',
  'balance',
  'lastSignIn',
] as const satisfies readonly (HomeSort | 'price')[]

/** How the organizations do beside each other, by the column that somebody chose. `old`: those of another choice. */
export function HealthTable(props: { organisations: OrganisationHealth[] | undefined; old: boolean }) {
  return (
    <Card p={0} className={table.card} data-old={props.old || undefined}>
      <Table
        className={`${cards.table} ${table.table} ${styles.table}`}
        verticalSpacing="sm"
        horizontalSpacing="sm"
        aria-labelledby="organizations-health"
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Head key={column} column={column} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.organisations?.map((one) => <Row key={one.ID} organisation={one} />) ??
            Array.from({ length: rowsLoading }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are never reordered
              <Table.Tr key={row} aria-hidden>
                <Table.Td data-cell="title" colSpan={columns.length}>
                  <Skeleton height={44} />
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}

/** First the most, of names A; once more, the other way; then again what needs attention first. */
function Head({ column }: { column: (typeof columns)[number] }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  // Sorted by price, organizations are in the order of their credits.
  if (column === 'price')
    return (
      <Table.Th scope="col" data-number>
        <span className={table.head}>{priceHead}</span>
      </Table.Th>
    )
  const sorted = search.homeSort === column
  const first = column === 'name'
  const up = search.homeUp ?? first
  const next: { homeSort?: HomeSort; homeUp?: boolean } = !sorted
    ? { homeSort: column, homeUp: undefined }
    : up === first
      ? { homeSort: column, homeUp: !first }
      : { homeSort: undefined, homeUp: undefined }
  return (
    <SortHead
      sorted={sorted ? (up ? 'ascending' : 'descending') : undefined}
      isNumber={column !== 'name'}
      onSort={() =>
        void navigate({ search: (former) => ({ ...former, ...next }), replace: true, resetScroll: false })
      }
    >
      {heads[column]}
    </SortHead>
  )
}

function Row({ organisation }: { organisation: OrganisationHealth }) {
  const { region } = useWorkspace()
  const { ID, name, squarePhotoURL, clients, agents, waiting, costs, balance, lastSignInAt } = organisation
  const low = organisation.attention.includes('balance')
  return (
    <Table.Tr className={wholeRow.row}>
      <Table.Td data-cell="title">
        <span className={table.name}>
          <NameAvatar src={squarePhotoURL || null} name={name} size={32} aria-hidden />
          <span className={styles.words}>
            <Link
              to="/app/$region/clients"
              params={{ region }}
              search={(search) => ({ ...search, organization: ID })}
              className={`${wholeRow.link} ${table.link} ${styles.link}`}
              title={name}
              dir="auto"
            >
              {name}
            </Link>
            <span className={table.change}>
              {clients === 1 ? '1 client' : `${count(clients)} clients`} ·{' '}
              {agents === 1 ? '1 agent' : `${count(agents)} agents`}
            </span>
            {organisation.attention.length > 0 && (
              <Group gap={4} mt={2}>
                {organisation.attention.map((kind) => (
                  <Badge key={kind} variant="light" color={kinds[kind].color} size="sm">
                    {kinds[kind].label}
                  </Badge>
                ))}
              </Group>
            )}
          </span>
        </span>
      </Table.Td>
      <Figure figure="conversations" cell="aside" organisation={organisation} />
      <Figure figure="resolutionRate" organisation={organisation} />
      <Figure figure="unanswered" organisation={organisation} />
      <Table.Td className={table.number}>
        <span className={table.value}>{count(waiting)}</span>
        <span className={table.change} />
      </Table.Td>
      <Figure figure="credits" organisation={organisation} />
      <Table.Td className={table.number} data-label={priceHead}>
        <span className={table.value}>{usdText(costs.price)}</span>
        <span className={table.change}>cost {usdText(costs.cost)}</span>
      </Table.Td>
      <Table.Td
        className={table.number}
        data-label="Balance"
        data-cell={balance === undefined ? undefined : 'end'}
      >
        <span className={table.value}>{balance === undefined ? '–' : written('credits', balance)}</span>
        <span className={table.change}>{low && <span data-mood="bad">nearly used up</span>}</span>
      </Table.Td>
      <Table.Td className={table.number}>
        <span className={styles.time}>{lastSignInAt ? <Moment at={lastSignInAt} /> : 'never'}</span>
        <span className={table.change} />
      </Table.Td>
    </Table.Tr>
  )
}

const kinds: Record<AttentionKind, { label: string; color: string }> = {
  waiting: { label: 'Waiting', color: 'yellow' },
  balance: { label: 'Low credits', color: 'red' },
  unanswered: { label: 'More unanswered', color: 'yellow' },
  'never-signed-in': { label: 'Never signed in', color: 'gray' },
}

function Figure(props: { figure: HomeFigureId; cell?: string; organisation: OrganisationHealth }) {
  const { figure } = props
  const measured: Measured = props.organisation.figures[figure]
  const change = changeOf(figures[figure], measured)
  const { value } = measured
  return (
    <Table.Td className={table.number} data-label={heads[figure]} data-cell={props.cell}>
      <span className={table.value}>{value === null ? '–' : written(figures[figure].unit, value)}</span>
      <span className={table.change}>{change && <span data-mood={change.mood}>{change.text}</span>}</span>
    </Table.Td>
  )
}
