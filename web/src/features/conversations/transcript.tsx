import { ActionIcon, Alert, Button, Group, Popover, Text, Tooltip } from '@mantine/core'
import { failureReasons } from '@parley/contracts/analytics/figures.ts'
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationAct, NoteView } from '@parley/contracts/conversation/reading-endpoints.ts'
import {
  IconAlertTriangle,
  IconArrowDown,
  IconBook2,
  IconLanguage,
  IconNote,
  IconThumbDown,
  IconThumbUp,
  IconTrash,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fragment, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { daysOf } from '../../design/dates/days.ts'
import { exactTime } from '../../design/dates/moment.tsx'
import { locale, t } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import { MoreWhenSeen } from '../../design/lists/more-when-seen.tsx'
import { Blocks, type Forms, formsIn } from '../../design/messages/blocks.tsx'
import { Markdown } from '../../design/messages/markdown.tsx'
import { scrollable } from '../../design/scrollable.ts'
import { languageName } from '../../design/words/names.ts'
import { withParts } from '../../design/words/sentence.tsx'
import { visitorNameOf } from '../../design/words/visitor-name.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { deliveryNames, notDelivered } from '../../shell/delivery-words.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { actWords } from './act-words.tsx'
import { AddExchangeToTests } from './add-to-tests.tsx'
import { speakers } from './conversation-words.ts'
import styles from './conversations.module.css'
import { useTeam } from './list-filters.tsx'
import { earlierQuery } from './queries.ts'
import type { Detail } from './use-actions.ts'

const route = getRouteApi('/app/$region/agents/$agentId/convos')

type Entry = { at: string; key: string } & (
  | { message: MessageView }
  | { note: NoteView }
  | { act: ConversationAct }
)

/** Messages and notes in order of time. Loads earlier messages when the start comes near. */
export function Transcript(props: {
  conversation: Detail
  /** False while only cached data is shown. */
  upToDate: boolean
  visitorTypes: boolean
  onRemoveNote: (noteId: string) => void
}) {
  const { conversation } = props
  const { earlier, entries } = useEntries(conversation)
  const forms = useMemo(
    () => formsIn(entries.flatMap((entry) => ('message' in entry ? [entry.message] : []))),
    [entries],
  )
  const { box, away, toEnd } = useScroll(entries)
  const visitor = visitorNameOf(conversation)
  const newFrom = useNewFrom(conversation, props.upToDate, entries)
  return (
    <div className={styles.log}>
      <div ref={box} className={styles.messages} role="log" aria-label={t('Messages')} {...scrollable}>
        {earlier.more && <MoreWhenSeen loading={earlier.loading} onMore={earlier.load} />}
        {entries.length === 0 && (
          <Text c="dimmed" ta="center" m="auto">
            {t('No messages')}
          </Text>
        )}
        {daysOf(entries, ({ at }) => at).map((day) => (
          <div key={day.day} className={styles.day}>
            <Text size="xs" c="dimmed" fw={500} ta="center">
              {day.label}
            </Text>
            {day.items.map((entry) => (
              <Fragment key={entry.key}>
                {entry.key === newFrom && <div className={styles.newFrom}>{t('New')}</div>}
                {'act' in entry ? (
                  <Act act={entry.act} visitor={visitor} clientNames={conversation.clientNames} />
                ) : 'note' in entry ? (
                  <Note note={entry.note} onRemove={() => props.onRemoveNote(entry.note.noteId)} />
                ) : (
                  <Message message={entry.message} forms={forms} visitor={visitor} />
                )}
              </Fragment>
            ))}
          </div>
        ))}
        <Text size="xs" c="dimmed" className={styles.typing} role="status">
          {props.visitorTypes && t('The visitor is typing…')}
        </Text>
      </div>
      {away && (
        <Button
          size="xs"
          radius="xl"
          variant="default"
          className={styles.toEnd}
          leftSection={<IconArrowDown size={15} />}
          onClick={toEnd}
        >
          {t('Latest')}
        </Button>
      )}
    </div>
  )
}

/**
 * Returns the key of the first entry that was unread when the conversation was opened. The marker stays after the
 * messages are read.
 */
function useNewFrom(
  { unread, readUpTo }: Detail,
  upToDate: boolean,
  entries: readonly Entry[],
): string | undefined {
  const border = useRef<number>(undefined)
  if (upToDate) border.current ??= unread && readUpTo >= 0 ? readUpTo : Number.POSITIVE_INFINITY
  const { current = Number.POSITIVE_INFINITY } = border
  return entries.find((entry) => 'message' in entry && entry.message.index > current)?.key
}

/**
 * Merges messages, notes and what the team did by time. Notes older than the first loaded message are left out until earlier messages are
 * loaded.
 */
function useEntries(conversation: Detail) {
  const { conversationId, transcript, notes, acts } = conversation
  const place = useAgentPlace()
  // Fixed on mount, so that new messages do not shift the cursor for earlier ones.
  const border = useRef(conversation.earlier ? (transcript[0]?.index ?? 0) : 0)
  const query = useInfiniteQuery(earlierQuery(place, conversationId, border.current))
  const pages = query.data?.pages
  const more = border.current > 0 && (pages === undefined || query.hasNextPage)
  const entries = useMemo(() => {
    const before = (pages ?? []).toReversed().flatMap((page) => page.messages)
    const known = new Map([...before, ...transcript].map((message) => [message.index, message]))
    const messages = [...known.values()].sort((one, other) => one.index - other.index)
    const since = more ? (messages[0]?.at ?? '') : ''
    const all: Entry[] = [
      ...messages.map((message) => ({ at: message.at, key: `${message.index}`, message })),
      ...notes.filter(({ at }) => at >= since).map((note) => ({ at: note.at, key: note.noteId, note })),
      ...acts
        .filter(({ at }) => at >= since)
        .map((act) => ({ at: act.at, key: `act ${act.at} ${act.did}`, act })),
    ]
    return all.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  }, [pages, transcript, notes, acts, more])
  const load = () => void (pages === undefined ? query.refetch() : query.fetchNextPage())
  return { entries, earlier: { more, loading: query.isFetching, load } }
}

/**
 * Keeps the scroll position at the end if it is there, and otherwise in place while earlier messages are inserted
 * above.
 */
function useScroll(entries: readonly Entry[]) {
  const box = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState(false)
  const before = useRef<{ first: string | undefined; height: number; atEnd: boolean }>(undefined)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const first = entries[0]?.key
    const last = before.current
    if (!last || last.atEnd) current.scrollTop = current.scrollHeight
    else if (last.first !== first) current.scrollTop += current.scrollHeight - last.height
    const note = () => {
      const atEnd = current.scrollTop + current.clientHeight > current.scrollHeight - 60
      before.current = { first, height: current.scrollHeight, atEnd }
      setAway(current.scrollTop + current.clientHeight < current.scrollHeight - 240)
    }
    note()
    current.addEventListener('scroll', note, { passive: true })
    // What stands below it takes and gives back room.
    const observer = new ResizeObserver(() => {
      if (before.current?.atEnd) current.scrollTop = current.scrollHeight
    })
    observer.observe(current)
    return () => {
      current.removeEventListener('scroll', note)
      observer.disconnect()
    }
  }, [entries])
  const toEnd = () => {
    const { current } = box
    if (current) current.scrollTo({ top: current.scrollHeight, behavior: 'smooth' })
  }
  return { box, away, toEnd }
}

function Message(props: { message: MessageView; forms: Forms; visitor: string }) {
  const { message } = props
  const may = useMay()
  const event = message.blocks.find((block) => block.type === 'event')
  if (event) return <Happened event={event} at={message.at} visitor={props.visitor} />
  if (message.failed)
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} />} p="sm" title={t('Reply failed')}>
        {message.failure && <Text size="sm">{t(failureReasons[message.failure])}</Text>}
        <Text size="sm" c="dimmed">
          <bdi>{message.blocks.map((block) => (block.type === 'text' ? block.text : '')).join(' ')}</bdi>
        </Text>
      </Alert>
    )
  // Messages of the team are on the right, because the reader replies as the team.
  const ours = message.role !== 'visitor'
  const words = [
    ...(message.stopped ? [t('stopped by the visitor')] : []),
    ...(message.deliveryState && message.deliveryState !== 'failed'
      ? [t(deliveryNames[message.deliveryState])]
      : []),
  ]
  return (
    <div className={ours ? styles.own : styles.theirs} data-role={message.role}>
      {message.deleted ? (
        <Text size="sm" c="dimmed" fs="italic">
          {t('This message was deleted.')}
        </Text>
      ) : (
        <Blocks blocks={message.blocks} own={false} forms={props.forms} />
      )}
      {message.translation && <Translated translation={message.translation} ours={ours} />}
      <Group gap={6} className={styles.meta}>
        <Text size="xs" c="dimmed">
          <bdi>
            {message.author ?? (message.role === 'visitor' ? props.visitor : t(speakers[message.role]))}
          </bdi>
          {words.map((word) => ` · ${word}`).join('')}
        </Text>
        <Time at={message.at} />
        {message.reaction && (
          <Text size="xs" role="img" aria-label={t('Reaction: {reaction}', { reaction: message.reaction })}>
            <bdi>{message.reaction}</bdi>
          </Text>
        )}
        {message.edited && <Edited edited={message.edited} />}
        {message.feedback && <Rating rating={message.feedback} />}
        {message.sources?.map((source) => (
          <SourceLink key={source.sourceId} source={source} />
        ))}
        {message.role === 'agent' && may('test.manage') && <AddExchangeToTests messageId={message.id} />}
      </Group>
      {message.deliveryState === 'failed' && (
        <Group gap={4} wrap="nowrap" className={styles.meta} c="var(--mantine-color-error)">
          <IconAlertTriangle size={14} aria-hidden />
          <Text size="xs">{notDelivered(message)}</Text>
        </Group>
      )}
    </div>
  )
}

/** What a message said before it was edited in the app of its channel. */
function Edited({ edited: { at, earlier } }: { edited: NonNullable<MessageView['edited']> }) {
  return (
    <Popover position="bottom" width={320} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button size="compact-xs" variant="subtle" color="gray" title={exactTime(new Date(at))}>
          {t('Edited')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Earlier versions')}>
        <Text size="xs" c="dimmed">
          {t('Earlier versions')}
        </Text>
        {earlier.map((text, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: earlier texts are never reordered
          <Text key={nth} size="sm" mt={4} dir="auto" className={styles.earlierText}>
            {text}
          </Text>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

/** The translated message, shown with the original. */
function Translated(props: { translation: NonNullable<MessageView['translation']>; ours: boolean }) {
  const { lang, blocks } = props.translation
  const text = blocks
    .flatMap((block) => {
      if (block.type === 'text') return [block.text]
      return (block.type === 'file' && block.transcript?.text) || []
    })
    .join('\n\n')
  if (text === '') return null
  return (
    <div className={styles.translated}>
      <Group gap={4} wrap="nowrap" c="dimmed">
        <IconLanguage size={14} aria-hidden />
        <Text size="xs">
          {props.ours
            ? t('Sent in {language}', { language: languageName(lang) })
            : t('In {language}', { language: languageName(lang) })}
        </Text>
      </Group>
      <div lang={lang} dir="auto">
        <Markdown text={text} />
      </div>
    </div>
  )
}

function Time({ at }: { at: string }) {
  return (
    <Tooltip label={exactTime(new Date(at))}>
      <Text size="xs" c="dimmed" component="time" dateTime={at} className="tabular">
        {new Date(at).toLocaleTimeString(locale, { timeStyle: 'short' })}
      </Text>
    </Tooltip>
  )
}

function Rating({ rating }: { rating: 'up' | 'down' }) {
  const Icon = rating === 'up' ? IconThumbUp : IconThumbDown
  const label = rating === 'up' ? t('Rated positive by the visitor') : t('Rated negative by the visitor')
  return <Icon size={14} role="img" aria-label={label} className={styles.rating} data-rating={rating} />
}

const happenings: Record<
  Extract<Block, { type: 'event' }>['event'],
  (name: string, visitor: string) => string
> = {
  'handoff-requested': (_, visitor) => t('{visitor} asked for a person', { visitor }),
  'human-joined': (name) => (name ? t('{name} took over', { name }) : t('A person took over')),
  'handed-back': (name) =>
    name ? t('{name} handed back to the agent', { name }) : t('The team handed back to the agent'),
  'timed-out': () => t('Nobody joined in time, so the agent continued'),
  resolved: (name) =>
    name ? t('{name} resolved the conversation', { name }) : t('The conversation was resolved'),
  reopened: (name, visitor) =>
    name
      ? t('{name} reopened the conversation', { name })
      : t('{visitor} wrote again and reopened the conversation', { visitor }),
}

function Happened(props: { event: Extract<Block, { type: 'event' }>; at: string; visitor: string }) {
  return (
    <Text size="xs" c="dimmed" ta="center" className={styles.happened}>
      {happenings[props.event.event](props.event.name ?? '', props.visitor)} <Time at={props.at} />
    </Text>
  )
}

/** Who did what with whom, and which: `Nora tagged Mara Order`. */
function Act(props: {
  act: ConversationAct
  visitor: string
  clientNames: Readonly<Record<string, string>> | undefined
}) {
  const { act, visitor, clientNames } = props
  const team = useTeam()
  const nameOf = (userId: string) => team.nameOf(userId, clientNames)
  const who =
    act.by.kind === 'user' || act.by.kind === 'client'
      ? nameOf(act.by.id)
      : act.by.kind === 'api-key' || act.by.kind === 'token'
        ? t('An API key')
        : act.by.kind === 'agency-admin'
          ? t('Team')
          : t('Automation')
  return (
    <Text size="xs" c="dimmed" ta="center" className={styles.happened}>
      {actWords(act, { who, visitor, nameOf })} <Time at={act.at} />
    </Text>
  )
}

function Note(props: { note: NoteView; onRemove: () => void }) {
  const { note } = props
  return (
    <div className={styles.note}>
      <Group gap={6} wrap="nowrap">
        <IconNote size={14} aria-hidden />
        <Text size="xs" fw={600} flex={1} truncate>
          {withParts('Note from {author}', { author: <bdi>{note.author}</bdi> })}
        </Text>
        <Time at={note.at} />
        <Popover position="bottom-end" trapFocus returnFocus shadow="md">
          <Popover.Target>
            <ActionIcon size={20} variant="subtle" color="gray" aria-label={t('Remove note')}>
              <IconTrash size={13} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('Remove note')}>
            <Text mb="xs">{t('Remove this note for everyone?')}</Text>
            <Button size="xs" color="red" onClick={props.onRemove}>
              {t('Remove')}
            </Button>
          </Popover.Dropdown>
        </Popover>
      </Group>
      <div dir="auto">
        <Markdown text={note.text} />
      </div>
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
      title={t('Knowledge source: {name}', { name: props.source.name })}
    >
      <IconBook2 size={13} aria-hidden />
      <bdi>{props.source.name}</bdi>
    </AnchorLink>
  )
}
