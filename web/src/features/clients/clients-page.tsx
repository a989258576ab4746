import { Button, Group, Menu, Select, Stack, Tabs } from '@mantine/core'
import {
  IconBuildingCommunity,
  IconDots,
  IconDownload,
  IconPackageImport,
  IconPlus,
  IconUpload,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { SearchField } from '../../design/fields/search-field.tsx'
import { MoreWhenSeen } from '../../design/lists/more-when-seen.tsx'
import { noticeWarning } from '../../design/notices/notices.ts'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { useOnPhone } from '../../design/use-on-phone.ts'
import { client } from '../../server/client.ts'
import { toldBefore } from '../../server/client-memory.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { ClientDrawer } from './client-drawer.tsx'
import { ClientSelectionBar } from './client-selection-bar.tsx'
import { ClientTable } from './client-table.tsx'
import styles from './clients.module.css'
import { AgencyHome } from './home/agency-home.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ImportOrganisation } from './move/import-organisation.tsx'
import { OrganisationDrawer } from './organisation-drawer.tsx'
import { OrganisationSelectionBar } from './organisation-selection-bar.tsx'
import { OrganisationTable } from './organisation-table.tsx'
import {
  clientsAgain,
  clientsQuery,
  organisationNamesQuery,
  organisationsAgain,
  organisationsQuery,
} from './queries.ts'
import { askedFor, type ClientsSearch, clientSortNames, organisationSortNames } from './search.ts'
import { useSelection } from './selection-bar.tsx'

const route = getRouteApi('/app/$region/clients')

/** The organizations of an agency and their clients. */
export function ClientsPage() {
  const place = useWorkspace()
  const search = route.useSearch()
  const set = useSet()
  const may = useMay()
  const manages = may('client.manage')
  const organisations = useQuery(organisationNamesQuery(place))
  const clients = useInfiniteQuery(clientsQuery(place, search))
  const [newest] = clients.data?.pages ?? []
  const seatsLeft = newest ? Math.max(0, newest.seats - newest.clients) : 0
  const known = organisations.data ?? []
  useEffect(() => {
    // Why a view as a client has ended.
    const notice = toldBefore()
    if (notice !== undefined) noticeWarning(notice)
  }, [])
  const tab = search.overview ? 'overview' : search.organizations ? 'organizations' : 'clients'
  return (
    <Page
      wide
      title="Clients"
      purpose="The organizations you work for, and the people there who use the dashboard of your agency."
      actions={
        <Actions full={newest && newest.clients >= newest.seats} hasOrganisations={known.length > 0} />
      }
    >
      <Tabs
        value={tab}
        onChange={(value) =>
          set({
            overview: value === 'overview' || undefined,
            organizations: value === 'organizations' || undefined,
            q: undefined,
            org: undefined,
          })
        }
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          <Tabs.Tab value="clients">Clients</Tabs.Tab>
          <Tabs.Tab value="organizations">Organizations</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">{tab === 'overview' && <AgencyHome />}</Tabs.Panel>
        <Tabs.Panel value="clients">{tab === 'clients' && <Clients />}</Tabs.Panel>
        <Tabs.Panel value="organizations">{tab === 'organizations' && <Organisations />}</Tabs.Panel>
      </Tabs>
      {search.client && organisations.data && (
        <ClientDrawer
          key={search.client}
          clientId={search.client}
          organisations={known}
          orgId={search.org}
          onClose={() => set({ client: undefined })}
        />
      )}
      {search.organization && (
        <OrganisationDrawer
          key={search.organization}
          organisationId={search.organization}
          tab={search.organizationTab ?? 'settings'}
          onTab={(tab) => set({ organizationTab: tab === 'settings' ? undefined : tab })}
          onClose={() => set({ organization: undefined, organizationTab: undefined })}
        />
      )}
      {search.import && manages && newest && organisations.data && (
        <ImportDialog
          organisations={known}
          orgId={search.org}
          seatsLeft={seatsLeft}
          onClose={() => set({ import: undefined })}
        />
      )}
      {search.organizationImport && may('agency.manage') && (
        <ImportOrganisation
          importId={search.organizationImport}
          onOpen={(organizationImport) => set({ organizationImport })}
          onClose={() => set({ organizationImport: undefined })}
          onShow={(organization) =>
            set({ organizationImport: undefined, organizations: true, overview: undefined, organization })
          }
        />
      )}
    </Page>
  )
}

function useSet() {
  const navigate = route.useNavigate()
  return (given: ClientsSearch) =>
    void navigate({
      search: (search) => ({ ...search, ...given }),
      replace: !['client', 'organization', 'import', 'organizationImport'].some((name) => name in given),
    })
}

const noSeats =
  'You have reached the maximum number of seats. Delete a client that is no longer needed, or ask the operator of this server for more.'

/** `full`: whether no seat is left; undefined until that is known. */
function Actions(props: { full: boolean | undefined; hasOrganisations: boolean }) {
  const place = useWorkspace()
  const search = route.useSearch()
  const set = useSet()
  const may = useMay()
  const manages = may('client.manage')
  const onPhone = useOnPhone()
  const { full } = props
  const mayAdd = props.hasOrganisations && full === false
  const add = (opened: Partial<ClientsSearch>) => {
    if (mayAdd) set(opened)
    else noticeWarning(full ? noSeats : 'Add an organization first, to which the client belongs.')
  }
  const ofClients = !search.overview && !search.organizations
  // Two buttons beside the menu take two lines on a phone.
  const inMenu = onPhone && ofClients && props.hasOrganisations
  const { region, workspaceId } = place
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" aria-label={inMenu ? 'More actions' : 'Import and export'} px="sm">
            <IconDots size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {manages && inMenu && (
            <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => set({ organization: 'new' })}>
              New organization
            </Menu.Item>
          )}
          {manages && (
            <Menu.Item
              leftSection={<IconUpload size={16} />}
              disabled={full === undefined}
              onClick={() => add({ import: true })}
            >
              Import CSV
            </Menu.Item>
          )}
          {may('agency.manage') && (
            <Menu.Item
              leftSection={<IconPackageImport size={16} />}
              onClick={() => set({ organizationImport: 'new' })}
            >
              Import organization
            </Menu.Item>
          )}
          <Menu.Item
            component="a"
            href={
              search.organizations
                ? client.url('organisations.export', {
                    params: { region, workspaceId },
                    query: { q: search.q, sort: search.orgSort },
                  })
                : client.url('clients.export', { params: { region, workspaceId }, query: askedFor(search) })
            }
            download
            leftSection={<IconDownload size={16} />}
          >
            Export CSV
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {manages && (
        <>
          {!inMenu && (
            <Button
              variant={ofClients ? 'default' : 'filled'}
              leftSection={<IconPlus size={16} />}
              onClick={() => set({ organization: 'new' })}
            >
              New organization
            </Button>
          )}
          {ofClients && (
            <Button
              leftSection={<IconPlus size={16} />}
              disabled={full === undefined}
              onClick={() => add({ client: 'new' })}
            >
              New client
            </Button>
          )}
        </>
      )}
    </>
  )
}

function Clients() {
  const place = useWorkspace()
  const search = route.useSearch()
  const set = useSet()
  const manages = useMay()('client.manage')
  const organisations = useQuery(organisationNamesQuery(place))
  const clients = useInfiniteQuery(clientsQuery(place, search))
  const items = clients.data?.pages.flatMap((page) => page.items)
  const [newest] = clients.data?.pages ?? []
  const queryClient = useQueryClient()
  const selection = useSelection({ one: 'client', many: 'clients' }, clients, () =>
    clientsAgain(queryClient, place.region),
  )
  const narrowed = Boolean(search.q || search.org)
  const none = items?.length === 0 && !clients.hasNextPage
  // What to do about it depends on whether there is an organization.
  const pending = clients.isPending || (none && organisations.isPending)
  const first = organisations.data?.length === 0
  return (
    <Stack gap="md">
      {(narrowed || !none || pending) && (
        <Group gap="sm">
          <SearchField
            label="Search clients"
            placeholder="Search by name or email"
            className={styles.search}
            value={search.q}
            onSearch={(q) => set({ q })}
          />
          <Select
            aria-label="Organization"
            placeholder="All organizations"
            clearable
            searchable
            w={{ base: '100%', xs: 200 }}
            data={(organisations.data ?? []).map(({ ID, name }) => ({ value: ID, label: name }))}
            value={organisations.data ? (search.org ?? null) : null}
            onChange={(org) => set({ org: org ?? undefined })}
          />
          <SortField
            names={clientSortNames}
            value={search.sort ?? 'newest'}
            onChange={(sort) => set({ sort: sort === 'newest' ? undefined : sort })}
          />
          {newest && (
            <span className="tabular">
              {count(newest.clients)} of {count(newest.seats)} {newest.seats === 1 ? 'seat' : 'seats'} used
            </span>
          )}
        </Group>
      )}
      {pending && <LoadingRows rows={6} height={60} />}
      {clients.isError && !items && (
        <FailedList
          title="The clients could not be loaded"
          error={clients.error}
          onRetry={() => clients.refetch()}
        />
      )}
      {none && !pending && (
        <EmptyList
          icon={<IconUsersGroup size={24} />}
          title={narrowed ? 'No clients found' : 'No clients yet'}
          explanation={
            narrowed
              ? 'No clients match the search and filters.'
              : first
                ? 'Clients belong to an organization. Add one first, then the people who work there.'
                : 'Add the people who may see their agents in the dashboard of your agency.'
          }
          action={
            narrowed ? (
              <Button variant="default" onClick={() => set({ q: undefined, org: undefined })}>
                Clear search and filters
              </Button>
            ) : undefined
          }
        />
      )}
      {items && items.length > 0 && (
        <ClientTable
          clients={items}
          selected={manages ? selection.ids : undefined}
          onSelect={selection.select}
        />
      )}
      {clients.hasNextPage && (
        <MoreWhenSeen loading={clients.isFetchingNextPage} onMore={clients.fetchNextPage} />
      )}
      {selection.chosen.length > 0 && (
        <ClientSelectionBar selection={selection} organisations={organisations.data ?? []} />
      )}
    </Stack>
  )
}

function Organisations() {
  const search = route.useSearch()
  const set = useSet()
  const place = useWorkspace()
  const organisations = useInfiniteQuery(organisationsQuery(place, search))
  const [first] = organisations.data?.pages ?? []
  const found = organisations.data?.pages.flatMap(({ items }) => items)
  const manages = useMay()('client.manage')
  const queryClient = useQueryClient()
  const selection = useSelection({ one: 'organization', many: 'organizations' }, organisations, () =>
    organisationsAgain(queryClient, place.region),
  )
  return (
    <Stack gap="md">
      {first?.total !== 0 && (
        <Group gap="sm">
          <SearchField
            label="Search organizations"
            placeholder="Search by name"
            className={styles.search}
            value={search.q}
            onSearch={(q) => set({ q })}
          />
          <SortField
            names={organisationSortNames}
            value={search.orgSort ?? 'name'}
            onChange={(sort) => set({ orgSort: sort === 'name' ? undefined : sort })}
          />
        </Group>
      )}
      {organisations.isPending && <LoadingRows rows={4} height={60} />}
      {organisations.isError && !found && (
        <FailedList
          title="The organizations could not be loaded"
          error={organisations.error}
          onRetry={() => organisations.refetch()}
        />
      )}
      {found?.length === 0 && (
        <EmptyList
          icon={<IconBuildingCommunity size={24} />}
          title={search.q ? 'No organizations found' : 'No organizations yet'}
          explanation={
            search.q
              ? 'No organizations match the search.'
              : 'An organization is a company you work for: its people share agents and defaults.'
          }
          action={
            search.q && (
              <Button variant="default" onClick={() => set({ q: undefined })}>
                Clear search
              </Button>
            )
          }
        />
      )}
      {found && found.length > 0 && (
        <OrganisationTable
          organisations={found}
          selected={manages ? selection.ids : undefined}
          onSelect={selection.select}
        />
      )}
      {organisations.hasNextPage && (
        <MoreWhenSeen loading={organisations.isFetchingNextPage} onMore={organisations.fetchNextPage} />
      )}
      {selection.chosen.length > 0 && <OrganisationSelectionBar selection={selection} />}
    </Stack>
  )
}

function SortField<Sort extends string>(props: {
  names: Record<Sort, string>
  value: Sort
  onChange: (sort: Sort) => void
}) {
  const names = Object.entries<string>(props.names)
  return (
    <Select
      aria-label="Sort"
      allowDeselect={false}
      w={150}
      data={names.map(([value, label]) => ({ value, label }))}
      value={props.value}
      onChange={(value) => {
        if (value !== null && Object.hasOwn(props.names, value)) props.onChange(value as Sort)
      }}
    />
  )
}
