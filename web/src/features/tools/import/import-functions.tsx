import { Alert, Button, FileButton, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { ReadImport } from '@parley/contracts/integration/import-endpoints.ts'
import { MOST_IMPORT_MB } from '@parley/contracts/integration/import-limits.ts'
import type { ToolSettings, ToolView } from '@parley/contracts/integration/tool.ts'
import { IconPlugConnected, IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { DrawerFooter, FramedDrawer } from '../../../design/pages/framed-drawer.tsx'
import { ApiError, client, messageOf } from '../../../server/client.ts'
import { startConnecting } from '../../../server/connecting.ts'
import { useCredentials } from '../../../server/credentials.ts'
import { useMay } from '../../../shell/access/use-may.ts'
import { useWorkspace } from '../../../shell/navigation/places.ts'
import { CredentialField } from '../credential-field.tsx'
import styles from '../tools.module.css'
import { ChooseFunctions } from './choose-functions.tsx'
import { settingsOf } from './imported-settings.ts'

/**
 * Makes functions from the description of an API. A cURL command is one function, which is opened to be edited (`onEdit`);
 * of an OpenAPI document or an MCP server, the functions are chosen from a list.
 */
export function ImportFunctions(props: {
  existing: readonly ToolView[]
  /** The credential of an MCP server, which was just connected. */
  connected: string | undefined
  onEdit: (settings: ToolSettings) => void
  onClose: () => void
}) {
  const { region, workspaceId } = useWorkspace()
  const formId = useId()
  const readsCredentials = useMay()('credential.read')
  const connects = useMay()('credential.manage')
  const [kind, setKind] = useState<'document' | 'mcp'>(props.connected === undefined ? 'document' : 'mcp')
  const [source, setSource] = useState('')
  const [entered, setMcpUrl] = useState<string>()
  const [credentialId, setCredentialId] = useState(props.connected)
  const credentials = useCredentials().data
  const connected = credentials?.find((one) => one.credentialId === props.connected)?.use
  const mcpUrl =
    entered ?? (connected?.kind === 'oauth2-authorization-code' ? connected.mcpUrl : undefined) ?? ''
  const [found, setFound] = useState<ReadImport>()
  const read = useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf> | { mcpUrl: string; credentialId?: string }) =>
      client.call('tools.readImport', { params: { region }, body }),
    onSuccess: (answer) => {
      const [only] = answer.functions
      if (answer.kind === 'curl' && only) props.onEdit(settingsOf(only, answer.server))
      else setFound(answer)
    },
  })
  const choose = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MOST_IMPORT_MB * 1_000_000)
        throw new Error(`Please choose a file of at most ${MOST_IMPORT_MB} MB.`)
      read.mutate({ text: await file.text() })
    },
  })
  const connect = useMutation({
    mutationFn: async () => {
      const body = { mcpUrl: mcpUrl.trim() }
      const { credentialId } = await client.call('credentials.createForMcp', { params: { region }, body })
      const page = `/app/${region}/integrations?tool=import&credential=${encodeURIComponent(credentialId)}`
      await startConnecting({ region, workspaceId, credentialId, page })
    },
  })
  const isAsked = kind === 'mcp' && read.error instanceof ApiError && read.error.code === 'connection-needed'
  const error = connect.error ?? choose.error ?? read.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    choose.reset()
    connect.reset()
    if (kind === 'document') read.mutate(bodyOf(source.trim()))
    else read.mutate({ mcpUrl: mcpUrl.trim(), ...(credentialId !== undefined && { credentialId }) })
  }
  return (
    <FramedDrawer
      onClose={props.onClose}
      width="wide"
      title={found?.title || 'Import functions'}
      kind={found && 'Import functions'}
    >
      {found ? (
        <ChooseFunctions
          found={found}
          existing={props.existing}
          credentialId={kind === 'mcp' ? credentialId : undefined}
          onBack={() => setFound(undefined)}
          onClose={props.onClose}
        />
      ) : (
        <form id={formId} onSubmit={submit} noValidate>
          <Stack gap="md">
            <SegmentedControl
              fullWidth
              aria-label="From"
              data={[
                { value: 'document', label: 'OpenAPI or cURL' },
                { value: 'mcp', label: 'MCP server' },
              ]}
              value={kind}
              onChange={(value) => {
                setKind(value === 'mcp' ? 'mcp' : 'document')
                read.reset()
                choose.reset()
                connect.reset()
              }}
            />
            <Text>
              {kind === 'document'
                ? 'Make functions from an OpenAPI or Swagger document, or from a cURL command.'
                : 'Make functions from the tools of a remote server of the Model Context Protocol.'}{' '}
              You choose what becomes a function before anything is created.
            </Text>
            {error && (!isAsked || connect.error) && <ProblemAlert>{messageOf(error)}</ProblemAlert>}
            {isAsked && (
              <Alert title="This server asks for an authorization" icon={<IconPlugConnected size={18} />}>
                <Stack gap="sm" align="flex-start">
                  {connects
                    ? 'Grant access there and come back. If you have a key for it, choose its credential instead.'
                    : 'Choose its credential, or ask somebody who may manage credentials to connect it.'}
                  {connects && (
                    <Button loading={connect.isPending} onClick={() => connect.mutate()}>
                      Connect
                    </Button>
                  )}
                </Stack>
              </Alert>
            )}
            {kind === 'mcp' && (
              <>
                <TextInput
                  label="Server URL"
                  type="url"
                  placeholder="https://mcp.example.com/mcp"
                  maxLength={2_000}
                  value={mcpUrl}
                  onChange={(event) => setMcpUrl(event.currentTarget.value)}
                />
                {readsCredentials && (
                  <CredentialField
                    credentialId={credentialId}
                    serverUrl={mcpUrl}
                    error={undefined}
                    onChange={setCredentialId}
                  />
                )}
              </>
            )}
            {kind === 'document' && (
              <Textarea
                label="Document, its address, or a cURL command"
                placeholder={
                  'https://api.example.com/openapi.json\n\nor\n\ncurl -X POST https://api.example.com/orders …'
                }
                autosize
                minRows={8}
                maxRows={18}
                spellCheck={false}
                autoComplete="off"
                data-autofocus
                classNames={{ input: styles.source }}
                value={source}
                onChange={(event) => setSource(event.currentTarget.value)}
              />
            )}
            <DrawerFooter
              left={
                kind === 'document' && (
                  <FileButton
                    accept=".json,.yaml,.yml,application/json,application/yaml"
                    onChange={(file) => file && choose.mutate(file)}
                  >
                    {(button) => (
                      <Button
                        {...button}
                        variant="default"
                        leftSection={<IconUpload size={16} />}
                        disabled={read.isPending}
                      >
                        Choose file
                      </Button>
                    )}
                  </FileButton>
                )
              }
            >
              <Button
                type="submit"
                form={formId}
                loading={read.isPending}
                disabled={(kind === 'mcp' ? mcpUrl : source).trim() === ''}
              >
                Continue
              </Button>
            </DrawerFooter>
          </Stack>
        </form>
      )}
    </FramedDrawer>
  )
}

/** A single web address is where the document stands. */
function bodyOf(text: string) {
  return /^https?:\/\/\S+$/i.test(text) ? { url: text } : { text }
}
