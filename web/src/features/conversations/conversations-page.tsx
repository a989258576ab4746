import { Button, Center, Group, Kbd, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconMessage, IconMessageChatbot, IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import { Page } from '../../design/page.tsx'
import { EmptyList } from '../../design/states.tsx'
import { useAgentPlace } from '../../shell/places.ts'
import { ConversationList, useInbox } from './conversation-list.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import styles from './conversations.module.css'
import { InboxSettingsDrawer } from './inbox-settings.tsx'
import { useLiveList } from './live-list.ts'
import { countsQuery } from './queries.ts'
import { filtersIn } from './search.ts'
import { useKeys } from './use-keys.ts'

const route = getRouteApi('/app/$region/agents/$agentId/convos')

/** An inbox of three panes; on phones one after the other. */
export function ConversationsPage() {
  const place = useAgentPlace()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const searchField = useRef<HTMLInputElement>(null)
  const list = useInbox()
  const { items = [], opened, inbox } = list
  useLiveList(place, search)

  const counts = useQuery(countsQuery(place))
  const open = (step: 1 | -1) => {
    const present = items.findIndex(({ conversationId }) => conversationId === opened)
    const next = items[present < 0 ? 0 : present + step]
    if (next)
      void navigate({ search: (before) => ({ ...before, conversation: next.conversationId }), replace: true })
    if (present + step > items.length - 20 && inbox.hasNextPage) void inbox.fetchNextPage()
  }
  useKeys({
    j: () => open(1),
    k: () => open(-1),
    '/': () => searchField.current?.focus(),
    Escape: () =>
      void navigate({ search: (before) => ({ ...before, conversation: undefined, about: undefined }) }),
  })

  const untouched = filtersIn(search).length === 0 && !search.q && !search.view && !opened
  if (untouched && counts.data?.all === 0)
    return (
      <>
        <NoConversations />
        <InboxSettingsDrawer />
      </>
    )
  return (
    <div
      className={styles.inbox}
      data-opened={opened !== undefined || undefined}
      data-about={search.about || undefined}
    >
      <title>Conversations</title>
      <ConversationList list={list} searchField={searchField} />
      {opened ? (
        <ConversationPane key={opened} conversationId={opened} onGone={() => open(1)} />
      ) : (
        <NothingOpened />
      )}
      <InboxSettingsDrawer />
    </div>
  )
}

function NothingOpened() {
  return (
    <Center className={styles.transcript} data-empty>
      <Stack align="center" gap="xs" c="dimmed">
        <ThemeIcon size={48} variant="light" color="gray" aria-hidden>
          <IconMessage size={24} stroke={1.75} />
        </ThemeIcon>
        <Text>Choose a conversation to read it</Text>
        <Text size="xs">
          <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> next and previous · <Kbd size="xs">/</Kbd> search
        </Text>
      </Stack>
    </Center>
  )
}

function NoConversations() {
  const navigate = route.useNavigate()
  return (
    <Page
      title="Conversations"
      purpose="What visitors ask, and what the agent answers, as it happens."
      actions={
        <Button
          variant="default"
          onClick={() => navigate({ search: (search) => ({ ...search, inboxSettings: true }) })}
        >
          Inbox settings
        </Button>
      }
    >
      <EmptyList
        icon={<IconMessages size={24} />}
        title="No conversations yet"
        explanation="Put the website script into a page, and every conversation of its visitors shows here at once. Or try the agent yourself; what you say in the test panel is listed under its channel."
        action={
          <Group justify="center" gap="sm">
            <Button onClick={() => navigate({ search: (search) => ({ ...search, panel: 'script' }) })}>
              Get the website script
            </Button>
            <Button
              variant="default"
              leftSection={<IconMessageChatbot size={18} stroke={1.75} />}
              onClick={() => navigate({ search: (search) => ({ ...search, showDebugger: true }) })}
            >
              Open the test panel
            </Button>
            <Button
              variant="subtle"
              onClick={() => navigate({ search: (search) => ({ ...search, channel: 'test-panel' }) })}
            >
              See tests
            </Button>
          </Group>
        }
      />
    </Page>
  )
}
