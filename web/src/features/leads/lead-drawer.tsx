import { Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { LeadView } from '@parley/contracts/conversation/lead-endpoints.ts'
import { isEmailField, isVisitorEmail } from '@parley/contracts/identity/visitor-email.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useId, useRef, useState } from 'react'
import { exactTime } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import { AddButton, RemoveButton } from '../../design/lists/list-buttons.tsx'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { asLoaded, useLoaded } from '../../server/overwriting.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { labelOf } from './field-names.ts'
import { LeadRequests } from './lead-requests.tsx'
import { leadQuery } from './queries.ts'
import { statuses, statusNames } from './search.ts'

const route = getRouteApi('/app/$region/agents/$agentId/leads')

/** Shows and edits one lead. */
export function LeadDrawer() {
  const { lead: leadId } = route.useSearch()
  const navigate = route.useNavigate()
  const close = () => void navigate({ search: (search) => ({ ...search, lead: undefined }) })
  return leadId && <Opened key={leadId} leadId={leadId} onClose={close} />
}

function Opened(props: { leadId: string; onClose: () => void }) {
  const lead = useQuery(leadQuery(useAgentPlace(), props.leadId))
  const name = lead.data && nameOf(lead.data)
  return (
    <FramedDrawer
      onClose={props.onClose}
      // As high while it loads.
      title={lead.isError ? t('Lead') : <bdi>{name ?? (lead.isPending ? '\u00a0' : t('No name'))}</bdi>}
      kind={lead.isError ? undefined : t('Lead')}
    >
      {lead.isPending && <LoadingRows rows={5} />}
      {lead.isError && (
        <FailedList
          title={t('The lead could not be loaded')}
          error={lead.error}
          onRetry={() => lead.refetch()}
        />
      )}
      {lead.data && <LeadForm lead={lead.data} onClose={props.onClose} />}
    </FramedDrawer>
  )
}

/** What a lead is called; undefined if the visitor told neither name nor address. */
const nameOf = ({ fields }: LeadView): string | undefined => fields.name ?? fields.email ?? fields.phone

/** A field that was added in the form and not saved yet. */
type Added = { id: number; name: string; value: string }

function LeadForm({ lead, onClose }: { lead: LeadView; onClose: () => void }) {
  const place = useAgentPlace()
  const formId = useId()
  const queryClient = useQueryClient()
  // Only the edited fields, so that the others show what is saved meanwhile.
  const [edits, setEdits] = useState<Record<string, string>>({})
  const [added, setAdded] = useState<Added[]>([])
  const [editedNote, setEditedNote] = useState<string>()
  const [deleting, setDeleting] = useState(false)
  /** Whether what was entered was refused, so that its errors show. */
  const [refused, setRefused] = useState(false)
  const params = { ...place, leadId: lead.leadId }
  const again = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['leads', place.region, place.agentId] }),
      queryClient.invalidateQueries(leadQuery(place, lead.leadId)),
    ])
  const note = editedNote ?? lead.note
  const changes = changesIn(lead, edits, added)
  const dirty = Object.keys(changes).length > 0 || note !== lead.note
  const loaded = useLoaded(dirty)
  const before = useRef(lead)
  if (!dirty) before.current = lead
  const save = useMutation({
    // What others saved in other fields stands in the form, and is not overwritten.
    mutationFn: (body: LeadChanges) =>
      client.call(
        'leads.save',
        { params, body },
        { loaded: overwritesOthers(body, before.current, lead) ? loaded : asLoaded() },
      ),
    onSuccess: async (_, { status }) => {
      noticeSuccess(t('Lead saved'), 2000)
      await again()
      if (status !== undefined) return
      setEdits({})
      setAdded([])
      setEditedNote(undefined)
    },
    onError: (error) => noticeError(error),
  })
  const change = (id: number, part: Partial<Added>) =>
    setAdded(added.map((field) => (field.id === id ? { ...field, ...part } : field)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isRefused = Object.entries(changes).some(([name, value]) => faultIn(name, value) !== undefined)
    setRefused(isRefused)
    if (!isRefused) save.mutate({ fields: changes, ...(note === lead.note ? {} : { note }) })
  }
  return (
    <form id={formId} onSubmit={submit}>
      <Stack gap="md">
        <Select
          label={t('Status')}
          allowDeselect={false}
          value={save.isPending && save.variables.status ? save.variables.status : lead.status}
          data={statuses.map((value) => ({ value, label: t(statusNames[value]) }))}
          onChange={(value) => {
            const status = statuses.find((each) => each === value)
            if (status) save.mutate({ status })
          }}
        />
        {namesOf(lead).map((name) => (
          <TextInput
            key={name}
            label={labelOf(name)}
            maxLength={2000}
            value={edits[name] ?? lead.fields[name] ?? ''}
            error={refused && name in changes && faultIn(name, changes[name] ?? '')}
            onChange={(event) => setEdits({ ...edits, [name]: event.currentTarget.value })}
          />
        ))}
        {added.map((field) => (
          <Group key={field.id} gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label={t('Field')}
              w={140}
              maxLength={64}
              value={field.name}
              onChange={(event) => change(field.id, { name: event.currentTarget.value })}
            />
            <TextInput
              label={t('Value')}
              flex={1}
              maxLength={2000}
              value={field.value}
              error={refused && faultIn(field.name, field.value)}
              onChange={(event) => change(field.id, { value: event.currentTarget.value })}
            />
            <RemoveButton
              label={t('Remove {name}', { name: field.name || t('the field') })}
              onClick={() => setAdded(added.filter((other) => other.id !== field.id))}
            />
          </Group>
        ))}
        <AddButton
          label={t('Add field')}
          onClick={() => setAdded([...added, { id: (added.at(-1)?.id ?? 0) + 1, name: '', value: '' }])}
        />
        <Textarea
          label={t('Note')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={8000}
          value={note}
          onChange={(event) => setEditedNote(event.currentTarget.value)}
        />
        <LeadRequests lead={lead} />
        <Conversations lead={lead} />
        <Text size="xs" c="dimmed">
          {t('Captured {captured}, changed {changed}', {
            captured: exactTime(new Date(lead.createdAt)),
            changed: exactTime(new Date(lead.updatedAt)),
          })}
        </Text>
        <DrawerFooter
          left={
            <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
              {t('Delete')}
            </Button>
          }
        >
          <Button type="submit" form={formId} disabled={!dirty} loading={save.isPending}>
            {t('Save')}
          </Button>
        </DrawerFooter>
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
  const may = useMay()
  if (!may('conversation.read')) return null
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
          {nth === 0 ? t('View conversation') : t('Earlier conversation')}
        </AnchorLink>
      ))}
    </Stack>
  )
}

function DeleteLead(props: { lead: LeadView; onClose: () => void; onDeleted: () => void }) {
  const { leadId } = props.lead
  const place = useAgentPlace()
  const name = nameOf(props.lead) ?? t('this lead')
  const remove = useMutation({
    mutationFn: () => client.call('leads.remove', { params: { ...place, leadId } }),
    onSuccess: () => {
      noticeSuccess(t('{name} was deleted', { name }))
      props.onDeleted()
    },
  })
  return (
    <AskBefore
      title={t('Delete {name}?', { name })}
      act={t('Delete')}
      pending={remove.isPending}
      onAct={() => remove.mutate()}
      onClose={props.onClose}
    >
      {t(
        'This visitor’s details are permanently deleted, and nothing more is captured from this browser. Conversations are kept.',
      )}
      {remove.error && (
        <Text c="var(--mantine-color-error)" mt="sm" role="alert">
          {messageOf(remove.error)}
        </Text>
      )}
    </AskBefore>
  )
}

/** Common fields first, even if they have no value. */
function namesOf({ fields }: LeadView): string[] {
  return [...new Set(['name', 'email', 'phone', ...Object.keys(fields)])]
}

/** The error of a value that the server refuses. */
function faultIn(name: string, value: string): string | undefined {
  const text = value.trim()
  return text === '' || !isEmailField(name) || isVisitorEmail(text)
    ? undefined
    : t('Please enter a valid email')
}

type LeadChanges = { fields?: Record<string, string>; note?: string; status?: LeadView['status'] }

/** Whether somebody else saved one of these fields since its editing began. A status is chosen from what is shown now. */
function overwritesOthers({ fields = {}, note }: LeadChanges, before: LeadView, now: LeadView): boolean {
  return (
    (note !== undefined && before.note !== now.note) ||
    Object.keys(fields).some((name) => before.fields[name] !== now.fields[name])
  )
}

/** Returns the changed fields. An empty value removes a field. */
function changesIn(
  lead: LeadView,
  edits: Record<string, string>,
  added: readonly Added[],
): Record<string, string> {
  const written = [...Object.entries(edits), ...added.map(({ name, value }) => [name, value] as const)]
  const changed = written
    .map(([name, value]) => [name.trim(), value.trim()] as const)
    .filter(([name, value]) => name !== '' && value !== (lead.fields[name] ?? ''))
  return Object.fromEntries(changed)
}
