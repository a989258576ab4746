import { Badge, Button, Table, Text } from '@mantine/core'
import type { PromptListItem } from '@parley/contracts/integration/prompt-endpoints.ts'
import { IconNotes, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Moment } from '../../design/dates/moment.tsx'
import { SearchField } from '../../design/fields/search-field.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { ListTable } from '../../design/lists/list-table.tsx'
import { MoreWhenSeen } from '../../design/lists/more-when-seen.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { useMay } from '../../shell/access/use-may.ts'
import { NewPrompt } from '../../shell/agent/new-prompt.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { agentsWords } from '../../shell/used-by.tsx'
import styles from './prompts.module.css'
import { promptsQuery } from './queries.ts'

const route = getRouteApi('/app/$region/prompts')

/** The library of prompts of the workspace. */
export function PromptsPage() {
  const workspace = useWorkspace()
  const { q, create } = route.useSearch()
  const navigate = route.useNavigate()
  const manages = useMay()('prompt.manage')
  const prompts = useInfiniteQuery(promptsQuery(workspace, q))
  const items = prompts.data?.pages.flatMap((page) => page.items)
  const none = items?.length === 0
  const open = (opened: boolean) =>
    void navigate({ search: (search) => ({ ...search, create: opened || undefined }) })
  const search = (words: string | undefined) => void navigate({ search: { q: words }, replace: true })
  const button = manages && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open(true)}>
      New prompt
    </Button>
  )
  return (
    <Page
      wide
      title="Prompts"
      purpose="Texts that many agents share: change one here, publish it, and every agent that refers to it follows."
      actions={(!none || q !== undefined) && button}
    >
      {(!none || q !== undefined) && (
        <SearchField
          label="Search prompts"
          placeholder="Search names and descriptions"
          className={styles.search ?? ''}
          value={q}
          onSearch={search}
        />
      )}
      {prompts.isPending && <LoadingRows rows={4} height={60} />}
      {prompts.isError && !items && (
        <FailedList
          title="The prompts could not be loaded"
          error={prompts.error}
          onRetry={() => prompts.refetch()}
        />
      )}
      {none && q === undefined && (
        <EmptyList
          icon={<IconNotes size={24} />}
          title="No prompts yet"
          explanation="Keep what several agents are told, such as the tone of voice or the returns policy, in one place, and refer to it from their system prompts."
          action={button || undefined}
        />
      )}
      {none && q !== undefined && (
        <EmptyList
          icon={<IconNotes size={24} />}
          title="No prompts found"
          explanation="No name or description has these words."
          action={
            <Button variant="default" onClick={() => search(undefined)}>
              Clear search
            </Button>
          }
        />
      )}
      {items && items.length > 0 && <PromptTable prompts={items} />}
      {prompts.hasNextPage && (
        <MoreWhenSeen loading={prompts.isFetchingNextPage} onMore={prompts.fetchNextPage} />
      )}
      {create && manages && (
        <NewPrompt
          onCreated={(promptId) =>
            void navigate({
              to: '/app/$region/prompts/$promptId',
              params: { region: workspace.region, promptId },
              search: {},
            })
          }
          onClose={() => open(false)}
        />
      )}
    </Page>
  )
}

function PromptTable({ prompts }: { prompts: PromptListItem[] }) {
  const { region } = useWorkspace()
  return (
    <ListTable
      className={styles.table}
      head={
        <>
          <Table.Th>Prompt</Table.Th>
          <Table.Th data-variables>Variables</Table.Th>
          <Table.Th data-narrow>Used by</Table.Th>
          <Table.Th data-wide>Version</Table.Th>
          <Table.Th data-updated>Updated</Table.Th>
        </>
      }
    >
      {prompts.map((prompt) => (
        <Table.Tr key={prompt.promptId}>
          <Table.Td data-cell="title">
            <AnchorLink
              to="/app/$region/prompts/$promptId"
              params={{ region, promptId: prompt.promptId }}
              fw={600}
              underline="hover"
              c="var(--mantine-color-text)"
            >
              <bdi>{prompt.name}</bdi>
            </AnchorLink>
            {prompt.description && (
              <Text size="sm" c="dimmed" lineClamp={2}>
                <bdi>{prompt.description}</bdi>
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <Variables names={prompt.variables} />
          </Table.Td>
          <Table.Td data-cell="line">
            <Text component="span" inherit c="dimmed">
              {agentsWords(prompt.agents)}
            </Text>
          </Table.Td>
          <Table.Td data-cell="aside">
            Version {prompt.version}
            {prompt.version !== prompt.published && (
              <Badge variant="light" ms="xs">
                Unpublished
              </Badge>
            )}
          </Table.Td>
          <Table.Td data-cell="end">
            <Text component="span" inherit c="dimmed">
              <Moment at={prompt.updatedAt} />
              {prompt.updatedBy && <span className={styles.by}> by {prompt.updatedBy}</span>}
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}

/** Those that are shown; how many more there are is said. */
const shownVariables = 3

function Variables({ names }: { names: readonly string[] }) {
  const more = names.length - shownVariables
  return (
    <Text size="sm" c="dimmed" title={names.join(', ')}>
      {names.slice(0, shownVariables).join(', ')}
      {more > 0 && ` and ${more} more`}
    </Text>
  )
}
