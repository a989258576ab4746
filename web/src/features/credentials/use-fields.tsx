import { NativeSelect, TextInput } from '@mantine/core'
import type { CredentialUse } from '@parley/contracts/integration/credential.ts'
import { type CredentialKind, credentialKinds } from '@parley/contracts/integration/credential-names.ts'
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
      {use.kind === 'oauth2-client-credentials' && (
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
            ]}
            value={use.sendSecretIn}
            onChange={(event) =>
              onChange({ ...use, sendSecretIn: event.currentTarget.value === 'body' ? 'body' : 'header' })
            }
          />
        </>
      )}
    </>
  )
}
