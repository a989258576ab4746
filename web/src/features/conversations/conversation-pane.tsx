import { Button, Center, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/places.ts'
import { Composer, type ComposerHandle } from './composer.tsx'
import styles from './conversations.module.css'
import { DeleteConversationDialog } from './delete-conversation-dialog.tsx'
import { Details } from './details.tsx'
import { PaneHead } from './pane-head.tsx'
import { conversationQuery } from './queries.ts'
import { Transcript } from './transcript.tsx'
import { type Detail, useAction } from './use-actions.ts'
import { useKeys } from './use-keys.ts'
import { useTypingOfOthers } from './use-typing.ts'

const route = getRouteApi('/app/$region/agents/$agentId/convos')

/** One conversation: what was said, what to do with it, and who the visitor is. */
export function ConversationPane(props: { conversationId: string; onGone: () => void }) {
  const conversation = useQuery(conversationQuery(useAgentPlace(), props.conversationId))
  if (conversation.data) return <Opened conversation={conversation.data} onGone={props.onGone} />
  return (
    <section className={styles.transcript} aria-label="Transcript">
      {conversation.isPending ? (
        <Center flex={1} role="status" aria-label="Loading">
          <Loader color="gray" />
        </Center>
      ) : (
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
    </section>
  )
}

function Opened(props: { conversation: Detail; onGone: () => void }) {
  const { conversation } = props
  const { conversationId, status, unread } = conversation
  const navigate = route.useNavigate()
  const action = useAction(conversationId)
  const composer = useRef<ComposerHandle>(null)
  const [assigning, setAssigning] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const typing = useTypingOfOthers(conversationId)
  const leftUnread = useSeen(conversation, action.mutate)

  const resolve = () => action.mutate({ do: status === 'open' ? 'resolve' : 'reopen' })
  const markUnread = () => {
    leftUnread()
    action.mutate({ do: 'mark-unread' })
  }
  useKeys({
    e: resolve,
    r: () => composer.current?.reply(),
    n: () => composer.current?.note(),
    a: () => setAssigning(true),
    u: () => (unread ? action.mutate({ do: 'mark-read' }) : markUnread()),
  })

  return (
    <>
      <section className={styles.transcript} aria-label="Transcript">
        <PaneHead
          conversation={conversation}
          action={action}
          assigning={assigning}
          onAssigning={setAssigning}
          onResolve={resolve}
          onUnread={markUnread}
          onDelete={() => setDeleting(true)}
        />
        <Transcript
          conversation={conversation}
          typing={typing}
          onRemoveNote={(noteId) => action.mutate({ do: 'remove-note', noteId })}
        />
        <Composer ref={composer} conversation={conversation} />
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

/** Whoever looks at what is new has seen it; marking it unread holds until it is opened again. */
function useSeen(conversation: Detail, act: (action: { do: 'mark-read'; quiet: true }) => void): () => void {
  const { unread, messages } = conversation
  const left = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message that comes in is seen
  useEffect(() => {
    if (!unread || left.current) return
    const see = () => {
      if (!document.hidden) act({ do: 'mark-read', quiet: true })
    }
    see()
    document.addEventListener('visibilitychange', see, { once: true })
    return () => document.removeEventListener('visibilitychange', see)
  }, [unread, messages])
  return () => {
    left.current = true
  }
}
