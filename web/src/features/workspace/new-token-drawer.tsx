import { Button, MultiSelect, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { WorkspacePermission } from '@parley/contracts/permissions.ts'
import { MOST_TOKEN_AGENTS } from '@parley/contracts/workspace/token-names.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { DayField } from '../../design/dates/day-field.tsx'
import { dayOfExpiry, endOfDay } from '../../design/dates/expiry.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { problemsIn } from '../../server/problems-in.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { assignableAgentsQuery } from '../../shell/agent/agents-field.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { accessTokensQuery } from './queries.ts'
import { TokenPermissions } from './token-permissions.tsx'

const DAY_MS = 86_400_000
/** In days; `day` for one that is chosen. */
const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '365 days' },
  { value: 'day', label: 'On a day' },
  { value: 'none', label: 'Never' },
]

/** Makes an access token: what it may do, of which agents, and for how long. */
export function NewTokenDrawer(props: {
  place: WorkspacePlace
  onMade: (token: string) => void
  onClose: () => void
}) {
  const { place } = props
  const formId = useId()
  const queryClient = useQueryClient()
  const agents = useQuery(assignableAgentsQuery(useWorkspace()))
  const [name, setName] = useState('')
  const [permissions, setPermissions] = useState<readonly WorkspacePermission[]>([])
  const [agentIds, setAgentIds] = useState<string[]>([])
  const [lifetime, setLifetime] = useState('90')
  const [day, setDay] = useState<string>()
  const make = useMutation({
    mutationFn: () => {
      const expiresAt = expiryOf(lifetime, day)
      return client.call('tokens.create', {
        params: place,
        body: {
          ...{ name, permissions: [...permissions] },
          ...(agentIds.length > 0 && { agentIds }),
          ...(expiresAt !== undefined && { expiresAt }),
        },
      })
    },
    async onSuccess({ token }) {
      await queryClient.invalidateQueries(accessTokensQuery(place))
      props.onMade(token)
    },
  })
  const problems = problemsIn(make.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <FramedDrawer title="New access token" onClose={props.onClose}>
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap="md">
          {make.error && problems.size === 0 && <ProblemAlert>{messageOf(make.error)}</ProblemAlert>}
          <TextInput
            label="Name"
            description="What uses it, such as n8n. The audit names it."
            required
            data-autofocus
            maxLength={60}
            value={name}
            error={problems.get('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label="Expires"
            description="Calls with it are refused from then on. You are mailed a week before."
            data={lifetimes}
            value={lifetime}
            error={lifetime === 'day' ? undefined : problems.get('expiresAt')}
            onChange={(event) => setLifetime(event.currentTarget.value)}
          />
          {lifetime === 'day' && (
            <DayField
              label="Last day"
              description="It expires at the end of this day."
              none="Choose a day"
              value={day}
              first={dayOfExpiry(new Date().toISOString())}
              error={problems.get('expiresAt')}
              onChange={setDay}
            />
          )}
          <MultiSelect
            label="Agents"
            description="With these alone; what is not about an agent is refused then."
            placeholder={agentIds.length === 0 ? 'All of the workspace' : undefined}
            searchable
            clearable
            hidePickedOptions
            maxValues={MOST_TOKEN_AGENTS}
            limit={50}
            nothingFoundMessage={agents.isPending ? 'Loading…' : 'No agents found'}
            error={agents.isError ? 'The agents could not be loaded' : problems.get('agentIds')}
            data={agents.data ?? []}
            value={agents.data ? agentIds : []}
            disabled={!agents.data}
            onChange={setAgentIds}
          />
          <TokenPermissions
            chosen={permissions}
            error={problems.get('permissions')}
            onChange={setPermissions}
          />
        </Stack>
      </form>
      <DrawerFooter>
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          form={formId}
          loading={make.isPending}
          disabled={lifetime === 'day' && day === undefined}
        >
          Create token
        </Button>
      </DrawerFooter>
    </FramedDrawer>
  )
}

function expiryOf(lifetime: string, day: string | undefined): string | undefined {
  if (lifetime === 'none') return undefined
  if (lifetime === 'day') return endOfDay(day ?? '')
  return new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString()
}
