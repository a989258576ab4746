import { Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { useCredentials } from '../../server/credentials.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { CredentialDrawer } from './credential-drawer.tsx'
import { CredentialTable } from './credential-table.tsx'
import { RotateDrawer } from './rotate-drawer.tsx'

const route = getRouteApi('/app/$region/credentials')

/** The secrets of other servers that functions use by reference. */
export function CredentialsPage() {
  const { credential: opened, rotate } = route.useSearch()
  const navigate = route.useNavigate()
  const manages = useMay()('credential.manage')
  const credentials = useCredentials()
  const open = (credential: string | undefined, rotating?: true) =>
    void navigate({ search: { credential, rotate: rotating } })
  const add = manages && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open('new')}>
      Add credential
    </Button>
  )
  const items = credentials.data
  const shown = items?.find(({ credentialId }) => credentialId === opened)
  return (
    <Page
      wide
      title="Credentials"
      purpose="API keys, passwords and granted access that your functions send to other servers. They are sealed and never shown again."
      actions={items && items.length > 0 ? add : undefined}
    >
      {credentials.isPending && <LoadingRows rows={4} height={60} />}
      {credentials.isError && !items && (
        <FailedList
          title="The credentials could not be loaded"
          error={credentials.error}
          onRetry={() => credentials.refetch()}
        />
      )}
      {items?.length === 0 && (
        <EmptyList
          icon={<IconKey size={24} />}
          title="No credentials yet"
          explanation="Store an API key once and choose it in every function that needs it. When the key changes, replace it here."
          action={add || undefined}
        />
      )}
      {items && items.length > 0 && <CredentialTable credentials={items} />}
      {shown && rotate && manages ? (
        <RotateDrawer key={`rotate ${opened}`} credential={shown} onClose={() => open(opened)} />
      ) : (
        (shown || (opened === 'new' && items && manages)) && (
          <CredentialDrawer
            key={opened}
            credential={shown}
            onRotate={() => open(opened, true)}
            onSaved={(credentialId) => open(credentialId)}
            onClose={() => open(undefined)}
          />
        )
      )}
    </Page>
  )
}
