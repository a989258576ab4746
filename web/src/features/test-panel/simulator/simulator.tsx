import { ActionIcon, Alert, Button, FileButton, SegmentedControl, Text, Tooltip } from '@mantine/core'
import { channelLabels, type SimulatedKind } from '@parley/contracts/channel/names.ts'
import { IconMicrophone, IconPlayerSkipForward } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client, messageOf } from '../../../server/client.ts'
import type { AgentPlace } from '../../../server/queries.ts'
import { Composer } from '../composer.tsx'
import type { TestConversation, TestState } from '../test-conversation.ts'
import type { Act } from './payload.ts'
import { Phone } from './phone.tsx'
import { recordingEndings, recordingTypeOf } from './recordings.ts'
import { simulatedOf, simulationQuery } from './simulation-query.ts'
import styles from './simulator.module.css'
import { ageNow, entriesOf, HOURS_LATER, LATER_MS } from './timeline.ts'
import { windowWords } from './window-words.ts'

type Writer = 'contact' | 'team'

/**
 * The test conversation as a channel would show it. What the agent says is turned into requests by the server with the
 * channel's own rules, and what the contact does is read by them; nothing is sent to a provider.
 */
export function Simulator(props: {
  place: AgentPlace
  kind: SimulatedKind
  state: TestState
  conversation: TestConversation
}) {
  const { place, kind, state, conversation } = props
  const { messages, simulation, conversationId = '' } = state
  const [writer, setWriter] = useState<Writer>('contact')
  const entries = entriesOf(messages, simulation)
  const age = ageNow(messages, simulation, Date.now())
  const simulated = useQuery(
    simulationQuery(place, {
      ...{ kind, conversationId, messages: simulatedOf(entries), ageMs: age ?? 0 },
      step: simulation.happened.length * 1_000 + messages.length,
    }),
  )
  const act = useMutation({
    mutationFn: (given: Act) =>
      client.call('channels.simulateInbound', { params: place, body: { kind, act: given } }),
    onSuccess: ({ text, opens }, given) => {
      // The agent says what it says first, unless it says nothing.
      if (opens && messages.length > 0 && messages.every(({ role }) => role !== 'visitor'))
        return conversation.simulate((before) => ({ ...before, opened: true }))
      const words = given.type === 'choice' ? given.label : given.type === 'text' ? given.text : text
      const isPressed = given.type === 'choice' && given.of === 'callback'
      conversation.send(text, { words, ...(isPressed ? { pressed: true as const } : {}) })
    },
  })
  const voiceNote = useMutation({
    mutationFn: async (file: File) => {
      const mimeType = recordingTypeOf(file.name)
      if (mimeType === undefined) throw new Error(`Only ${recordingEndings.replaceAll(',', ', ')} files`)
      const given = { type: 'voice-note', mimeType } as const
      const { text, files } = await client.call('channels.simulateInbound', {
        params: place,
        body: { kind, act: given },
      })
      await conversation.sendFile(text, files[0]?.name ?? file.name, file)
    },
  })
  const failure = simulated.error ?? act.error ?? voiceNote.error
  const answering = state.answering !== undefined || act.isPending || voiceNote.isPending
  const later = () =>
    conversation.simulate((before) => ({
      ...before,
      happened: [
        ...before.happened,
        { type: 'later', id: crypto.randomUUID(), ms: LATER_MS, after: messages.length },
      ],
    }))
  const writeAsTeam = (text: string) =>
    conversation.simulate((before) => ({
      ...before,
      happened: [
        ...before.happened,
        {
          ...{ type: 'team', id: crypto.randomUUID(), text, after: messages.length },
          ...{ ageMs: age ?? 0, at: new Date().toISOString() },
        },
      ],
    }))
  const hasWritten = age !== undefined
  const by: Writer = hasWritten ? writer : 'contact'
  const words = windowWords(kind, simulated.data?.window, age)

  return (
    <>
      <Phone
        kind={kind}
        name={state.tested?.title ?? ''}
        picture={state.tested?.roundedImageURL}
        entries={entries}
        results={simulated.data?.messages ?? []}
        loading={simulated.isFetching}
        answering={answering}
        onAct={answering ? undefined : act.mutate}
        onRetry={conversation.retry}
      />
      {failure && (
        <Alert color="red" radius={0} p="sm" role="alert">
          {messageOf(failure)}
        </Alert>
      )}
      <Text size="sm" role="status" className={styles.window} data-closed={words.closed || undefined}>
        {words.text}
      </Text>
      <div className={styles.writer}>
        <SegmentedControl
          size="xs"
          aria-label="Write as"
          disabled={!hasWritten}
          value={by}
          onChange={(value) => setWriter(value === 'team' ? 'team' : 'contact')}
          data={[
            { value: 'contact', label: 'Contact' },
            { value: 'team', label: 'Teammate' },
          ]}
        />
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          leftSection={<IconPlayerSkipForward size={16} stroke={1.75} />}
          disabled={!hasWritten || answering}
          onClick={later}
        >
          {HOURS_LATER} hours later
        </Button>
      </div>
      <Composer
        ready
        answering={answering}
        placeholder={by === 'team' ? 'Write as a teammate' : `Write on ${channelLabels[kind]}`}
        onSend={by === 'team' ? writeAsTeam : (text) => act.mutate({ type: 'text', text })}
        onStop={conversation.stop}
        before={
          by === 'contact' && (
            <FileButton accept={recordingEndings} onChange={(file) => file && voiceNote.mutate(file)}>
              {(choose) => (
                <Tooltip label="Send a recording as a voice note">
                  <ActionIcon
                    {...choose}
                    size={36}
                    variant="default"
                    aria-label="Send a voice note"
                    disabled={state.phase !== 'ready' || answering}
                  >
                    <IconMicrophone size={18} stroke={1.75} />
                  </ActionIcon>
                </Tooltip>
              )}
            </FileButton>
          )
        }
      />
    </>
  )
}
