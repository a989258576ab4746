import { ActionIcon, Button, Group, Menu, Text, Tooltip } from '@mantine/core'
import type { ConversationListItem } from '@parley/contracts/conversation/reading-endpoints.ts'
import {
  IconCheck,
  IconMail,
  IconMailOpened,
  IconRotate,
  IconTag,
  IconTrash,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { t, tCount } from '../../design/language.ts'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { useMay } from '../../shell/access/use-may.ts'
import { useSession } from '../../shell/navigation/places.ts'
import styles from './conversations.module.css'
import { useTeam } from './list-filters.tsx'
import type { Action } from './use-actions.ts'
import { type BulkAction, useBulk } from './use-bulk.ts'
import type { Selection } from './use-selection.ts'

/** Actions for the selected conversations. */
export function BulkBar(props: { items: readonly ConversationListItem[]; selection: Selection }) {
  const { selection } = props
  const chosen = props.items.filter(({ conversationId }) => selection.ids.has(conversationId))
  const bulk = useBulk()
  const { members, tags } = useTeam()
  const { user } = useSession()
  const may = useMay()
  const [deleting, setDeleting] = useState(false)
  const act = (action: BulkAction) =>
    bulk.mutate({ items: chosen, action }, { onSuccess: () => selection.clear() })
  /** Whom somebody can't assign to, such as a client the agency's team, is left out when it is undone. */
  const before = ({ assignee }: ConversationListItem): Action => ({
    do: 'assign',
    assignee: members.find(({ userId }) => userId === assignee)?.userId ?? null,
  })
  const assign = (assignee: string, name: string): BulkAction => ({
    done: (many) =>
      tCount(many, '{count} conversation assigned to {name}', '{count} conversations assigned to {name}', {
        name,
      }),
    of: () => ({ do: 'assign', assignee }),
    undo: before,
  })
  const unassign: BulkAction = {
    done: (many) => tCount(many, '{count} conversation unassigned', '{count} conversations unassigned'),
    of: () => ({ do: 'assign', assignee: null }),
    undo: before,
  }
  const allResolved = chosen.length > 0 && chosen.every(({ status }) => status === 'resolved')
  const anyUnread = chosen.some(({ unread }) => unread)
  const none = chosen.length === 0 || bulk.isPending
  const used = [...new Set([...tags, ...chosen.flatMap((item) => item.tags)])]
  return (
    <div className={styles.bulk} role="toolbar" aria-label={t('Selected conversations')}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={500} role="status">
          {bulk.isPending ? t('Working…') : t('{number} selected', { number: count(chosen.length) })}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Button size="compact-sm" variant="subtle" onClick={selection.all}>
            {t('Select all {number} loaded', { number: count(props.items.length) })}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Clear selection')}
            onClick={selection.clear}
          >
            <IconX size={17} />
          </ActionIcon>
        </Group>
      </Group>
      <Group gap={6} wrap="nowrap">
        <Tool
          label={allResolved ? t('Reopen') : t('Resolve')}
          disabled={none}
          onClick={() => act(allResolved ? reopen : resolve)}
        >
          {allResolved ? <IconRotate size={17} /> : <IconCheck size={17} />}
        </Tool>
        {may('conversation.assign') && (
          <Choice label={t('Assign')} icon={<IconUserPlus size={17} />} disabled={none}>
            {members.map(({ userId, displayName }) => (
              <Menu.Item key={userId} onClick={() => act(assign(userId, displayName))}>
                <bdi>{displayName}</bdi> {userId === user.userId && t('(you)')}
              </Menu.Item>
            ))}
            <Menu.Item onClick={() => act(unassign)}>{t('Nobody')}</Menu.Item>
          </Choice>
        )}
        <Choice label={t('Add tag')} icon={<IconTag size={17} />} disabled={none || used.length === 0}>
          {used.map((tag) => (
            <Menu.Item key={tag} onClick={() => act(addTag(tag))}>
              <bdi>{tag}</bdi>
            </Menu.Item>
          ))}
        </Choice>
        <Tool
          label={anyUnread ? t('Mark as read') : t('Mark as unread')}
          disabled={none}
          onClick={() => act(anyUnread ? markRead : markUnread)}
        >
          {anyUnread ? <IconMailOpened size={17} /> : <IconMail size={17} />}
        </Tool>
        {may('conversation.delete') && (
          <Tool label="Delete" disabled={none} onClick={() => setDeleting(true)}>
            <IconTrash size={17} />
          </Tool>
        )}
      </Group>
      {deleting && (
        <DeleteMany
          many={chosen.length}
          onClose={() => setDeleting(false)}
          onDelete={() => {
            setDeleting(false)
            act(remove)
          }}
        />
      )}
    </div>
  )
}

/** In English, for what only the team may do. */
const conversations = (many: number): string =>
  many === 1 ? '1 conversation' : `${count(many)} conversations`

const resolve: BulkAction = {
  done: (many) => tCount(many, '{count} conversation resolved', '{count} conversations resolved'),
  of: () => ({ do: 'resolve' }),
  undo: ({ status }) => ({ do: status === 'open' ? 'reopen' : 'resolve' }),
}
const reopen: BulkAction = {
  done: (many) => tCount(many, '{count} conversation reopened', '{count} conversations reopened'),
  of: () => ({ do: 'reopen' }),
  undo: ({ status }) => ({ do: status === 'open' ? 'reopen' : 'resolve' }),
}
const markRead: BulkAction = {
  done: (many) => tCount(many, '{count} conversation marked as read', '{count} conversations marked as read'),
  of: () => ({ do: 'mark-read' }),
}
const markUnread: BulkAction = {
  done: (many) =>
    tCount(many, '{count} conversation marked as unread', '{count} conversations marked as unread'),
  of: () => ({ do: 'mark-unread', index: -1 }),
}
const remove: BulkAction = { done: (many) => `${conversations(many)} deleted`, of: () => ({ do: 'delete' }) }

const addTag = (tag: string): BulkAction => ({
  done: (many) =>
    tCount(many, '{count} conversation tagged {tag}', '{count} conversations tagged {tag}', { tag }),
  of: ({ tags }) => ({ do: 'tag', tags: [...new Set([...tags, tag])] }),
  undo: ({ tags }) => ({ do: 'tag', tags }),
})

function Tool(props: { label: string; disabled: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={props.label}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={props.label}
        disabled={props.disabled}
        onClick={props.onClick}
      >
        {props.children}
      </ActionIcon>
    </Tooltip>
  )
}

function Choice(props: { label: string; icon: ReactNode; disabled: boolean; children: ReactNode }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Tooltip label={props.label}>
          <ActionIcon variant="default" size={32} aria-label={props.label} disabled={props.disabled}>
            {props.icon}
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {props.children}
      </Menu.Dropdown>
    </Menu>
  )
}

function DeleteMany(props: { many: number; onClose: () => void; onDelete: () => void }) {
  const what = conversations(props.many)
  return (
    <AskBefore
      title={`Delete ${what}?`}
      act={`Delete ${what}`}
      onAct={props.onDelete}
      onClose={props.onClose}
    >
      All their messages, notes and files are permanently deleted for everyone, including visitors. This can’t
      be undone. Leads are kept.
    </AskBefore>
  )
}
