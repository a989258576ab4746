import { Button, Group, Text } from '@mantine/core'
import type { Output } from '@parley/contracts/endpoint.ts'
import type { passkeyEndpoints } from '@parley/contracts/identity/passkey-endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Section } from '../../design/pages/page.tsx'
import { client } from '../../server/client.ts'
import styles from './account.module.css'
import { AddPasskey } from './add-passkey.tsx'
import { passkeysQuery } from './passkeys-query.ts'
import { RenamePasskey } from './rename-passkey.tsx'
import { useAccountChange } from './use-account-change.ts'

type Passkey = Output<(typeof passkeyEndpoints)['auth.passkeys']>['items'][number]

/** The passkeys of the account: adding, naming and removing them. */
export function Passkeys() {
  const [adding, setAdding] = useState(false)
  const { data, isPending, isError, error, refetch } = useQuery(passkeysQuery)
  return (
    <Section
      title="Passkeys"
      explanation="Sign in with your fingerprint, face, screen lock or security key instead of your password. No second step is asked for."
      actions={
        'PublicKeyCredential' in window && (
          <Button variant="default" onClick={() => setAdding(true)}>
            Add passkey
          </Button>
        )
      }
    >
      {isPending && <LoadingRows rows={1} height={22} />}
      {isError && (
        <FailedList title="Your passkeys could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      {data?.items.length === 0 && <Text c="dimmed">You have no passkeys yet.</Text>}
      {data && data.items.length > 0 && (
        <ul className={styles.sessions}>
          {data.items.map((passkey) => (
            <PasskeyRow key={passkey.passkeyId} passkey={passkey} />
          ))}
        </ul>
      )}
      {adding && <AddPasskey onClose={() => setAdding(false)} />}
    </Section>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { passkeyId, name, host, addedAt, usedAt } = passkey
  const [renaming, setRenaming] = useState(false)
  const remove = useAccountChange(() => client.call('auth.removePasskey', { params: { passkeyId } }), {
    told: 'The passkey was removed',
    list: passkeysQuery,
  })
  return (
    <li>
      <div>
        <Text fw={500}>
          <bdi>{name}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          Added <Moment at={addedAt} />
          {usedAt ? (
            <>
              , last used <Moment at={usedAt} />
            </>
          ) : (
            ', never used'
          )}
          {host !== undefined && host !== window.location.hostname && (
            <>
              , signs in at <bdi>{host}</bdi>
            </>
          )}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap" style={{ flex: 'none' }}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Rename ${name}`}
          onClick={() => setRenaming(true)}
        >
          Rename
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Remove ${name}`}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Remove
        </Button>
      </Group>
      {renaming && <RenamePasskey passkey={passkey} onClose={() => setRenaming(false)} />}
    </li>
  )
}
