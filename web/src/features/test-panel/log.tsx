import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { exactTime } from '../../design/dates/moment.tsx'
import { Blocks } from '../../design/messages/blocks.tsx'
import { scrollable } from '../../design/scrollable.ts'
import { ReplyTrace, type Traced } from './reply-trace.tsx'
import styles from './test-panel.module.css'
import { isReply, type TestMessage, textOf } from './transcript.ts'

type Log = {
  messages: readonly TestMessage[]
  answering: boolean
  onSay: (text: string) => void
  onRetry: (message: TestMessage) => void
  traced: Traced | undefined
}

/** The messages of the test conversation. Stays scrolled to the end while the user is there. */
export function Log(props: Log) {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const last = props.messages.at(-1)
  const waiting = props.answering && last?.role === 'visitor'

  // biome-ignore lint/correctness/useExhaustiveDependencies: any added content moves the end
  useLayoutEffect(() => {
    const { current } = box
    if (current && (atEnd.current || last?.role === 'visitor')) current.scrollTop = current.scrollHeight
  }, [props.messages, waiting])

  const onScroll = () => {
    const { current } = box
    if (current) atEnd.current = current.scrollTop + current.clientHeight > current.scrollHeight - 40
  }

  return (
    <div
      ref={box}
      className={styles.log}
      role="log"
      aria-label="Conversation"
      {...scrollable}
      onScroll={onScroll}
    >
      {props.messages.length === 0 && (
        <Text c="dimmed" ta="center" m="auto" maw={260}>
          This agent has no first message. Write one to start.
        </Text>
      )}
      {props.messages.map((message) => (
        <Message
          key={message.id}
          message={message}
          onSay={message === last && !props.answering ? props.onSay : undefined}
          onRetry={() => props.onRetry(message)}
          busy={props.answering}
          traced={isReply(props.messages, message) ? props.traced : undefined}
        />
      ))}
      {waiting && (
        <div className={styles.typing} role="status" aria-label="The agent is typing">
          <span />
          <span />
          <span />
        </div>
      )}
    </div>
  )
}

function Message(props: {
  message: TestMessage
  onSay: ((text: string) => void) | undefined
  onRetry: () => void
  busy: boolean
  traced: Traced | undefined
}) {
  const { message, traced } = props
  if (message.failed) return <Failed text={textOf(message)} onRetry={props.onRetry} busy={props.busy} />
  const own = message.role === 'visitor'
  return (
    <div className={own ? styles.own : styles.theirs} title={exactTime(new Date(message.at))}>
      <Blocks blocks={message.blocks} own={own} onSay={props.onSay} />
      {message.partial === 'stopped' && (
        <Text size="xs" c="dimmed">
          Stopped
        </Text>
      )}
      {message.sources && message.sources.length > 0 && (
        <Text size="xs" c="dimmed">
          From {message.sources.map(({ name }) => name).join(', ')}
        </Text>
      )}
      {traced && <ReplyTrace traced={traced} messageId={message.id} />}
      {message.problem && <Failed text={message.problem} onRetry={props.onRetry} busy={props.busy} />}
    </div>
  )
}

/** A message that has no reply, with why, and what can be done. */
export function Failed(props: { text: string; onRetry: () => void; busy: boolean }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} p="sm" role="alert">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <span>{props.text}</span>
        <Button size="compact-sm" variant="default" flex="none" onClick={props.onRetry} disabled={props.busy}>
          Try again
        </Button>
      </Group>
    </Alert>
  )
}
