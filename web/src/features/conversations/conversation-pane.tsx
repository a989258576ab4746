import { Button, Center, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../design/language.ts'
import { ApiError, messageOf } from '../../server/client.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { Approvals } from './approvals.tsx'
import { Composer, type ComposerHandle } from './composer.tsx'
import styles from './conversations.module.css'
import { DeleteConversationDialog } from './delete-conversation-dialog.tsx'
import { Details } from './details.tsx'
import { useTeam } from './list-filters.tsx'
import { PaneHead } from './pane-head.tsx'
import { conversationQuery } from './queries.ts'
import { Transcript } from './transcript.tsx'
import { type Detail, useAction } from './use-actions.ts'
import { useKeys } from './use-keys.ts'
import { useWatch } from './use-watch.ts'

const route = getRouteApi('/app/$region/agents/$agentId/convos')

/** One conversation: transcript, actions and details of the visitor. */
export function ConversationPane(props: { conversationId: string; onDetails: () => void }) {
  const conversation = useQuery(conversationQuery(useAgentPlace(), props.conversationId))
  // The transcript names who of the team did what.
  const team = useTeam()
  const { data, error } = conversation
  const gone = error instanceof ApiError && (error.status === 404 || error.status === 410)
  // Cached data is shown at once, but unread messages are determined only from data fetched since.
  const upToDate = conversation.isFetchedAfterMount || !conversation.isFetching
  if (data && !gone && !team.isPending)
    return (
      <Opened
        conversation={data}
        upToDate={upToDate}
        onDetails={props.onDetails}
        onGone={() => void conversation.refetch()}
      />
    )
  return (
    <section className={styles.transcript} aria-label={t('Transcript')}>
      {conversation.isPending || (data && !gone) ? (
        <LoadingTranscript />
      ) : gone ? (
        <Gone wasHere={data !== undefined} />
      ) : (
        <Center flex={1} p="lg">
          <Stack align="center" gap="sm" ta="center" role="alert">
            <Text fw={700}>{t('The conversation could not be loaded')}</Text>
            <Text c="dimmed">{messageOf(error)}</Text>
            <Button variant="default" onClick={() => conversation.refetch()}>
              {t('Try again')}
            </Button>
          </Stack>
        </Center>
      )}
    </section>
  )
}

/** Placeholder in the shape of a transcript. */
function LoadingTranscript() {
  return (
    <div className={styles.messages} role="status" aria-busy aria-label={t('Loading')}>
      <div className={styles.day}>
        <Skeleton height={40} width="55%" radius="lg" ms="auto" />
        <Skeleton height={40} width="40%" radius="lg" />
        <Skeleton height={84} width="65%" radius="lg" ms="auto" />
        <Skeleton height={40} width="50%" radius="lg" />
      </div>
    </div>
  )
}

/** Shown for a conversation that was deleted, before or while it was open. */
function Gone(props: { wasHere: boolean }) {
  const navigate = route.useNavigate()
  return (
    <Center flex={1} p="lg">
      <Stack align="center" gap="sm" ta="center" role="alert">
        <Text fw={700}>
          {props.wasHere ? t('This conversation was just deleted') : t('This conversation no longer exists')}
        </Text>
        <Text c="dimmed">{t('A team member deleted it, or its retention period ended.')}</Text>
        <Button
          variant="default"
          onClick={() =>
            void navigate({ search: (search) => ({ ...search, conversation: undefined, about: undefined }) })
          }
        >
          {t('Back to the list')}
        </Button>
      </Stack>
    </Center>
  )
}

function Opened(props: {
  conversation: Detail
  upToDate: boolean
  onDetails: () => void
  onGone: () => void
}) {
  const { conversation, upToDate } = props
  const { conversationId, status, unread, transcript } = conversation
  const navigate = route.useNavigate()
  const action = useAction(conversationId)
  const composer = useRef<ComposerHandle>(null)
  const may = useMay()
  const [assigning, setAssigning] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const newest = transcript.findLast(({ role }) => role === 'visitor')?.index
  const watched = useWatch(conversationId, newest, props.onGone)
  const [mayAnswer, mayManage] = [may('conversation.answer'), may('conversation.manage')]
  useSeen(conversation, upToDate && mayManage, action.mutate)

  const takeOver = () => action.mutate({ do: 'take-over' }, { onSuccess: () => composer.current?.reply() })
  const resolve = () => action.mutate({ do: status === 'open' ? 'resolve' : 'reopen' })
  const markUnread = () => {
    action.mutate({ do: 'mark-unread', index: (newest ?? 0) - 1 })
  }
  useKeys({
    e: () => mayManage && resolve(),
    r: () => composer.current?.reply(),
    Enter: () => composer.current?.reply(),
    n: () => composer.current?.note(),
    a: () => may('conversation.assign') && setAssigning(true),
    u: () => mayManage && (unread ? action.mutate({ do: 'mark-read' }) : markUnread()),
  })

  return (
    <>
      <section className={styles.transcript} aria-label={t('Transcript')}>
        <PaneHead
          conversation={conversation}
          action={action}
          others={watched.others}
          assigning={assigning}
          onAssigning={setAssigning}
          onDetails={props.onDetails}
          onTakeOver={takeOver}
          onResolve={resolve}
          onUnread={markUnread}
          onDelete={() => setDeleting(true)}
        />
        <Transcript
          conversation={conversation}
          upToDate={upToDate}
          visitorTypes={watched.visitorTypes}
          onRemoveNote={(noteId) => action.mutate({ do: 'remove-note', noteId })}
        />
        <Approvals conversation={conversation} action={action} />
        {mayAnswer || mayManage ? (
          <Composer ref={composer} conversation={conversation} others={watched.others} />
        ) : (
          <Text size="sm" c="dimmed" ta="center" p="md" role="note">
            You can read conversations but not answer visitors. The owner of the workspace decides what you
            may do.
          </Text>
        )}
      </section>
      <Details conversation={conversation} action={action} />
      {deleting && (
        <DeleteConversationDialog
          conversation={conversation}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            void navigate({
              search: (search) => ({ ...search, conversation: undefined, about: undefined }),
              replace: true,
            })
          }}
        />
      )}
    </>
  )
}

/**
 * Marks new messages as read while the page is visible. A conversation marked as unread stays unread until it is opened
 * again or gets a new message.
 */
function useSeen(
  conversation: Detail,
  upToDate: boolean,
  act: (action: { do: 'mark-read'; quiet: true }) => void,
): void {
  const { unread, messages } = conversation
  const seen = useRef(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new message is marked as read
  useEffect(() => {
    if (!upToDate || messages === seen.current) return
    const see = () => {
      if (document.hidden) return
      seen.current = messages
      if (unread) act({ do: 'mark-read', quiet: true })
    }
    see()
    document.addEventListener('visibilitychange', see, { once: true })
    return () => document.removeEventListener('visibilitychange', see)
  }, [unread, messages, upToDate])
}
