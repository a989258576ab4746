import { Badge, Group, Select, Stack, Text, Title, Tooltip } from '@mantine/core'
import type { ConversationListItem } from '@parley/contracts/conversation/reading-endpoints.ts'
import { IconAlertTriangle, IconMessages } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AnchorLink } from '../../design/links.tsx'
import { exactTime } from '../../design/moment.tsx'
import { MoreWhenSeen } from '../../design/more-when-seen.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/states.tsx'
import { useAgentPlace } from '../../shell/places.ts'
import { channelName, creditsOf, messagesOf, previewOf, shortTime } from './conversation-words.ts'
import styles from './conversations.module.css'
import { conversationsQuery } from './queries.ts'
import { channels } from './search.ts'

const route = getRouteApi('/app/$region/agents/$agentId/convos')

/** The newest first; more come in as the end is near. */
export function ConversationList(props: { opened: string | undefined }) {
  const { channel } = route.useSearch()
  const conversations = useInfiniteQuery(conversationsQuery(useAgentPlace(), channel))
  const items = conversations.data?.pages.flatMap((page) => page.items)
  return (
    <section className={styles.list} aria-label="Conversations">
      <ListHead />
      <div className={styles.items}>
        {conversations.isPending && <LoadingItems />}
        {conversations.isError && (
          <FailedList
            title="The conversations could not be loaded"
            error={conversations.error}
            onRetry={() => conversations.refetch()}
          />
        )}
        {items?.length === 0 && (
          <div className={styles.pad}>
            <EmptyList
              icon={<IconMessages size={24} />}
              title={channel ? `None by ${channelName(channel)}` : 'No conversations yet'}
              explanation="Choose another channel above to see the others."
            />
          </div>
        )}
        {items && items.length > 0 && (
          <ul className={styles.plain}>
            {items.map((item) => (
              <Item key={item.conversationId} item={item} opened={item.conversationId === props.opened} />
            ))}
          </ul>
        )}
        {conversations.hasNextPage && (
          <MoreWhenSeen loading={conversations.isFetchingNextPage} onMore={conversations.fetchNextPage} />
        )}
      </div>
    </section>
  )
}

function ListHead() {
  const { channel } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Group className={styles.head} justify="space-between" wrap="nowrap">
      <Title order={1} size="h2">
        Conversations
      </Title>
      <Select
        aria-label="Channel"
        size="xs"
        w={132}
        allowDeselect={false}
        checkIconPosition="right"
        value={channel ?? 'all'}
        onChange={(value) =>
          navigate({
            search: (search) => ({ ...search, channel: channels.find((each) => each === value) }),
            replace: true,
          })
        }
        data={[
          { value: 'all', label: 'All visitors' },
          ...channels.map((each) => ({ value: each, label: channelName(each) })),
        ]}
      />
    </Group>
  )
}

function Item(props: { item: ConversationListItem; opened: boolean }) {
  const { item } = props
  const place = useAgentPlace()
  return (
    <li>
      <AnchorLink
        to="/app/$region/agents/$agentId/convos"
        params={place}
        search={(search) => ({ ...search, conversation: item.conversationId })}
        className={styles.item}
        aria-current={props.opened || undefined}
        underline="never"
        c="var(--mantine-color-text)"
      >
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text size="xs" c="dimmed" fw={500}>
            {channelName(item.channel)}
          </Text>
          <Tooltip label={exactTime(new Date(item.lastMessageAt))}>
            <Text size="xs" c="dimmed" className="tabular" component="time" dateTime={item.lastMessageAt}>
              {shortTime(item.lastMessageAt)}
            </Text>
          </Tooltip>
        </Group>
        <Text lineClamp={2} className={styles.preview}>
          {previewOf(item)}
        </Text>
        <Group gap={8}>
          <Text size="xs" c="dimmed" className="tabular">
            {messagesOf(item.messages)}
            {item.cost > 0 && ` · ${creditsOf(item.cost)}`}
          </Text>
          {item.failed && (
            <Badge size="sm" variant="light" color="red" leftSection={<IconAlertTriangle size={11} />}>
              Failed reply
            </Badge>
          )}
        </Group>
      </AnchorLink>
    </li>
  )
}

function LoadingItems() {
  return (
    <Stack p="md">
      <LoadingRows rows={7} height={72} />
    </Stack>
  )
}
