import {
  Button,
  Group,
  NativeSelect,
  PasswordInput,
  Stack,
  Switch,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import type { ToolSettings, ToolVersionSettings, ToolView } from '@parley/contracts/integration/tool.ts'
import { MOST_RETRIES } from '@parley/contracts/integration/tool-limits.ts'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useLoaded } from '../../server/overwriting.ts'
import { problemsIn } from '../../server/problems-in.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { CredentialField } from './credential-field.tsx'
import { ToolFieldsEditor } from './tool-fields-editor.tsx'
import { ToolHistory } from './tool-history.tsx'
import { ToolTest } from './tool-test.tsx'
import { retriesWords } from './tool-words.ts'

const methods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const
const bodyFormats = [
  { value: 'json', label: 'JSON' },
  { value: 'form', label: 'Form' },
] as const
const retries = Array.from({ length: MOST_RETRIES + 1 }, (_, nth) => ({
  value: String(nth),
  label: retriesWords(nth),
}))
const blank: ToolSettings = { name: '', description: '', fields: [], serverUrl: '', method: 'POST' }

/** Edits one function: name, address and fields, with a test call. */
export function ToolDrawer(props: {
  tool: ToolView | undefined
  /** What a new one begins with. */
  initial?: ToolSettings | undefined
  onSaved: (id: string) => void
  onClose: () => void
  onDelete: (tool: ToolView) => void
}) {
  const { tool } = props
  const formId = useId()
  const { region } = useWorkspace()
  const queryClient = useQueryClient()
  const [settings, setSettings] = useState<ToolSettings>(() =>
    tool ? settingsOf(tool) : (props.initial ?? blank),
  )
  const [secret, setSecret] = useState<string>()
  const loaded = useLoaded()
  const edit = (change: Partial<ToolSettings>) => setSettings({ ...settings, ...change })
  const changed =
    secret !== undefined || !tool || JSON.stringify(settings) !== JSON.stringify(settingsOf(tool))

  const save = useMutation({
    mutationFn: async () => {
      const body = { settings, ...(secret === undefined ? {} : { serverUrlSecret: secret }) }
      if (!tool) return (await client.call('tools.create', { params: { region }, body })).id
      await client.call('tools.save', { params: { region, toolId: tool.id }, body }, { loaded })
      return tool.id
    },
    onSuccess: async (id) => {
      await queryClient.invalidateQueries({ queryKey: ['tools', region] })
      void queryClient.invalidateQueries({ queryKey: ['tool-history', region, id] })
      setSecret(undefined)
      noticeSuccess(`${settings.name} was saved`)
      props.onSaved(id)
    },
  })
  const problems = problemsIn(save.error)
  const isHttp = settings.mcpTool === undefined
  const readsCredentials = useMay()('credential.read')
  const hidden = !readsCredentials && problems.has('settings.credentialId')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }

  return (
    <FramedDrawer
      onClose={props.onClose}
      width="wide"
      title={tool?.name ?? 'New function'}
      kind={tool && (tool.mcpTool === undefined ? 'Function' : `Tool ${tool.mcpTool} of an MCP server`)}
    >
      <Stack gap="xl">
        <form id={formId} onSubmit={submit} noValidate>
          <Stack gap="md">
            {save.error && (problems.size === 0 || hidden) && (
              <ProblemAlert>{messageOf(save.error)}</ProblemAlert>
            )}
            <TextInput
              label="Name"
              required
              maxLength={100}
              data-autofocus={tool ? undefined : true}
              value={settings.name}
              error={problems.get('settings.name')}
              onChange={(event) => edit({ name: event.currentTarget.value })}
            />
            <Textarea
              label="Description"
              description="When the model should call it, and what it returns"
              required
              autosize
              minRows={2}
              maxRows={6}
              maxLength={2000}
              value={settings.description}
              error={problems.get('settings.description')}
              onChange={(event) => edit({ description: event.currentTarget.value })}
            />
            <Group gap="xs" align="flex-start" wrap="nowrap">
              {isHttp && (
                <NativeSelect
                  label="Method"
                  w={110}
                  flex="none"
                  data={[...methods]}
                  value={settings.method ?? 'POST'}
                  onChange={(event) => {
                    const method = methods.find((one) => one === event.currentTarget.value)
                    if (method) edit({ method })
                  }}
                />
              )}
              <TextInput
                label="Server URL"
                description={isHttp && 'May have values in its path, such as /orders/{orderId}'}
                inputWrapperOrder={['label', 'input', 'error', 'description']}
                flex={1}
                required
                type="url"
                placeholder="https://api.example.com/orders"
                maxLength={2000}
                value={settings.serverUrl}
                error={problems.get('settings.serverUrl')}
                onChange={(event) => edit({ serverUrl: event.currentTarget.value })}
              />
            </Group>
            {isHttp && settings.method !== 'GET' && (
              <NativeSelect
                label="Body format"
                data={[...bodyFormats]}
                value={settings.bodyFormat ?? 'json'}
                onChange={(event) =>
                  edit({ bodyFormat: event.currentTarget.value === 'form' ? 'form' : undefined })
                }
              />
            )}
            {readsCredentials && (
              <CredentialField
                credentialId={settings.credentialId}
                serverUrl={settings.serverUrl}
                error={problems.get('settings.credentialId')}
                onChange={(credentialId) => edit({ credentialId })}
              />
            )}
            {isHttp && (
              <PasswordInput
                label="Server URL secret"
                description={
                  tool?.signed
                    ? 'Requests are signed with a stored secret. Enter a new one to replace it.'
                    : 'Signs each request in its headers, so your server can verify the sender'
                }
                placeholder={tool?.signed ? 'Unchanged' : 'Optional'}
                autoComplete="off"
                maxLength={500}
                value={secret ?? ''}
                onChange={(event) => setSecret(event.currentTarget.value || undefined)}
              />
            )}
            <NativeSelect
              label="Retries"
              description="After a time-out, no connection, or 408, 429 and 5xx; each with the same Idempotency-Key header, by which your server recognizes a repetition"
              data={retries}
              value={String(settings.retries ?? 0)}
              onChange={(event) => edit({ retries: Number(event.currentTarget.value) || undefined })}
            />
            <Switch
              label="Needs approval"
              description="When the model chooses it, the call waits in the inbox until somebody of the team approves it"
              checked={settings.needsApproval ?? false}
              onChange={(event) => edit({ needsApproval: event.currentTarget.checked || undefined })}
            />
            <TextInput
              label="Picture"
              placeholder="https://…"
              maxLength={2000}
              value={settings.imageUrl ?? ''}
              onChange={(event) => edit({ imageUrl: event.currentTarget.value || undefined })}
            />
            <ToolFieldsEditor
              fields={settings.fields}
              problems={problems}
              onChange={(fields) => edit({ fields })}
            />
            <DrawerFooter
              left={
                tool && (
                  <Button
                    variant="subtle"
                    color="red"
                    leftSection={<IconTrash size={16} />}
                    onClick={() => props.onDelete(tool)}
                  >
                    Delete
                  </Button>
                )
              }
            >
              <Button type="submit" form={formId} loading={save.isPending} disabled={!changed}>
                {tool ? 'Save' : 'Create'}
              </Button>
            </DrawerFooter>
          </Stack>
        </form>
        {tool && (
          <Stack gap="sm" component="section" aria-label="Test">
            <Title order={2} size="h3">
              Test
            </Title>
            <ToolTest tool={tool} unsaved={changed} />
          </Stack>
        )}
        {tool && (
          <ToolHistory
            tool={tool}
            unsaved={changed}
            onRestored={(restored) => {
              setSettings(settingsOf(restored))
              setSecret(undefined)
            }}
          />
        )}
      </Stack>
    </FramedDrawer>
  )
}

function settingsOf(tool: ToolVersionSettings): ToolSettings {
  const { name, description, imageUrl, fields, serverUrl, method, bodyFormat } = tool
  const { mcpTool, credentialId, needsApproval, retries } = tool
  return {
    ...{ name, description, imageUrl, fields, serverUrl, method, bodyFormat },
    ...{ mcpTool, credentialId, needsApproval, retries },
  }
}
