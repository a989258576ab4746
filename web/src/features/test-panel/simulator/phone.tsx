import { Button, Text, UnstyledButton } from '@mantine/core'
import { channelLabels, type SimulatedKind } from '@parley/contracts/channel/names.ts'
import type { SimulatedRequest } from '@parley/contracts/channel/simulation-endpoints.ts'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { ChannelIcon } from '../../../design/channel-icons.tsx'
import { NameAvatar } from '../../../design/name-avatar.tsx'
import { scrollable } from '../../../design/scrollable.ts'
import { failureNames } from '../../../shell/delivery-words.ts'
import { Failed } from '../log.tsx'
import { type TestMessage, textOf } from '../transcript.ts'
import { BubbleView } from './bubble.tsx'
import { type Act, bubbleOf } from './payload.ts'
import styles from './simulator.module.css'
import { type Entry, HOURS_LATER } from './timeline.ts'

type DeliveryFailure = keyof typeof failureNames
type Result = { id: string; requests: SimulatedRequest[]; notSent?: DeliveryFailure | undefined }

type PhoneProps = {
  kind: SimulatedKind
  name: string
  picture: string | undefined
  entries: readonly Entry[]
  results: readonly Result[]
  loading: boolean
  answering: boolean
  /** Absent while the agent answers. */
  onAct: ((act: Act) => void) | undefined
  onRetry: (message: TestMessage) => void
}

/** The chat as the contact's app shows it. */
export function Phone(props: PhoneProps) {
  const { kind, name, entries } = props
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const shown = useRef(0)
  const last = entries.at(-1)
  const results = new Map(props.results.map((result) => [result.id, result]))

  // Whatever is rendered, here or beside it, may move the end.
  useLayoutEffect(() => {
    const { current } = box
    const grew = entries.length > shown.current
    shown.current = entries.length
    const isOwn = grew && last?.type !== 'agent'
    if (current && (atEnd.current || isOwn)) current.scrollTop = current.scrollHeight
  })
  const onScroll = () => {
    const { current } = box
    if (current) atEnd.current = current.scrollTop + current.clientHeight > current.scrollHeight - 40
  }

  return (
    <div className={styles.frame}>
      <div className={styles.phone} data-channel={kind}>
        <div className={styles.head}>
          <NameAvatar name={name} src={props.picture || null} size={32} aria-hidden />
          <div className={styles.names}>
            <bdi className={styles.name}>{name}</bdi>
            <span className={styles.under}>{under[kind]}</span>
          </div>
          <ChannelIcon of={kind} size={20} />
        </div>
        <div
          ref={box}
          className={styles.screen}
          role="log"
          aria-label={`Conversation on ${channelLabels[kind]}`}
          {...scrollable}
          onScroll={onScroll}
        >
          {entries.length === 0 && <Opening kind={kind} onAct={props.onAct} />}
          {entries.map((entry, nth) => (
            <EntryView
              key={keyOf(entry)}
              {...props}
              entry={entry}
              result={results.get(keyOf(entry))}
              isLast={nth === entries.length - 1}
            />
          ))}
          {props.answering && (
            <div className={styles.typing} role="status" aria-label="The agent is typing">
              <span />
              <span />
              <span />
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

const under: Record<SimulatedKind, string> = {
  ...{ whatsapp: 'Business account', instagram: 'Instagram', messenger: 'Messenger' },
  ...{ discord: 'Text channel', telegram: 'bot' },
}

function keyOf(entry: Entry): string {
  if (entry.type === 'opened') return 'opened'
  if (entry.type === 'failed') return `failed ${entry.message.id}`
  return 'id' in entry ? entry.id : entry.message.id
}

/** Nothing was said yet: a chat with a bot of Telegram is opened, any other begins with what the contact writes. */
function Opening(props: { kind: SimulatedKind; onAct: ((act: Act) => void) | undefined }) {
  const { kind, onAct } = props
  return (
    <div className={styles.opening}>
      <span className={styles.note}>
        {kind === 'telegram' ? 'Start the bot, or write to it.' : 'Write as the contact to begin.'}
      </span>
      {kind === 'telegram' && (
        <Button size="sm" onClick={() => onAct?.({ type: 'open' })} disabled={!onAct}>
          Start
        </Button>
      )}
    </div>
  )
}

function EntryView(props: PhoneProps & { entry: Entry; result: Result | undefined; isLast: boolean }) {
  const { entry, kind, result } = props
  switch (entry.type) {
    case 'later':
      return <span className={styles.note}>{HOURS_LATER} hours later</span>
    case 'opened':
      return <Own kind={kind} words="/start" />
    case 'failed':
      return (
        <Failed
          text={entry.message.problem ?? textOf(entry.message)}
          busy={props.answering}
          onRetry={() => props.onRetry(entry.message)}
        />
      )
    case 'contact':
      // The apps of others show what was pressed as a message.
      if (entry.pressed && kind === 'telegram')
        return <span className={styles.note}>Pressed “{entry.words}”</span>
      return (
        <Own kind={kind} words={entry.words} recordings={recordingsIn(entry.message)} atMs={entry.atMs} />
      )
    case 'agent':
    case 'team':
      return <Sent {...props} atMs={entry.atMs} by={entry.type} result={result} />
  }
}

type Recording = { name: string; url: string }

const recordingsIn = ({ blocks }: TestMessage): Recording[] =>
  blocks.flatMap((block) =>
    block.type === 'file' && block.mimeType.startsWith('audio/') && block.url?.startsWith('/')
      ? { name: block.name, url: block.url }
      : [],
  )

function Own(props: {
  kind: SimulatedKind
  words: string
  recordings?: readonly Recording[]
  atMs?: number
}) {
  return (
    <div className={styles.own}>
      {props.kind === 'discord' && <span className={styles.author}>You</span>}
      <div className={styles.bubble} dir="auto">
        {props.words}
        {props.recordings?.map(({ name, url }) => (
          // biome-ignore lint/a11y/useMediaCaption: of what the tester has chosen there is no text
          <audio
            key={url}
            className={styles.recording}
            src={url}
            controls
            preload="metadata"
            aria-label={name}
          />
        ))}
        {props.atMs !== undefined && <Time atMs={props.atMs} />}
      </div>
    </div>
  )
}

function Sent(
  props: Pick<PhoneProps, 'kind' | 'name' | 'onAct' | 'loading'> & {
    result: Result | undefined
    isLast: boolean
    by: 'agent' | 'team'
    atMs: number
  },
) {
  const { kind, result, by } = props
  if (!result)
    return props.loading ? <div className={styles.waiting} role="status" aria-label="Loading" /> : null
  return (
    <div className={styles.theirs}>
      {(kind === 'discord' || by === 'team') && (
        <span className={styles.author}>
          <bdi>{by === 'team' ? 'Your team' : props.name}</bdi>
        </span>
      )}
      {result.requests.map((request, nth) => (
        <BubbleView
          // biome-ignore lint/suspicious/noArrayIndexKey: the requests of a message never change
          key={nth}
          kind={kind}
          bubble={bubbleOf(kind, request)}
          agent={props.name}
          isLast={props.isLast && nth === result.requests.length - 1}
          onAct={props.onAct}
        >
          <Time atMs={props.atMs} />
        </BubbleView>
      ))}
      {result.notSent && (
        <Text size="xs" className={styles.notSent}>
          Not sent: {failureNames[result.notSent]}.
        </Text>
      )}
      {result.requests.length > 0 && <Requests requests={result.requests} />}
    </div>
  )
}

function Time({ atMs }: { atMs: number }) {
  return (
    <time className={styles.time} dateTime={new Date(atMs).toISOString()}>
      {new Date(atMs).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}
    </time>
  )
}

/** The requests themselves, opened below what they show. */
function Requests({ requests }: { requests: readonly SimulatedRequest[] }) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  return (
    <>
      <UnstyledButton
        className={styles.toggle}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {requests.length === 1 ? 'Request' : `${requests.length} requests`}
      </UnstyledButton>
      <div id={id} className={styles.requests} hidden={!opened}>
        {opened &&
          requests.map(({ method, path, body }, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the requests of a message never change
            <pre key={nth} className={styles.request} dir="ltr" {...scrollable}>
              {method} {path}
              {'\n'}
              {JSON.stringify(body, null, 2)}
            </pre>
          ))}
      </div>
    </>
  )
}
