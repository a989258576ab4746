import { Badge, Table, Text } from '@mantine/core'
import type { CredentialView } from '@parley/contracts/integration/credential.ts'
import { useQuery } from '@tanstack/react-query'
import { expiryState } from '../../design/dates/expiry.ts'
import { Moment } from '../../design/dates/moment.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { ListTable } from '../../design/lists/list-table.tsx'
import { assignableAgentsQuery } from '../../shell/agent/agents-field.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { connectionWords, hasSecret, kindNames, secretWords } from './credential-words.ts'
import styles from './credentials.module.css'

export function CredentialTable({ credentials }: { credentials: CredentialView[] }) {
  return (
    <ListTable
      className={styles.table}
      head={
        <>
          <Table.Th>Credential</Table.Th>
          <Table.Th data-narrow>Secret</Table.Th>
          <Table.Th data-narrow>Used by</Table.Th>
          <Table.Th data-narrow>Last used</Table.Th>
          <Table.Th data-narrow>Expires</Table.Th>
        </>
      }
    >
      {credentials.map((credential) => (
        <Row key={credential.credentialId} credential={credential} />
      ))}
    </ListTable>
  )
}

function Row({ credential }: { credential: CredentialView }) {
  const { region } = useWorkspace()
  const { credentialId, name, use, hint, usedBy, lastUsedAt } = credential
  const functions = usedBy.length === 1 ? '1 function' : `${usedBy.length} functions`
  return (
    <Table.Tr>
      <Table.Td data-cell="title">
        <AnchorLink
          to="/app/$region/credentials"
          params={{ region }}
          search={{ credential: credentialId }}
          fw={600}
          underline="hover"
          c="var(--mantine-color-text)"
          className={styles.name}
        >
          <bdi>{name}</bdi>
        </AnchorLink>
        <Text size="sm" c="dimmed">
          {kindNames[use.kind]} · <Scope agentId={credential.agentId} />
        </Text>
      </Table.Td>
      <Table.Td>
        {hasSecret(use) ? (
          <span className={styles.hint}>{secretWords(hint)}</span>
        ) : (
          <Text component="span" c="dimmed" fz="inherit" visibleFrom="sm">
            None
          </Text>
        )}
      </Table.Td>
      <Table.Td data-cell="line">
        <Text component="span" c={usedBy.length === 0 ? 'dimmed' : undefined} fz="inherit">
          {usedBy.length === 0 ? 'No function' : functions}
        </Text>
      </Table.Td>
      <Table.Td data-cell="end" data-label={lastUsedAt && 'Used'}>
        <Text component="span" c="dimmed" fz="inherit">
          {lastUsedAt ? <Moment at={lastUsedAt} /> : 'Never used'}
        </Text>
      </Table.Td>
      <Table.Td data-cell="aside">
        <Expiry credential={credential} />
      </Table.Td>
    </Table.Tr>
  )
}

/** All agents, or the one that may use it. */
export function Scope({ agentId }: { agentId: string | undefined }) {
  const agents = useQuery(assignableAgentsQuery(useWorkspace()))
  if (agentId === undefined) return 'All agents'
  if (!agents.data) return 'One agent'
  return agents.data.find(({ value }) => value === agentId)?.label ?? 'A deleted agent'
}

function Expiry({ credential }: { credential: CredentialView }) {
  const { expiresAt, connection } = credential
  const missing = connectionWords(credential)
  if (missing)
    return (
      <Badge variant="light" color={connection ? 'red' : 'yellow'}>
        {missing.label}
      </Badge>
    )
  const state = expiryState(expiresAt)
  if (expiresAt === undefined)
    return (
      <Text component="span" c="dimmed" visibleFrom="sm">
        Never
      </Text>
    )
  if (state === 'later') return <Moment at={expiresAt} />
  return (
    <Badge variant="light" color={state === 'past' ? 'red' : 'yellow'}>
      {state === 'past' ? 'Expired' : 'Expires'} <Moment at={expiresAt} />
    </Badge>
  )
}
