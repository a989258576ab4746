import { Avatar, Badge, Checkbox, Text } from '@mantine/core'
import type { ConversationListItem } from '@parley/contracts/conversation/reading-endpoints.ts'
import { IconAlertTriangle, IconUser } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { channelName } from '../../design/channel-name.ts'
import { exactTime, messagesOf, waitedFor } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { initialsOf } from '../../design/words/initials.ts'
import { visitorNameOf } from '../../design/words/visitor-name.ts'
import { markedIn, previewOf, shortTime, titleOf } from './conversation-words.ts'
import styles from './conversations.module.css'
import { useReplyDraft } from './use-draft.ts'

type RowProps = {
  item: ConversationListItem
  /** The words that were searched for. */
  searched: string
  opened: boolean
  /** Name of the assignee. */
  assignee: string | undefined
  choosing: boolean
  chosen: boolean
  onToggle: (conversationId: string, range: boolean) => void
}

/** A row of the list, memoized so that only changed rows are rendered again. */
export const ConversationRow = memo(function ConversationRow(props: RowProps) {
  const { item, assignee, searched } = props
  const { conversationId, visitorName } = item
  const name = visitorNameOf(item)
  const draft = useReplyDraft(conversationId)
  const said = previewOf(item)
  return (
    <div
      className={styles.row}
      data-choosing={props.choosing || undefined}
      data-chosen={props.chosen || undefined}
    >
      <AnchorLink
        from="/app/$region/agents/$agentId/convos"
        to="."
        search={(search) => ({ ...search, conversation: conversationId, about: undefined })}
        preload={false}
        className={styles.item}
        aria-current={props.opened || undefined}
        data-unread={item.unread || undefined}
        underline="never"
        c="var(--mantine-color-text)"
      >
        <Avatar
          size={32}
          radius="xl"
          className={styles.face}
          aria-hidden
          {...(visitorName === undefined ? { color: 'gray' } : { name: visitorName, color: 'initials' })}
        >
          {visitorName === undefined ? <IconUser size={17} stroke={1.75} /> : initialsOf(visitorName)}
        </Avatar>
        <span className={styles.itemWords}>
          <span className={styles.itemLine}>
            <span className={styles.itemName} dir="auto">
              {titleOf(item)}
            </span>
            {item.unread && <span className={styles.dot} role="img" aria-label={t('Unread')} />}
            <time
              className={`${styles.itemTime} tabular`}
              dateTime={item.lastMessageAt}
              title={exactTime(new Date(item.lastMessageAt))}
            >
              {shortTime(item.lastMessageAt)}
            </time>
          </span>
          <span className={styles.preview}>
            {draft ? (
              <Preview from={<span className={styles.draft}>{t('Draft:')}</span>}>{draft}</Preview>
            ) : item.match ? (
              <Preview>
                {markedIn(item.match, searched).map(({ text, found }, place) =>
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
                  found ? <mark key={place}>{text}</mark> : text,
                )}
              </Preview>
            ) : (
              <Preview from={said.from && `${said.from}:`}>{said.text}</Preview>
            )}
          </span>
          <span className={styles.itemLine}>
            <Marks item={item} name={titleOf(item) === name ? undefined : name} />
            {assignee && (
              <NameAvatar
                size={20}
                radius="xl"
                name={assignee}
                title={t('Assigned to {name}', { name: assignee })}
              />
            )}
          </span>
        </span>
      </AnchorLink>
      <Checkbox
        size="sm"
        className={styles.check}
        aria-label={t('Select {name}', { name })}
        checked={props.chosen}
        onChange={() => {}}
        onClick={(event) => props.onToggle(conversationId, event.shiftKey)}
      />
    </div>
  )
})

/** Words, in whatever direction they read, after who said them. */
function Preview(props: { from?: ReactNode; children: ReactNode }) {
  return (
    <>
      {props.from && <span className={styles.previewFrom}>{props.from} </span>}
      <span className={styles.previewText} dir="auto">
        {props.children}
      </span>
    </>
  )
}

/** Who the visitor is, unless the title says it, and what the team should know at a glance. */
function Marks({ item, name }: { item: ConversationListItem; name: string | undefined }) {
  const marks = marksOf(item)
  const facts = marks.length === 0 ? [t(channelName(item.channel)), messagesOf(item.messages)] : []
  return (
    <span className={styles.marks}>
      {(name || facts.length > 0) && (
        <Text span size="xs" c="dimmed" className={styles.who}>
          {name && <bdi>{name}</bdi>}
          {name && facts.length > 0 && ' · '}
          {facts.join(' · ')}
        </Text>
      )}
      {marks.slice(0, 3)}
      {marks.length > 3 && (
        <Text span size="xs" c="dimmed">
          +{marks.length - 3}
        </Text>
      )}
    </span>
  )
}

/** Badges in order of urgency. */
function marksOf(item: ConversationListItem): ReactNode[] {
  const marks: ReactNode[] = []
  if (item.waitingSince !== undefined)
    marks.push(
      <Badge key="waiting" size="sm" variant="light" color="red">
        {t('Waiting {time}', { time: waitedFor(item.waitingSince) })}
      </Badge>,
    )
  if (item.owner === 'human')
    marks.push(
      <Badge key="human" size="sm" variant="light" color="teal">
        {t('Team')}
      </Badge>,
    )
  if (item.failed)
    marks.push(
      <Badge key="failed" size="sm" variant="light" color="red" leftSection={<IconAlertTriangle size={11} />}>
        {t('Failed reply')}
      </Badge>,
    )
  if (item.status === 'resolved')
    marks.push(
      <Badge key="resolved" size="sm" variant="default">
        {t('Resolved')}
      </Badge>,
    )
  for (const tag of item.tags)
    marks.push(
      <Badge key={`tag ${tag}`} size="sm" variant="default" maw={110}>
        <bdi>{tag}</bdi>
      </Badge>,
    )
  return marks
}
