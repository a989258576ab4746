import { Select } from '@mantine/core'
import type { CredentialView } from '@parley/contracts/integration/credential.ts'
import { AnchorLink } from '../../design/links.tsx'
import { useCredentials } from '../../server/credentials.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'

/** The credential that a function is called with. Those for other hosts are named, but can't be chosen. */
export function CredentialField(props: {
  credentialId: string | undefined
  serverUrl: string
  error: string | undefined
  onChange: (credentialId: string | undefined) => void
}) {
  const { credentialId } = props
  const { region } = useWorkspace()
  const credentials = useCredentials()
  const host = URL.canParse(props.serverUrl) ? new URL(props.serverUrl).host : undefined
  const options = (credentials.data ?? []).map((credential) => optionOf(credential, host))
  const deleted =
    credentialId !== undefined && credentials.data && !options.some((one) => one.value === credentialId)
  return (
    <Select
      label="Credential"
      description={
        <>
          Sent with each call and shown to nobody. Kept under{' '}
          <AnchorLink to="/app/$region/credentials" params={{ region }} fz="inherit">
            Credentials
          </AnchorLink>
          .
        </>
      }
      placeholder="None"
      clearable
      searchable
      nothingFoundMessage={credentials.isPending ? 'Loading…' : 'No credentials yet'}
      data={deleted ? [...options, { value: credentialId, label: 'A deleted credential' }] : options}
      // Without its name, the id would be shown.
      value={credentials.data ? (credentialId ?? null) : null}
      error={credentials.isError ? 'The credentials could not be loaded' : props.error}
      onChange={(chosen) => props.onChange(chosen ?? undefined)}
    />
  )
}

function optionOf({ credentialId, name, hosts }: CredentialView, host: string | undefined) {
  const fits = host === undefined || hosts.includes(host)
  return { value: credentialId, label: fits ? name : `${name} (for ${hosts.join(', ')})`, disabled: !fits }
}
