import { ActionIcon, Avatar, Button, Group, Menu, Text, Title, Tooltip } from '@mantine/core'
import type { PresentPerson } from '@parley/contracts/conversation/inbox-endpoints.ts'
import {
  IconArrowLeft,
  IconCheck,
  IconDots,
  IconDownload,
  IconInfoCircle,
  IconLink,
  IconMailOpened,
  IconRobot,
  IconRotate,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { channelName } from '../../design/channel-name.ts'
import { exactTime, messagesOf, waitedFor } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { ActionIconLink } from '../../design/links.tsx'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { useOnPhone } from '../../design/use-on-phone.ts'
import { visitorNameOf } from '../../design/words/visitor-name.ts'
import { client } from '../../server/client.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useAgentPlace, useSession, useWorkspace } from '../../shell/navigation/places.ts'
import { AddConversationToTests, ReplayConversation } from './add-to-tests.tsx'
import { shortTime } from './conversation-words.ts'
import styles from './conversations.module.css'
import { useTeam } from './list-filters.tsx'
import { answeringClientsQuery } from './queries.ts'
import type { Detail, useAction } from './use-actions.ts'

export function PaneHead(props: {
  conversation: Detail
  action: ReturnType<typeof useAction>
  /** Other members who have the conversation open. */
  others: readonly PresentPerson[]
  assigning: boolean
  onAssigning: (assigning: boolean) => void
  onDetails: () => void
  onTakeOver: () => void
  onResolve: () => void
  onUnread: () => void
  onDelete: () => void
}) {
  const { conversation, action } = props
  // The list and its title are not shown beside it there.
  const onPhone = useOnPhone()
  const { owner, status, waitingSince, pendingApprovals, channel, imported } = conversation
  const place = useAgentPlace()
  const may = useMay()
  const params = { ...place, conversationId: conversation.conversationId }
  const facts = [
    t(channelName(channel)),
    messagesOf(conversation.messages),
    shortTime(conversation.startedAt),
  ]
  const exactly = [...facts.slice(0, 2), exactTime(new Date(conversation.startedAt))].join(' · ')
  const copyLink = async () => {
    await navigator.clipboard.writeText(window.location.href)
    noticeSuccess(t('Link copied'), 2000)
  }
  return (
    <div className={styles.transcriptHead}>
      <ActionIconLink
        from="/app/$region/agents/$agentId/convos"
        to="."
        search={(search) => ({ ...search, conversation: undefined, about: undefined })}
        variant="subtle"
        color="gray"
        aria-label={t('Back to the list')}
        className={styles.back}
      >
        <IconArrowLeft size={18} />
      </ActionIconLink>
      <div className={styles.transcriptTitle}>
        <Title order={onPhone ? 1 : 2} size="h3" className={styles.oneLine}>
          <bdi>{visitorNameOf(conversation)}</bdi>
        </Title>
        <Text size="xs" c={waitingSince ? 'var(--mantine-color-error)' : 'dimmed'} truncate title={exactly}>
          {waitingSince
            ? pendingApprovals && owner === 'agent'
              ? t('Waiting for approval · {time}', { time: waitedFor(waitingSince) })
              : t('Waiting for a person · {time}', { time: waitedFor(waitingSince) })
            : facts.join(' · ')}
        </Text>
      </div>
      <Others people={props.others} />
      <Group gap={6} wrap="nowrap" className={styles.actions}>
        {may('conversation.answer') &&
          channel !== 'test-panel' &&
          !imported &&
          (owner === 'human' ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRobot size={15} />}
              loading={isDoing(action, 'hand-back')}
              onClick={() => action.mutate({ do: 'hand-back' })}
            >
              {t('Hand back')}
            </Button>
          ) : (
            <Button
              size="xs"
              variant={waitingSince && !pendingApprovals ? 'filled' : 'default'}
              loading={isDoing(action, 'take-over')}
              onClick={props.onTakeOver}
            >
              {t('Take over')}
            </Button>
          ))}
        {may('conversation.assign') && <AssignMenu {...props} />}
        {may('conversation.manage') && (
          <Tooltip label={`${status === 'open' ? t('Resolve') : t('Reopen')} (e)`}>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={status === 'open' ? t('Resolve') : t('Reopen')}
              loading={isDoing(action, 'resolve') || isDoing(action, 'reopen')}
              onClick={props.onResolve}
            >
              {status === 'open' ? <IconCheck size={17} /> : <IconRotate size={17} />}
            </ActionIcon>
          </Tooltip>
        )}
        <Menu>
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={t('Conversation actions')}>
              <IconDots size={17} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {may('conversation.manage') && (
              <Menu.Item leftSection={<IconMailOpened size={16} />} onClick={props.onUnread}>
                {t('Mark as unread')}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconLink size={16} />} onClick={copyLink}>
              {t('Copy link')}
            </Menu.Item>
            {may('test.manage') && <AddConversationToTests conversationId={conversation.conversationId} />}
            {may('test.run') && <ReplayConversation conversationId={conversation.conversationId} />}
            <Menu.Item
              component="a"
              download
              href={client.url('conversations.export', { params, query: { format: 'text' } })}
              leftSection={<IconDownload size={16} />}
            >
              {t('Export as text')}
            </Menu.Item>
            <Menu.Item
              component="a"
              download
              href={client.url('conversations.export', { params, query: { format: 'json' } })}
              leftSection={<IconDownload size={16} />}
            >
              {t('Export as JSON')}
            </Menu.Item>
            {may('conversation.delete') && (
              <>
                <Menu.Divider />
                <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={props.onDelete}>
                  Delete…
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
        <Tooltip label={`${t('Visitor details')} (])`}>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('Visitor details')}
            aria-keyshortcuts="]"
            onClick={props.onDetails}
          >
            <IconInfoCircle size={17} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </div>
  )
}

function Others(props: { people: readonly PresentPerson[] }) {
  if (props.people.length === 0) return null
  return (
    <Avatar.Group spacing={6} role="group" aria-label={t('Also viewing')}>
      {props.people.slice(0, 4).map(({ userId, displayName, writing }) => {
        const words = writing
          ? t('{name} is writing', { name: displayName })
          : t('{name} is viewing', { name: displayName })
        return (
          <Tooltip key={userId} label={words}>
            <NameAvatar
              size={28}
              radius="xl"
              name={displayName}
              role="img"
              aria-label={words}
              className={styles.onlooker}
              data-writing={writing || undefined}
            />
          </Tooltip>
        )
      })}
    </Avatar.Group>
  )
}

function AssignMenu(props: Parameters<typeof PaneHead>[0]) {
  const { conversation, action } = props
  const { members, nameOf } = useTeam()
  const { user } = useSession()
  const may = useMay()
  const assign = (assignee: string | null) => action.mutate({ do: 'assign', assignee })
  const label = conversation.assignee
    ? t('Assigned to {name}', { name: nameOf(conversation.assignee, conversation.clientNames) })
    : t('Assign')
  return (
    <Menu opened={props.assigning} onChange={props.onAssigning}>
      <Menu.Target>
        <Tooltip label={`${label} (a)`} disabled={props.assigning}>
          <ActionIcon variant="default" size={30} aria-label={label}>
            <IconUserPlus size={17} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('Assign to')}</Menu.Label>
        {members.map(({ userId, displayName }) => (
          <Menu.Item
            key={userId}
            onClick={() => assign(userId)}
            rightSection={conversation.assignee === userId && <IconCheck size={15} />}
          >
            <bdi>{displayName}</bdi> {userId === user.userId && t('(you)')}
          </Menu.Item>
        ))}
        {props.assigning && may('client.read') && (
          <ClientItems chosen={conversation.assignee} onChoose={assign} />
        )}
        <Menu.Item disabled={!conversation.assignee} onClick={() => assign(null)}>
          {t('Nobody')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The clients who may answer for the agent. */
function ClientItems(props: { chosen: string | undefined; onChoose: (clientId: string) => void }) {
  const { data } = useQuery(answeringClientsQuery(useAgentPlace(), useWorkspace()))
  if (!data || data.length === 0) return null
  return (
    <>
      <Menu.Label>Clients</Menu.Label>
      {data.map(({ ID, name, orgName }) => (
        <Menu.Item
          key={ID}
          onClick={() => props.onChoose(ID)}
          rightSection={props.chosen === ID && <IconCheck size={15} />}
        >
          <bdi>{name}</bdi>
          {orgName && (
            <Text span c="dimmed" size="sm">
              {' '}
              · <bdi>{orgName}</bdi>
            </Text>
          )}
        </Menu.Item>
      ))}
    </>
  )
}

function isDoing({ isPending, variables }: ReturnType<typeof useAction>, what: string): boolean {
  return isPending && variables?.do === what
}
