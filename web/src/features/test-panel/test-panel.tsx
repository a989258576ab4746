import { Alert, Badge, Button, Center, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconInfoCircle, IconRefresh } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import type { AgentPlace } from '../../server/queries.ts'
import { changedFields } from '../../store/draft-comparison.ts'
import { showAs, useShownChannel } from '../../store/shown-channel.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { Composer } from './composer.tsx'
import { Log } from './log.tsx'
import { ChannelPicker } from './simulator/channel-picker.tsx'
import { Simulator } from './simulator/simulator.tsx'
import { differsBetween } from './started-as.ts'
import { testConversationOf } from './test-conversation.ts'
import styles from './test-panel.module.css'

/**
 * The test chat of an agent with its unpublished edits, in the 450 px that the shell reserves: as on the website, or as a
 * channel would show it.
 */
export function TestPanel(place: AgentPlace) {
  const conversation = testConversationOf(place)
  const state = useSyncExternalStore(conversation.subscribe, conversation.state)
  const { agent, changed } = useAgentDraft(place)
  const kind = useShownChannel(place.agentId)
  const start = () => void conversation.start(agent, changed.length > 0, kind)
  const outdated =
    state.phase === 'ready' && state.tested !== undefined && changedFields(state.tested, agent).length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once a channel; later edits apply after a restart
  useEffect(() => {
    const { phase, tested, startedAs = 'website' } = conversation.state()
    // A form is asked field by field on channels, and shown on the website.
    if (phase === 'new' || (phase === 'ready' && differsBetween(tested, startedAs, kind))) start()
  }, [conversation, kind])

  return (
    <div className={styles.panel}>
      <Group justify="space-between" wrap="nowrap" className={styles.bar}>
        <Badge variant="light" color={state.draft ? 'yellow' : 'teal'}>
          {state.draft ? 'Unpublished draft' : 'Published version'}
        </Badge>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconRefresh size={16} stroke={1.75} />}
          onClick={start}
          loading={state.phase === 'starting'}
        >
          Restart conversation
        </Button>
      </Group>
      {outdated && (
        <Alert color="yellow" radius={0} icon={<IconInfoCircle size={18} />} p="sm" role="status">
          The agent changed since this conversation began. Restart to test your changes.
        </Alert>
      )}
      <ChannelPicker kind={kind} onPick={(picked) => showAs(place.agentId, picked)} />
      {state.phase === 'failed' ? (
        <NotStarted trouble={state.trouble} onRetry={start} />
      ) : state.phase === 'ready' && kind !== 'website' ? (
        <Simulator place={place} kind={kind} state={state} conversation={conversation} />
      ) : state.phase === 'ready' ? (
        <Log
          messages={state.messages}
          answering={state.answering !== undefined}
          onSay={conversation.send}
          onRetry={conversation.retry}
          traced={
            state.conversationId === undefined
              ? undefined
              : { place, conversationId: state.conversationId, nodes: state.tested?.nodes ?? [] }
          }
        />
      ) : (
        <Starting />
      )}
      {kind === 'website' && (
        <Composer
          ready={state.phase === 'ready'}
          answering={state.answering !== undefined}
          onSend={conversation.send}
          onStop={conversation.stop}
        />
      )}
      <Text size="xs" c="dimmed" className={styles.costs}>
        Replies here cost credits, as they do on your website.
      </Text>
    </div>
  )
}

function Starting() {
  return (
    <Stack gap="sm" p="md" flex={1} role="status" aria-label="Starting the conversation">
      <Skeleton height={38} width="70%" radius="lg" />
      <Skeleton height={38} width="45%" radius="lg" />
    </Stack>
  )
}

function NotStarted(props: { trouble: string | undefined; onRetry: () => void }) {
  return (
    <Center flex={1} p="lg">
      <Stack align="center" gap="sm" ta="center" role="alert">
        <Text fw={700}>The conversation could not be started</Text>
        <Text c="dimmed">{props.trouble}</Text>
        <Button variant="default" onClick={props.onRetry}>
          Try again
        </Button>
      </Stack>
    </Center>
  )
}
