import { Button, Center, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconMessage, IconMessageChatbot, IconMessages } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../../design/page.tsx'
import { EmptyList } from '../../design/states.tsx'
import { useAgentPlace } from '../../shell/places.ts'
import { ConversationList } from './conversation-list.tsx'
import styles from './conversations.module.css'
import { conversationsQuery } from './queries.ts'
import { Transcript } from './transcript.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/convos')

/** An inbox of two panes; on phones one after the other. */
export function ConversationsPage() {
  const { conversation, channel } = route.useSearch()
  const all = useInfiniteQuery(conversationsQuery(useAgentPlace(), undefined))
  const none = all.data?.pages[0]?.items.length === 0
  if (none && !channel && !conversation) return <NoConversations />
  return (
    <div className={styles.inbox} data-opened={conversation !== undefined || undefined}>
      <title>Conversations</title>
      <ConversationList opened={conversation} />
      {conversation ? <Transcript key={conversation} conversationId={conversation} /> : <NothingOpened />}
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
      </Stack>
    </Center>
  )
}

function NoConversations() {
  const navigate = route.useNavigate()
  return (
    <Page title="Conversations" purpose="What visitors ask, and what the agent answers, as it happens.">
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
