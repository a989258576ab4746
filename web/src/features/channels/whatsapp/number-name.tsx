import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import type { ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { IconPencil } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { noticeSuccess } from '../../../design/notices/notices.ts'
import { client, messageOf } from '../../../server/client.ts'
import { useLoaded } from '../../../server/overwriting.ts'
import { problemsIn } from '../../../server/problems-in.ts'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import { refreshChannels } from '../queries.ts'

/** The name of a number, which the team may choose; at first it is the one that Meta has verified. */
export function NumberName(props: { number: ChannelView; manages: boolean }) {
  const { number } = props
  const [editing, setEditing] = useState(false)
  if (editing) return <EditName number={number} onDone={() => setEditing(false)} />
  return (
    <Group gap={4} wrap="nowrap">
      <Text fw={600}>
        <bdi>{number.name}</bdi>
      </Text>
      {props.manages && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Edit the name ${number.name}`}
          onClick={() => setEditing(true)}
        >
          <IconPencil size={16} />
        </ActionIcon>
      )}
    </Group>
  )
}

function EditName({ number, onDone }: { number: ChannelView; onDone: () => void }) {
  const { channelId, account } = number
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  // While it is not edited, it is as others have saved it since.
  const [edited, setName] = useState<string>()
  const name = edited ?? number.name
  const loaded = useLoaded(name !== number.name)
  const save = useMutation({
    mutationFn: () => {
      const { phoneNumberId = '', businessId = '', phoneNumber = '' } = account
      const body = { name: name.trim(), account: { phoneNumberId, businessId, phoneNumber } }
      return client.call('channels.change', { params: { ...place, channelId }, body }, { loaded })
    },
    onSuccess: async () => {
      await refreshChannels(queryClient, place)
      noticeSuccess(`${name.trim()} was saved`)
      onDone()
    },
  })
  const problem = save.error && (problemsIn(save.error).get('name') ?? messageOf(save.error))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          aria-label="Name"
          size="xs"
          flex={1}
          maxLength={100}
          data-autofocus
          autoFocus
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value)
            save.reset()
          }}
        />
        <Button type="submit" size="xs" loading={save.isPending} disabled={name.trim() === number.name}>
          Save
        </Button>
        <Button variant="default" size="xs" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
