import {
  ActionIcon,
  Button,
  Drawer,
  Group,
  Modal,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { LeadView } from '@parley/contracts/conversation/lead-endpoints.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { AnchorLink } from '../../design/links.tsx'
import { exactTime } from '../../design/moment.tsx'
import { noticeError, noticeSuccess } from '../../design/notices.ts'
import { FailedList, LoadingRows } from '../../design/states.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/places.ts'
import { leadQuery } from './queries.ts'
import { statuses, statusNames } from './search.ts'

const route = getRouteApi('/app/$region/agents/$agentId/leads')

/** One lead, to read and to change. */
export function LeadDrawer() {
  const { lead: leadId } = route.useSearch()
  const navigate = route.useNavigate()
  const close = () => void navigate({ search: (search) => ({ ...search, lead: undefined }) })
  return (
    <Drawer opened={leadId !== undefined} onClose={close} title="Lead">
      {leadId && <Loaded key={leadId} leadId={leadId} onClose={close} />}
    </Drawer>
  )
}

function Loaded(props: { leadId: string; onClose: () => void }) {
  const lead = useQuery(leadQuery(useAgentPlace(), props.leadId))
  if (lead.isPending) return <LoadingRows rows={5} />
  if (lead.isError)
    return (
      <FailedList title="The lead could not be loaded" error={lead.error} onRetry={() => lead.refetch()} />
    )
  return <LeadForm key={lead.data.updatedAt} lead={lead.data} onClose={props.onClose} />
}

type Field = { id: number; name: string; value: string; isNew?: boolean }

function LeadForm({ lead, onClose }: { lead: LeadView; onClose: () => void }) {
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const [fields, setFields] = useState<Field[]>(() => fieldsOf(lead))
  const [note, setNote] = useState(lead.note)
  const [deleting, setDeleting] = useState(false)
  const params = { ...place, leadId: lead.leadId }
  const again = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['leads', place.region, place.agentId] }),
      queryClient.invalidateQueries(leadQuery(place, lead.leadId)),
    ])
  const save = useMutation({
    mutationFn: (body: { fields?: Record<string, string>; note?: string; status?: LeadView['status'] }) =>
      client.call('leads.save', { params, body }),
    onSuccess: async () => {
      noticeSuccess('Lead saved', 2000)
      await again()
    },
    onError: (error) => noticeError(error),
  })
  const changes = changesIn(lead, fields)
  const dirty = Object.keys(changes).length > 0 || note !== lead.note
  const change = (id: number, part: Partial<Field>) =>
    setFields(fields.map((field) => (field.id === id ? { ...field, ...part } : field)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ fields: changes, note })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Select
          label="Status"
          allowDeselect={false}
          value={save.isPending && save.variables.status ? save.variables.status : lead.status}
          data={statuses.map((value) => ({ value, label: statusNames[value] }))}
          onChange={(value) => {
            const status = statuses.find((each) => each === value)
            if (status) save.mutate({ status })
          }}
        />
        {fields.map((field) => (
          <Group key={field.id} gap="xs" align="flex-end" wrap="nowrap">
            {field.isNew && (
              <TextInput
                label="Field"
                w={140}
                maxLength={64}
                value={field.name}
                onChange={(event) => change(field.id, { name: event.currentTarget.value })}
              />
            )}
            <TextInput
              label={field.isNew ? 'Value' : labelOf(field.name)}
              flex={1}
              maxLength={2000}
              value={field.value}
              onChange={(event) => change(field.id, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove ${field.name || 'the field'}`}
              onClick={() => setFields(fields.filter((other) => other.id !== field.id))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="subtle"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={15} />}
          onClick={() =>
            setFields([
              ...fields,
              { id: Math.max(0, ...fields.map(({ id }) => id)) + 1, name: '', value: '', isNew: true },
            ])
          }
        >
          Add a field
        </Button>
        <Textarea
          label="Note"
          autosize
          minRows={3}
          maxRows={10}
          maxLength={8000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Conversations lead={lead} />
        <Text size="xs" c="dimmed">
          Captured {exactTime(new Date(lead.createdAt))}, changed {exactTime(new Date(lead.updatedAt))}
        </Text>
        <Group justify="space-between">
          <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
            Delete
          </Button>
          <Button type="submit" disabled={!dirty} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
      {deleting && (
        <DeleteLead
          lead={lead}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            onClose()
            queryClient.removeQueries(leadQuery(place, lead.leadId))
            void queryClient.invalidateQueries({ queryKey: ['leads', place.region, place.agentId] })
          }}
        />
      )}
    </form>
  )
}

function Conversations({ lead }: { lead: LeadView }) {
  const place = useAgentPlace()
  return (
    <Stack gap={4}>
      {lead.conversationIds.map((conversation, nth) => (
        <AnchorLink
          key={conversation}
          to="/app/$region/agents/$agentId/convos"
          params={place}
          search={{ conversation, view: 'all' }}
          w="fit-content"
        >
          {nth === 0 ? 'Read the conversation' : 'An earlier conversation'}
        </AnchorLink>
      ))}
    </Stack>
  )
}

function DeleteLead(props: { lead: LeadView; onClose: () => void; onDeleted: () => void }) {
  const { leadId, fields } = props.lead
  const place = useAgentPlace()
  const name = fields.name ?? fields.email ?? fields.phone ?? 'this lead'
  const remove = useMutation({
    mutationFn: () => client.call('leads.remove', { params: { ...place, leadId } }),
    onSuccess: () => {
      noticeSuccess(`${name} was deleted`)
      props.onDeleted()
    },
  })
  return (
    <Modal opened onClose={props.onClose} title={`Delete ${name}?`}>
      <Text>
        What this visitor told is erased for ever, and nothing is captured from this browser again.
        Conversations stay.
      </Text>
      {remove.error && (
        <Text c="var(--mantine-color-error)" mt="sm" role="alert">
          {messageOf(remove.error)}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={() => remove.mutate()} loading={remove.isPending}>
          Delete
        </Button>
      </Group>
    </Modal>
  )
}

const labels: Record<string, string> = { name: 'Name', email: 'E-mail', phone: 'Phone', company: 'Company' }
const labelOf = (name: string) => labels[name] ?? name

/** The usual ones first, whether they are known or not. */
function fieldsOf({ fields }: LeadView): Field[] {
  const names = [...new Set(['name', 'email', 'phone', ...Object.keys(fields)])]
  return names.map((name, id) => ({ id, name, value: fields[name] ?? '' }))
}

/** What differs; what was taken away is empty. */
function changesIn(lead: LeadView, fields: readonly Field[]): Record<string, string> {
  const after: Record<string, string> = Object.fromEntries(
    fields.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value.trim()]),
  )
  const names = new Set([...Object.keys(lead.fields), ...Object.keys(after)])
  const changed = [...names].filter((name) => (after[name] ?? '') !== (lead.fields[name] ?? ''))
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? '']))
}
