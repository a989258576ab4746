import { Button, Card, Center, SimpleGrid, Skeleton, Text, TextInput, ThemeIcon, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { AgentListItem } from '@parley/contracts/agent/endpoints.ts'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { ButtonLink } from '../../design/links.tsx'
import wholeRow from '../../design/lists/whole-row-link.module.css'
import { EmptyList, FailedList } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { lazyComponent } from '../../server/lazy-component.ts'
import { agentsQuery } from '../../server/queries.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { AgentCard } from './agent-card.tsx'
import styles from './agents-page.module.css'
import { type TemplateChoice, templates } from './templates.ts'

const RenameAgentDialog = lazyComponent(() => import('./rename-agent-dialog.tsx'), 'RenameAgentDialog')
const DeleteAgentDialog = lazyComponent(
  () => import('../../shell/agent/delete-agent-dialog.tsx'),
  'DeleteAgentDialog',
)

/** Before one is chosen, so that it opens at once. */
function loadDialogs(): void {
  void RenameAgentDialog.preload?.()
  void DeleteAgentDialog.preload?.()
}

const route = getRouteApi('/app/$region/agents')
const searchDelayMs = 300

/** The agents of the workspace, last modified first. */
export function AgentsPage() {
  const { workspaceId, region } = useWorkspace()
  const { q = '' } = route.useSearch()
  const agents = useInfiniteQuery(agentsQuery(region, workspaceId, q, true))
  const [renaming, setRenaming] = useState<AgentListItem>()
  const [deleting, setDeleting] = useState<AgentListItem>()
  const items = agents.data?.pages.flatMap((page) => page.items) ?? []
  const none = agents.isSuccess && items.length === 0

  return (
    <Page
      title="Agents"
      purpose="Each agent answers your visitors with its own prompt, flow and knowledge."
      actions={
        (!none || q !== '') && (
          <>
            <SearchField q={q} />
            {/* On phones the side nav with its button is hidden. */}
            <NewAgentButton hiddenFrom="sm" />
          </>
        )
      }
      wide
    >
      {agents.isPending && <LoadingCards />}
      {agents.isError && (
        <FailedList
          title="Your agents could not be loaded"
          error={agents.error}
          onRetry={() => agents.refetch()}
        />
      )}
      {none && q === '' && <NoAgents />}
      {none && q !== '' && (
        <EmptyList
          icon={<IconSearch size={24} />}
          title={`No agent matches “${q}”`}
          explanation="Names and descriptions are searched."
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing={{ base: 'xs', xs: 'md' }}>
        {items.map((agent) => (
          <AgentCard
            key={agent.ID}
            agent={agent}
            region={region}
            onMenu={loadDialogs}
            onRename={() => setRenaming(agent)}
            onDelete={() => setDeleting(agent)}
          />
        ))}
      </SimpleGrid>
      {agents.hasNextPage && (
        <Center mt="lg">
          <Button
            variant="default"
            onClick={() => agents.fetchNextPage()}
            loading={agents.isFetchingNextPage}
          >
            Show more
          </Button>
        </Center>
      )}
      <Suspense fallback={null}>
        {renaming && (
          <RenameAgentDialog agent={renaming} region={region} onClose={() => setRenaming(undefined)} />
        )}
        {deleting && (
          <DeleteAgentDialog
            place={{ region, agentId: deleting.ID }}
            title={deleting.title}
            onClose={() => setDeleting(undefined)}
          />
        )}
      </Suspense>
    </Page>
  )
}

function SearchField(props: { q: string }) {
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState(props.q)
  const search = useDebouncedCallback(
    (q: string) => navigate({ search: (now) => ({ ...now, q: q || undefined }), replace: true }),
    searchDelayMs,
  )
  return (
    <TextInput
      type="search"
      placeholder="Search agents"
      aria-label="Search agents"
      leftSection={<IconSearch size={16} />}
      className={styles.search}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value.trim())
      }}
    />
  )
}

function NewAgentButton(props: { hiddenFrom?: 'sm' }) {
  const { region } = useWorkspace()
  return (
    <ButtonLink
      to="/app/$region/agents"
      params={{ region }}
      search={{ newAgent: true }}
      leftSection={<IconPlus size={16} />}
      {...props}
    >
      New Agent
    </ButtonLink>
  )
}

/** The templates to begin with; choosing one opens New Agent with it. */
function NoAgents() {
  return (
    <section aria-labelledby="first-agent">
      <Title order={2} size="h3" id="first-agent">
        Create your first agent
      </Title>
      <Text c="dimmed" mt={4} mb="md" maw={620}>
        Choose a template, give it what it should know, try it in the test panel and put it on your website
        with one line.
      </Text>
      <ul className={styles.templates}>
        {templates.map((template) => (
          <Card
            key={template.key}
            component="li"
            padding="md"
            className={`${wholeRow.row} ${styles.template}`}
          >
            <ThemeIcon variant="light" size={36} aria-hidden>
              <template.icon size={20} stroke={1.75} />
            </ThemeIcon>
            <div>
              <TemplateLink template={template} />
              <Text c="dimmed" mt={2}>
                {template.description}
              </Text>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  )
}

function TemplateLink({ template }: { template: TemplateChoice }) {
  const { region } = useWorkspace()
  return (
    <Link
      to="/app/$region/agents"
      params={{ region }}
      search={{ newAgent: template.key }}
      className={`${wholeRow.link} ${styles.templateLink}`}
    >
      {template.name}
    </Link>
  )
}

function LoadingCards() {
  return (
    <SimpleGrid
      cols={{ base: 1, xs: 2, lg: 3 }}
      spacing={{ base: 'xs', xs: 'md' }}
      aria-busy
      aria-label="Loading"
      role="status"
      className={styles.cards}
    >
      {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
        <Skeleton key={card} height="var(--card-height)" radius="md" />
      ))}
    </SimpleGrid>
  )
}
