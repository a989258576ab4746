import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { IconSend2 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { noticeSuccess } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { client, messageOf } from '../../../server/client.ts'
import { problemsIn } from '../../../server/problems-in.ts'
import { failureNames } from '../../../shell/delivery-words.ts'
import { useAgentPlace } from '../../../shell/navigation/places.ts'

/** Sends a message from a number to somebody who has written to it (part 1 §5). */
export function TestMessage({ number, onClose }: { number: ChannelView; onClose: () => void }) {
  const { channelId } = number
  const place = useAgentPlace()
  const [to, setTo] = useState('')
  const [text, setText] = useState('')
  const send = useMutation({
    mutationFn: () =>
      client.call('channels.sendTestMessage', { params: { ...place, channelId }, body: { to, text } }),
    onSuccess: ({ sent }) => {
      if (!sent) return
      noticeSuccess(`Message sent successfully to ${to.trim()}`)
      onClose()
    },
  })
  const problems = problemsIn(send.error)
  const failure =
    failureOf(send.data) ?? (send.error && problems.size === 0 ? messageOf(send.error) : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <form onSubmit={submit} noValidate aria-label={`Test message from ${number.name}`}>
      <Stack gap="xs" mt="xs">
        {failure && (
          <ProblemAlert>
            Failed to send message to {to.trim()}: {failure}
          </ProblemAlert>
        )}
        <Text size="sm" c="dimmed">
          The user must have started the conversation first.
        </Text>
        <TextInput
          label="Phone number"
          type="tel"
          placeholder="+1 555 123 4567"
          maxLength={30}
          value={to}
          error={problems.get('to')}
          onChange={(event) => {
            setTo(event.currentTarget.value)
            send.reset()
          }}
        />
        <TextInput
          label="Message"
          maxLength={4096}
          value={text}
          error={problems.get('text')}
          onChange={(event) => {
            setText(event.currentTarget.value)
            send.reset()
          }}
        />
        <Group gap="xs">
          <Button
            type="submit"
            size="xs"
            loading={send.isPending}
            rightSection={<IconSend2 size={15} aria-hidden />}
          >
            Send
          </Button>
          <Button variant="default" size="xs" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function failureOf(
  outcome: { sent: boolean; reason?: keyof typeof failureNames | undefined } | undefined,
): string | undefined {
  if (!outcome || outcome.sent) return undefined
  return outcome.reason === undefined ? 'Network error occurred' : failureNames[outcome.reason]
}
