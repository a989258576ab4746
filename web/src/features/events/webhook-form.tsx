import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { WebhookEventView, WebhookSettings, WebhookView } from '@parley/contracts/integration/webhook.ts'
import { IconKey, IconPlayerPause, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { DrawerFooter } from '../../design/pages/framed-drawer.tsx'
import { ApiError, client, messageOf } from '../../server/client.ts'
import { useLoaded } from '../../server/overwriting.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { EventChoice } from './event-choice.tsx'
import { catalogueQuery } from './queries.ts'
import { useWebhookAct } from './use-webhook-act.ts'
import { webhookName } from './webhook-words.ts'

const blank: WebhookSettings = { url: '', description: '', subscribedEvents: [], sendWorkspaceSecret: false }

type Props = {
  webhook: WebhookView | undefined
  onSecret: (secret: string, createdId?: string) => void
  onDeleted: () => void
}

/** The settings of a webhook, or of a new one. `onSecret` shows its secret, which is not shown again. */
export function WebhookForm(props: Props) {
  const catalogue = useQuery(catalogueQuery(useWorkspace()))
  if (catalogue.data) return <Settings {...props} events={catalogue.data} />
  if (catalogue.isPending) return <LoadingRows rows={5} />
  return (
    <FailedList
      title="The events could not be loaded"
      error={catalogue.error}
      onRetry={() => catalogue.refetch()}
    />
  )
}

function Settings(props: Props & { events: WebhookEventView[] }) {
  const { webhook } = props
  const formId = useId()
  const { region } = useWorkspace()
  const may = useMay()
  const queryClient = useQueryClient()
  const [settings, setSettings] = useState<WebhookSettings>(() => (webhook ? settingsOf(webhook) : blank))
  const loaded = useLoaded()
  const readOnly = !may('webhook.manage')
  const changed = !webhook || JSON.stringify(settings) !== JSON.stringify(settingsOf(webhook))

  const save = useMutation({
    mutationFn: async () => {
      if (!webhook) return client.call('webhooks.create', { params: { region }, body: settings })
      const { webhookId } = webhook
      await client.call('webhooks.save', { params: { region, webhookId }, body: settings }, { loaded })
      return undefined
    },
    onSuccess: async (created) => {
      noticeSuccess(`${webhookName(settings)} was saved`)
      await queryClient.invalidateQueries({ queryKey: ['webhooks', region] })
      if (created) props.onSecret(created.secret, created.webhookId)
    },
  })
  const problems = problemsIn(save.error)
  const edit = (change: Partial<WebhookSettings>) => {
    setSettings({ ...settings, ...change })
    // What was refused is not what is there now.
    save.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }

  return (
    <form id={formId} onSubmit={submit} noValidate>
      <Stack gap="md">
        {save.error && problems.size === 0 && <ProblemAlert>{messageOf(save.error)}</ProblemAlert>}
        <TextInput
          label="URL"
          description="Each event is sent there as a POST request with JSON"
          required
          type="url"
          placeholder="https://example.com/webhooks"
          maxLength={2000}
          readOnly={readOnly}
          data-autofocus={webhook ? undefined : true}
          value={settings.url}
          error={problems.get('url')}
          onChange={(event) => edit({ url: event.currentTarget.value })}
        />
        <TextInput
          label="Description"
          placeholder="What it is for"
          maxLength={200}
          readOnly={readOnly}
          value={settings.description}
          error={problems.get('description')}
          onChange={(event) => edit({ description: event.currentTarget.value })}
        />
        <EventChoice
          all={props.events}
          chosen={settings.subscribedEvents}
          error={problems.get('subscribedEvents')}
          disabled={readOnly}
          onChange={(subscribedEvents) => edit({ subscribedEvents })}
        />
        <Switch
          label="Send the workspace secret"
          description="Adds the field workspaceSecret, for servers that check it instead of the signature. Anyone who reads what is sent can then act for your workspace."
          disabled={readOnly || !may('workspace.secret.manage')}
          checked={settings.sendWorkspaceSecret}
          onChange={(event) => edit({ sendWorkspaceSecret: event.currentTarget.checked })}
        />
        {webhook && !readOnly && <Acts webhook={webhook} onSecret={props.onSecret} />}
        {!readOnly && (
          <DrawerFooter left={webhook && <Delete webhook={webhook} onDeleted={props.onDeleted} />}>
            <Button type="submit" form={formId} loading={save.isPending} disabled={!changed}>
              {webhook ? 'Save' : 'Create'}
            </Button>
          </DrawerFooter>
        )}
      </Stack>
    </form>
  )
}

function Acts(props: { webhook: WebhookView; onSecret: (secret: string) => void }) {
  const { webhook } = props
  const { region } = useWorkspace()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const pause = useWebhookAct(webhook, 'webhooks.pause', 'is paused')
  const replace = useMutation({
    mutationFn: () =>
      client.call('webhooks.replaceSecret', { params: { region, webhookId: webhook.webhookId } }),
    onSuccess: async ({ secret }) => {
      setAsking(false)
      props.onSecret(secret)
      await queryClient.invalidateQueries({ queryKey: ['webhooks', region] })
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
  const both = webhook.formerSecretUntil && Date.parse(webhook.formerSecretUntil) > Date.now()
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button variant="default" leftSection={<IconKey size={16} />} onClick={() => setAsking(true)}>
          Replace signing secret
        </Button>
        {webhook.status === 'enabled' && (
          <Button
            variant="default"
            leftSection={<IconPlayerPause size={16} />}
            loading={pause.isPending}
            onClick={() => pause.mutate()}
          >
            Pause
          </Button>
        )}
      </Group>
      {both && (
        <Text size="sm" c="dimmed">
          Events are signed with the former secret too until{' '}
          {new Date(webhook.formerSecretUntil ?? '').toLocaleString(undefined, {
            dateStyle: 'medium',
            timeStyle: 'short',
          })}
          .
        </Text>
      )}
      {asking && (
        <AskBefore
          title={`Replace the signing secret of ${webhookName(webhook)}?`}
          act="Replace"
          pending={replace.isPending}
          onAct={() => replace.mutate()}
          onClose={() => setAsking(false)}
        >
          For 24 hours, events are signed with both secrets. After that, your server needs the new one.
        </AskBefore>
      )}
    </Stack>
  )
}

function Delete(props: { webhook: WebhookView; onDeleted: () => void }) {
  const { webhook } = props
  const [asking, setAsking] = useState(false)
  const remove = useWebhookAct(webhook, 'webhooks.delete', 'was deleted', props.onDeleted)
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      {asking && (
        <AskBefore
          title={`Delete ${webhookName(webhook)}?`}
          act="Delete"
          pending={remove.isPending}
          onAct={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          Nothing more is sent to it, and its log is deleted. This can’t be undone.
        </AskBefore>
      )}
    </>
  )
}

function settingsOf({
  url,
  description,
  subscribedEvents,
  sendWorkspaceSecret,
}: WebhookView): WebhookSettings {
  return { url, description, subscribedEvents, sendWorkspaceSecret }
}

/** Maps the errors of a failed call to fields. */
function problemsIn(error: Error | null): Map<string, string> {
  const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  return new Map(errors.map(({ field, message }) => [field, message]))
}
