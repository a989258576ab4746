import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import { memberPresets } from '@parley/contracts/workspace/member-permissions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { ApiError, client } from '../../server/client.ts'
import { membersQuery } from '../../server/members.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { useSession } from '../../shell/navigation/places.ts'

/** What the server says of an address, below the field. */
const aboutAddress = ['invalid-input', 'own-address', 'already-member', 'already-invited', 'no-seats']

const explanationOf = (role: string) => memberPresets.find(({ name }) => name === role)?.explanation

/** Invites somebody by e-mail (part 2 §5). `full`: every seat is taken. */
export function InviteForm({ place, full }: { place: WorkspacePlace; full: boolean }) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [preset, setPreset] = useState('Viewer')
  const [problem, setProblem] = useState<string>()
  const invite = useMutation({
    mutationFn(address: string) {
      const permissions = memberPresets.find(({ name }) => name === preset)?.permissions
      return client.call('invites.create', {
        params: place,
        body: { email: address, ...(permissions && { permissions: [...permissions] }) },
      })
    },
    async onSuccess(_, address) {
      setEmail('')
      noticeSuccess(`Successfully invited ${address}`)
      await queryClient.invalidateQueries(membersQuery(place))
    },
    onError(error, address) {
      if (error instanceof ApiError && aboutAddress.includes(error.code)) setProblem(error.message)
      else noticeFailure(`Failed to invite ${address}`)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = email.trim().toLowerCase()
    if (!address.includes('@') || !address.includes('.')) setProblem('Please enter a valid email')
    else if (address === user.email) setProblem("You can't invite yourself lol")
    else if (full) setProblem('You have reached the maximum number of seats')
    else invite.mutate(address)
  }
  return (
    <form onSubmit={submit} noValidate aria-label="Invite">
      <Group align="flex-start" gap="sm">
        <TextInput
          flex="1 1 220px"
          type="email"
          aria-label="Email to invite"
          placeholder="name@example.com"
          maxLength={254}
          value={email}
          error={problem}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <Select
          w={130}
          aria-label="Role"
          allowDeselect={false}
          data={memberPresets.map(({ name }) => name)}
          value={preset}
          onChange={(name) => name && setPreset(name)}
          maxDropdownHeight={400}
          comboboxProps={{ width: 300, position: 'bottom-end' }}
          renderOption={({ option }) => (
            <div>
              <Text fw={500}>{option.value}</Text>
              <Text size="sm" c="dimmed">
                {explanationOf(option.value)}
              </Text>
            </div>
          )}
        />
        <Button type="submit" loading={invite.isPending}>
          Invite
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        {preset}: {explanationOf(preset)}
      </Text>
    </form>
  )
}
