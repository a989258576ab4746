import { NativeSelect, Text, TextInput } from '@mantine/core'
import type { CredentialUse } from '@parley/contracts/integration/credential.ts'
import {
  CONNECTED_PATH,
  type CredentialKind,
  credentialKinds,
  returnPathOf,
} from '@parley/contracts/integration/credential-names.ts'
import { CopyField } from '../../design/fields/copy-field.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { kindHelp, kindNames } from './credential-words.ts'

const blank: { [Kind in CredentialKind]: Extract<CredentialUse, { kind: Kind }> } = {
  bearer: { kind: 'bearer' },
  header: { kind: 'header', headerName: '' },
  query: { kind: 'query', parameter: '' },
  basic: { kind: 'basic', username: '' },
  'oauth2-client-credentials': {
    kind: 'oauth2-client-credentials',
    tokenUrl: '',
    application: '',
    scopes: '',
    sendSecretIn: 'header',
  },
  'oauth2-authorization-code': {
    kind: 'oauth2-authorization-code',
    authorizationUrl: '',
    tokenUrl: '',
    application: '',
    scopes: '',
    sendSecretIn: 'header',
  },
}

/** The kind of a new credential, which stays as it is once it is created, and what is sent beside the secret. */
export function UseFields(props: {
  use: CredentialUse
  created: boolean
  readOnly: boolean
  problems: Map<string, string>
  onChange: (use: CredentialUse) => void
}) {
  const { use, readOnly, onChange } = props
  const { workspaceId } = useWorkspace()
  const returnPath = props.created ? CONNECTED_PATH : returnPathOf(workspaceId)
  const problem = (name: string) => props.problems.get(`settings.use.${name}`)
  return (
    <>
      {!props.created && (
        <NativeSelect
          label="Kind"
          description={kindHelp[use.kind]}
          data={credentialKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))}
          value={use.kind}
          onChange={(event) => {
            const kind = credentialKinds.find((one) => one === event.currentTarget.value)
            if (kind) onChange(blank[kind])
          }}
        />
      )}
      {use.kind === 'header' && (
        <TextInput
          label="Header"
          required
          placeholder="X-Api-Key"
          maxLength={100}
          readOnly={readOnly}
          value={use.headerName}
          error={problem('headerName')}
          onChange={(event) => onChange({ ...use, headerName: event.currentTarget.value })}
        />
      )}
      {use.kind === 'query' && (
        <TextInput
          label="Parameter"
          required
          placeholder="api_key"
          maxLength={100}
          readOnly={readOnly}
          value={use.parameter}
          error={problem('parameter')}
          onChange={(event) => onChange({ ...use, parameter: event.currentTarget.value })}
        />
      )}
      {use.kind === 'basic' && (
        <TextInput
          label="User name"
          required
          autoComplete="off"
          maxLength={200}
          readOnly={readOnly}
          value={use.username}
          error={problem('username')}
          onChange={(event) => onChange({ ...use, username: event.currentTarget.value })}
        />
      )}
      {use.kind === 'oauth2-authorization-code' && (
        <>
          {use.mcpUrl === undefined && (
            <div>
              <Text size="sm" fw={500}>
                Redirect address
              </Text>
              <Text c="dimmed" size="xs" mb={4}>
                Enter it where you register the application at the other server.
              </Text>
              <CopyField
                label="redirect address"
                value={use.redirectUri ?? window.location.origin + returnPath}
              />
            </div>
          )}
          <TextInput
            label="Authorization URL"
            required
            type="url"
            placeholder="https://login.example.com/oauth/authorize"
            maxLength={2000}
            readOnly={readOnly}
            value={use.authorizationUrl}
            error={problem('authorizationUrl')}
            onChange={(event) => onChange({ ...use, authorizationUrl: event.currentTarget.value })}
          />
        </>
      )}
      {(use.kind === 'oauth2-client-credentials' || use.kind === 'oauth2-authorization-code') && (
        <>
          <TextInput
            label="Token URL"
            required
            type="url"
            placeholder="https://login.example.com/oauth/token"
            maxLength={2000}
            readOnly={readOnly}
            value={use.tokenUrl}
            error={problem('tokenUrl')}
            onChange={(event) => onChange({ ...use, tokenUrl: event.currentTarget.value })}
          />
          <TextInput
            label="Client ID"
            required
            autoComplete="off"
            maxLength={500}
            readOnly={readOnly}
            value={use.application}
            error={problem('application')}
            onChange={(event) => onChange({ ...use, application: event.currentTarget.value })}
          />
          <TextInput
            label="Scopes"
            description="With spaces between them"
            placeholder="Optional"
            maxLength={1000}
            readOnly={readOnly}
            value={use.scopes}
            error={problem('scopes')}
            onChange={(event) => onChange({ ...use, scopes: event.currentTarget.value })}
          />
          <NativeSelect
            label="Send client ID and secret"
            disabled={readOnly}
            data={[
              { value: 'header', label: 'In the Authorization header' },
              { value: 'body', label: 'In the body of the request' },
              ...(use.kind === 'oauth2-authorization-code'
                ? [{ value: 'none', label: 'Client ID alone, without a secret' }]
                : []),
            ]}
            value={use.sendSecretIn}
            onChange={(event) => {
              const { value } = event.currentTarget
              const sendSecretIn = value === 'body' ? 'body' : 'header'
              if (use.kind === 'oauth2-client-credentials') onChange({ ...use, sendSecretIn })
              else onChange({ ...use, sendSecretIn: value === 'none' ? 'none' : sendSecretIn })
            }}
          />
        </>
      )}
    </>
  )
}
