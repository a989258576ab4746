import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import type { CannedResponse, InboxSettings } from '@parley/contracts/workspace/inbox-settings.ts'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { noticeError } from '../../design/notices/notices.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { noticeWithUndo } from '../../design/notices/undo-notice.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { ApiError, client, messageOf } from '../../server/client.ts'
import { asLoaded, useLoaded } from '../../server/overwriting.ts'
import { useAgentPlace, useWorkspace } from '../../shell/navigation/places.ts'
import styles from './conversations.module.css'
import { inboxSettingsQuery } from './queries.ts'

const route = getRouteApi('/app/$region/agents/$agentId/convos')

/** Inbox settings of the workspace. They apply to all of its agents. */
export function InboxSettingsDrawer() {
  const { inboxSettings } = route.useSearch()
  const navigate = route.useNavigate()
  const close = () => void navigate({ search: (search) => ({ ...search, inboxSettings: undefined }) })
  if (!inboxSettings) return null
  return (
    <FramedDrawer onClose={close} title="Inbox settings">
      <Text c="dimmed">
        Apply to everyone in this workspace and all its agents. Changes are saved automatically.
      </Text>
      <Loaded />
    </FramedDrawer>
  )
}

function useInboxPlace() {
  const { region } = useAgentPlace()
  const { workspaceId } = useWorkspace()
  return { region, workspaceId }
}

function Loaded() {
  const place = useInboxPlace()
  const inbox = useQuery(inboxSettingsQuery(place.region, place.workspaceId))
  if (inbox.isPending) return <LoadingRows />
  if (inbox.isError)
    return (
      <FailedList
        title="The settings could not be loaded"
        error={inbox.error}
        onRetry={() => inbox.refetch()}
      />
    )
  return (
    <Stack gap="xl">
      <Settings settings={inbox.data.settings} />
      <CannedResponses
        present={inbox.data.cannedResponses}
        enabled={inbox.data.settings.enableCannedResponses}
      />
    </Stack>
  )
}

function Settings({ settings }: { settings: InboxSettings }) {
  const params = useInboxPlace()
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (body: Partial<InboxSettings>) =>
      client.call('inbox.save', { params, body }, { loaded: asLoaded() }),
    onSettled: () => queryClient.invalidateQueries(inboxSettingsQuery(params.region, params.workspaceId)),
    onError: (error) => noticeError(error),
  })
  // Shows the selected values while they are saved.
  const shown = { ...settings, ...(save.isPending ? save.variables : {}) }
  const toggle = (
    name: Exclude<keyof InboxSettings, 'predefinedTags'>,
    label: string,
    description: string,
  ) => (
    <Switch
      label={label}
      description={description}
      checked={shown[name]}
      onChange={(event) => save.mutate({ [name]: event.currentTarget.checked })}
    />
  )
  return (
    <Stack gap="md">
      <TagsInput
        label="Predefined tags"
        description="Suggested for every conversation, in this order."
        placeholder={shown.predefinedTags.length === 0 ? 'Type a tag and press Enter' : undefined}
        value={shown.predefinedTags}
        onChange={(predefinedTags) => save.mutate({ predefinedTags })}
        maxTags={100}
        acceptValueOnBlur
      />
      {toggle('disallowAnyTags', 'Allow Only Predefined Tags', 'Only the tags above can be used.')}
      {toggle('enableCannedResponses', 'Enable Canned Responses', 'Type / in the reply field to insert one.')}
      {toggle(
        'smartHandoff',
        'Smart Handoff',
        'Hand over to a person when the agent can’t help, without being asked.',
      )}
      {toggle(
        'disableHandoffMessages',
        'Disable Handoff Messages',
        'Visitors don’t see messages about who joins and leaves.',
      )}
    </Stack>
  )
}

function CannedResponses(props: { present: CannedResponse[]; enabled: boolean }) {
  const params = useInboxPlace()
  const queryClient = useQueryClient()
  const [editing, setEditing] = useState<CannedResponse>()
  const again = () => queryClient.invalidateQueries(inboxSettingsQuery(params.region, params.workspaceId))
  const remove = useMutation({
    mutationFn: ({ cannedResponseId }: CannedResponse) =>
      client.call('inbox.deleteCannedResponse', { params: { ...params, cannedResponseId } }),
    onSuccess: async (_, response) => {
      noticeWithUndo(`/${response.shortcut} was deleted`, () => restore.mutate(response))
      await again()
    },
    onError: (error) => noticeError(error),
  })
  const restore = useMutation({
    mutationFn: ({ cannedResponseId, shortcut, text }: CannedResponse) =>
      client.call('inbox.saveCannedResponse', {
        params: { ...params, cannedResponseId },
        body: { shortcut, text },
      }),
    onSuccess: again,
    onError: (error) => noticeError(error),
  })
  const fresh = () => setEditing({ cannedResponseId: crypto.randomUUID(), shortcut: '', text: '' })
  return (
    <section aria-label="Canned responses">
      <Group justify="space-between" mb="sm">
        <Title order={3} size="h3">
          Canned responses
        </Title>
        <Button size="xs" variant="default" leftSection={<IconPlus size={15} />} onClick={fresh}>
          Add
        </Button>
      </Group>
      {!props.enabled && props.present.length > 0 && (
        <Alert color="yellow" mb="sm" p="xs">
          Turned off above.
        </Alert>
      )}
      {editing && (
        <Editor
          key={editing.cannedResponseId}
          response={editing}
          onClose={() => setEditing(undefined)}
          onSaved={async () => {
            await again()
            setEditing(undefined)
          }}
        />
      )}
      {props.present.length === 0 && !editing && (
        <Text c="dimmed">
          None yet. Save what you write often under a shortcut, then type / and the shortcut in a reply.
        </Text>
      )}
      <ul className={styles.pages}>
        {props.present
          .filter(({ cannedResponseId }) => cannedResponseId !== editing?.cannedResponseId)
          .map((response) => (
            <li key={response.cannedResponseId} className={styles.cannedRow}>
              <div className={styles.cannedWords}>
                <Text fw={600}>/{response.shortcut}</Text>
                <Text c="dimmed" lineClamp={2}>
                  {response.text}
                </Text>
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Edit /${response.shortcut}`}
                onClick={() => setEditing(response)}
              >
                <IconPencil size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={`Delete /${response.shortcut}`}
                loading={remove.isPending && remove.variables === response}
                onClick={() => remove.mutate(response)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
      </ul>
    </section>
  )
}

function Editor(props: { response: CannedResponse; onClose: () => void; onSaved: () => void }) {
  const { cannedResponseId } = props.response
  const params = useInboxPlace()
  const [shortcut, setShortcut] = useState(props.response.shortcut)
  const [text, setText] = useState(props.response.text)
  const loaded = useLoaded()
  const save = useMutation({
    mutationFn: () =>
      client.call(
        'inbox.saveCannedResponse',
        { params: { ...params, cannedResponseId }, body: { shortcut, text } },
        { loaded },
      ),
    onSuccess: props.onSaved,
  })
  const at = save.error instanceof ApiError ? save.error.field : undefined
  const problem = save.error ? messageOf(save.error) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" mb="md">
        <TextInput
          label="Shortcut"
          leftSection="/"
          value={shortcut}
          maxLength={40}
          data-autofocus
          error={at === 'shortcut' ? problem : undefined}
          onChange={(event) => setShortcut(event.currentTarget.value.trim())}
        />
        <Textarea
          label="Text"
          description="Markdown. {{name}} and other variables of the visitor are filled in when it is inserted."
          autosize
          minRows={3}
          maxRows={10}
          value={text}
          maxLength={4000}
          error={at === 'shortcut' ? undefined : problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={shortcut === '' || text.trim() === ''} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
