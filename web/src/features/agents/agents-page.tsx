import { Button, Center, SimpleGrid, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { AgentListItem } from '@parley/contracts/agent/endpoints.ts'
import { IconPlus, IconRobot, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ButtonLink } from '../../design/links.tsx'
import { Page } from '../../design/page.tsx'
import { EmptyList, FailedList } from '../../design/states.tsx'
import { agentsQuery } from '../../server/queries.ts'
import { DeleteAgentDialog } from '../../shell/delete-agent-dialog.tsx'
import { useWorkspace } from '../../shell/places.ts'
import { AgentCard } from './agent-card.tsx'
import styles from './agents-page.module.css'
import { RenameAgentDialog } from './rename-agent-dialog.tsx'

const route = getRouteApi('/app/$region/agents')
const searchDelayMs = 300

/** The agents of the workspace, last modified first. */
export function AgentsPage() {
  const { workspaceId, region } = useWorkspace()
  const { q = '' } = route.useSearch()
  const agents = useInfiniteQuery(agentsQuery(region, workspaceId, q))
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
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md">
        {items.map((agent) => (
          <AgentCard
            key={agent.ID}
            agent={agent}
            region={region}
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

function NoAgents() {
  return (
    <EmptyList
      icon={<IconRobot size={24} />}
      title="Create your first agent"
      explanation="Choose a template, give it what it should know, try it in the test panel and put it on your website with one line."
      action={<NewAgentButton />}
    />
  )
}

function LoadingCards() {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md" aria-busy aria-label="Loading" role="status">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
        <Skeleton key={card} height={154} radius="md" />
      ))}
    </SimpleGrid>
  )
}
