import { Button, Group, Stack, Table, Text } from '@mantine/core'
import type { LeadView } from '@parley/contracts/conversation/lead-endpoints.ts'
import { IconAddressBook, IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DateRange } from '../../design/dates/date-range.tsx'
import { count, Moment } from '../../design/dates/moment.tsx'
import { SearchField } from '../../design/fields/search-field.tsx'
import { t } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import { FilterSheet } from '../../design/lists/filter-sheet.tsx'
import { ListTable } from '../../design/lists/list-table.tsx'
import { MoreWhenSeen } from '../../design/lists/more-when-seen.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { useOnPhone } from '../../design/use-on-phone.ts'
import { visitorNameOf } from '../../design/words/visitor-name.ts'
import { client } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { labelOf, valueInWords } from './field-names.ts'
import { LeadDrawer } from './lead-drawer.tsx'
import styles from './leads.module.css'
import { leadCountsQuery, leadsQuery } from './queries.ts'
import { askedFor, type LeadsSearch, statuses, statusNames } from './search.ts'
import { StatusBadge } from './status-badge.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/leads')

/** The captured leads with their status. */
export function LeadsPage() {
  const place = useAgentPlace()
  const search = route.useSearch()
  const leads = useInfiniteQuery(leadsQuery(place, search))
  const items = leads.data?.pages.flatMap((page) => page.items)
  const narrowed = Boolean(search.leadStatus || search.q || search.from || search.to)
  const set = useSet()
  const none = items?.length === 0 && !leads.hasNextPage
  return (
    <Page
      wide
      title={t('Leads')}
      purpose={t(
        'Visitors who shared their contact details in a question, in a form or through your website.',
      )}
      actions={
        (narrowed || !none) && (
          <Button
            component="a"
            href={client.url('leads.export', { params: place, query: askedFor(search) })}
            download
            variant="default"
            leftSection={<IconDownload size={16} />}
          >
            {t('Export CSV')}
          </Button>
        )
      }
    >
      <Stack gap="md">
        {(narrowed || !none) && <Filters />}
        {leads.isPending && <LoadingRows rows={6} height={56} />}
        {leads.isError && !items && (
          <FailedList
            title={t('The leads could not be loaded')}
            error={leads.error}
            onRetry={() => leads.refetch()}
          />
        )}
        {none && (
          <EmptyList
            icon={<IconAddressBook size={24} />}
            title={narrowed ? t('No leads found') : t('No leads yet')}
            explanation={
              narrowed
                ? t('No leads match the search and filters.')
                : t(
                    'When a visitor shares a name, e-mail address or phone number, they appear here. Add a question or a form to the agent’s flow to ask for it.',
                  )
            }
            action={
              narrowed && (
                <Button
                  variant="default"
                  onClick={() => set({ leadStatus: undefined, q: undefined, from: undefined, to: undefined })}
                >
                  {t('Clear search and filters')}
                </Button>
              )
            }
          />
        )}
        {items && items.length > 0 && <LeadTable leads={items} />}
        {leads.hasNextPage && (
          <MoreWhenSeen loading={leads.isFetchingNextPage} onMore={leads.fetchNextPage} />
        )}
      </Stack>
      <LeadDrawer />
    </Page>
  )
}

function useSet() {
  const navigate = route.useNavigate()
  return (given: LeadsSearch) =>
    void navigate({ search: (search) => ({ ...search, ...given }), replace: true })
}

/** Without this, the link All would count as active with every status. */
const wholeSearch = { includeSearch: true, explicitUndefined: true }

function Filters() {
  const place = useAgentPlace()
  const onPhone = useOnPhone()
  const search = route.useSearch()
  const counts = useQuery(leadCountsQuery(place)).data
  const set = useSet()
  return (
    <Stack gap="sm">
      <Group component="nav" gap={6} aria-label={t('Statuses')}>
        {([undefined, ...statuses] as const).map((status) => (
          <AnchorLink
            key={status ?? 'all'}
            to="/app/$region/agents/$agentId/leads"
            params={place}
            search={(before) => ({ ...before, leadStatus: status, lead: undefined })}
            activeOptions={wholeSearch}
            className={styles.view}
            aria-current={status === search.leadStatus ? 'page' : undefined}
            underline="never"
          >
            {status ? t(statusNames[status]) : t('All')}
            {counts && <span className="tabular">{count(counts[status ?? 'all'])}</span>}
          </AnchorLink>
        ))}
      </Group>
      <Group gap="sm">
        <SearchField
          label={t('Search leads')}
          placeholder={t('Search leads and notes')}
          className={styles.search}
          value={search.q}
          onSearch={(q) => set({ q })}
        />
        <FilterSheet active={search.from || search.to ? 1 : 0}>
          <DateRange
            nested={onPhone}
            fullWidth={onPhone}
            label={t('Days')}
            any={t('Any time')}
            value={{ from: search.from, to: search.to }}
            onChange={({ from, to }) => set({ from, to })}
          />
        </FilterSheet>
      </Group>
    </Stack>
  )
}

function LeadTable(props: { leads: LeadView[] }) {
  return (
    <ListTable
      className={styles.table}
      head={
        <>
          <Table.Th>{t('Name')}</Table.Th>
          <Table.Th>{t('Contact')}</Table.Th>
          <Table.Th>{t('Details')}</Table.Th>
          <Table.Th>{t('Status')}</Table.Th>
          <Table.Th>{t('Captured')}</Table.Th>
        </>
      }
    >
      {props.leads.map((lead) => (
        <Row key={lead.leadId} lead={lead} />
      ))}
    </ListTable>
  )
}

function Row({ lead }: { lead: LeadView }) {
  const { name, email, phone, ...others } = lead.fields
  const further = Object.entries(others).map(([field, value]) => `${labelOf(field)}: ${valueInWords(value)}`)
  return (
    <Table.Tr>
      <Table.Td data-cell="title">
        <AnchorLink
          to="/app/$region/agents/$agentId/leads"
          params={useAgentPlace()}
          search={(search) => ({ ...search, lead: lead.leadId })}
          fw={600}
          underline="hover"
          c="var(--mantine-color-text)"
        >
          <bdi>{name ?? email ?? phone ?? visitorNameOf(lead)}</bdi>
        </AnchorLink>
      </Table.Td>
      <Table.Td data-cell="line">
        <div className={styles.contact}>
          <Text truncate title={email ?? phone}>
            {email ?? phone ?? '–'}
          </Text>
          {email && phone && (
            <Text size="xs" c="dimmed">
              {phone}
            </Text>
          )}
        </div>
      </Table.Td>
      <Table.Td>
        <Text truncate c="dimmed" title={further.join('\n')}>
          {further.length === 0 ? '–' : further.join(', ')}
        </Text>
      </Table.Td>
      <Table.Td data-cell="end">
        <StatusBadge status={lead.status} />
      </Table.Td>
      <Table.Td data-cell="aside">
        <Text c="dimmed" component="span">
          <Moment at={lead.createdAt} />
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}
