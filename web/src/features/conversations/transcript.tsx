import { Alert, Anchor, Button, Center, Group, Loader, Stack, Text, Title, Tooltip } from '@mantine/core'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationDetail } from '@parley/contracts/conversation/reading-endpoints.ts'
import { safeLink } from '@parley/contracts/conversation/safe-url.ts'
import { IconAlertTriangle, IconArrowLeft, IconBook2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { CopyIcon } from '../../design/copy-field.tsx'
import { daysOf } from '../../design/days.ts'
import { ActionIconLink, AnchorLink } from '../../design/links.tsx'
import { Blocks } from '../../design/messages/blocks.tsx'
import { exactTime } from '../../design/moment.tsx'
import { scrollable } from '../../design/scrollable.ts'
import { messageOf } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/places.ts'
import { channelName, creditsOf, messagesOf } from './conversation-words.ts'
import styles from './conversations.module.css'
import { conversationQuery } from './queries.ts'

const route = getRouteApi('/app/$region/agents/$agentId/convos')

/** One conversation as its visitor saw it, and what each reply was drawn from. New messages appear at once. */
export function Transcript(props: { conversationId: string }) {
  const conversation = useQuery(conversationQuery(useAgentPlace(), props.conversationId))
  return (
    <section className={styles.transcript} aria-label="Transcript">
      {conversation.isPending && (
        <Center flex={1} role="status" aria-label="Loading">
          <Loader color="gray" />
        </Center>
      )}
      {conversation.isError && (
        <Center flex={1} p="lg">
          <Stack align="center" gap="sm" ta="center" role="alert">
            <Text fw={700}>The conversation could not be loaded</Text>
            <Text c="dimmed">{messageOf(conversation.error)}</Text>
            <Button variant="default" onClick={() => conversation.refetch()}>
              Try again
            </Button>
          </Stack>
        </Center>
      )}
      {conversation.data && (
        <>
          <TranscriptHead conversation={conversation.data} />
          <Messages messages={conversation.data.transcript} />
        </>
      )}
    </section>
  )
}

function TranscriptHead(props: { conversation: ConversationDetail }) {
  const { conversation } = props
  const page = safeLink(conversation.pageUrl)
  const facts: ReactNode[] = [
    messagesOf(conversation.messages),
    ...(conversation.cost > 0 ? [creditsOf(conversation.cost)] : []),
    ...(conversation.lang ? [languageName(conversation.lang)] : []),
    ...[conversation.browser, conversation.platform].filter(Boolean),
  ]
  return (
    <div className={styles.transcriptHead}>
      <ActionIconLink
        from="/app/$region/agents/$agentId/convos"
        to="."
        search={(search) => ({ ...search, conversation: undefined })}
        variant="subtle"
        color="gray"
        aria-label="Back to the list"
        className={styles.back}
      >
        <IconArrowLeft size={18} />
      </ActionIconLink>
      <div className={styles.transcriptTitle}>
        <Title order={2} size="h3">
          {channelName(conversation.channel)}, {exactTime(new Date(conversation.startedAt))}
        </Title>
        <Text size="xs" c="dimmed" truncate title={facts.join(' · ')}>
          {facts.join(' · ')}
        </Text>
        {page && (
          <Anchor
            size="xs"
            href={page}
            target="_blank"
            rel="noopener noreferrer"
            truncate
            display="block"
            title={page}
          >
            {page.replace(/^https?:\/\//, '')}
          </Anchor>
        )}
      </div>
      <CopyIcon value={window.location.href} label="link" />
    </div>
  )
}

function Messages(props: { messages: readonly MessageView[] }) {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is added moves the end
  useLayoutEffect(() => {
    const { current } = box
    if (current && atEnd.current) current.scrollTop = current.scrollHeight
  }, [props.messages])
  const onScroll = () => {
    const { current } = box
    if (current) atEnd.current = current.scrollTop + current.clientHeight > current.scrollHeight - 60
  }
  return (
    <div
      ref={box}
      className={styles.messages}
      onScroll={onScroll}
      role="log"
      aria-label="Messages"
      {...scrollable}
    >
      {props.messages.length === 0 && (
        <Text c="dimmed" ta="center" m="auto">
          Nothing was said.
        </Text>
      )}
      {daysOf(props.messages, ({ at }) => at).map((day) => (
        <div key={day.day} className={styles.day}>
          <Text size="xs" c="dimmed" fw={500} ta="center">
            {day.label}
          </Text>
          {day.items.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </div>
      ))}
    </div>
  )
}

const speakers = { visitor: 'Visitor', agent: 'Agent', human: 'Team', system: 'Notice' } as const

function Message(props: { message: MessageView }) {
  const { message } = props
  const own = message.role === 'visitor'
  if (message.failed)
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} />} p="sm" title="No reply could be given">
        {message.blocks.map((block) => (block.type === 'text' ? block.text : '')).join(' ')}
      </Alert>
    )
  return (
    <div className={own ? styles.own : styles.theirs}>
      <Blocks blocks={message.blocks} own={own} />
      <Group gap={6} className={styles.meta}>
        <Text size="xs" c="dimmed">
          {speakers[message.role]}
        </Text>
        <Tooltip label={exactTime(new Date(message.at))}>
          <Text size="xs" c="dimmed" component="time" dateTime={message.at} className="tabular">
            {new Date(message.at).toLocaleTimeString(undefined, { timeStyle: 'short' })}
          </Text>
        </Tooltip>
        {message.sources?.map((source) => (
          <SourceLink key={source.sourceId} source={source} />
        ))}
      </Group>
    </div>
  )
}

function SourceLink(props: { source: { sourceId: string; name: string } }) {
  const place = useAgentPlace()
  const { showDebugger } = route.useSearch()
  return (
    <AnchorLink
      to="/app/$region/agents/$agentId/kb"
      params={place}
      search={{ source: props.source.sourceId, showDebugger }}
      size="xs"
      className={styles.sourceLink}
      title={`From the knowledge source ${props.source.name}`}
    >
      <IconBook2 size={13} aria-hidden />
      {props.source.name}
    </AnchorLink>
  )
}

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(undefined, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
