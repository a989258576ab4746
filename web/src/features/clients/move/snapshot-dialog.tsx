import { Button, Checkbox, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import type { OrganisationView } from '@parley/contracts/organisation/endpoints.ts'
import type { SnapshotView } from '@parley/contracts/organisation/snapshot/endpoints.ts'
import { maxSnapshotMB } from '@parley/contracts/organisation/snapshot/limits.ts'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Moment } from '../../../design/dates/moment.tsx'
import { locale } from '../../../design/language.ts'
import { noticeError } from '../../../design/notices/notices.ts'
import { FailedList, LoadingRows } from '../../../design/notices/states.tsx'
import { bytes } from '../../../design/words/bytes.ts'
import { counted } from '../../../design/words/counted.ts'
import { client } from '../../../server/client.ts'
import { useWorkspace } from '../../../shell/navigation/places.ts'
import styles from '../clients.module.css'
import { LeftOut } from './left-out.tsx'
import { snapshotsQuery } from './queries.ts'

/** Makes a snapshot of an organization, and lists those that can still be downloaded. */
export function SnapshotDialog(props: { organisation: OrganisationView; onClose: () => void }) {
  const { ID: organisationId, name } = props.organisation
  const place = useWorkspace()
  const { region, workspaceId } = place
  const queryClient = useQueryClient()
  const query = useQuery(snapshotsQuery(place))
  const [withClients, setWithClients] = useState(true)
  const [withHistory, setWithHistory] = useState(false)
  const make = useMutation({
    mutationFn: () =>
      client.call('organisationSnapshots.make', {
        params: { region, workspaceId, organisationId },
        body: { withClients, withHistory },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['organisation-snapshots', region] }),
    onError: noticeError,
  })
  const own = query.data?.snapshots.filter((snapshot) => snapshot.organisationId === organisationId) ?? []
  const isMaking = own.some(({ state }) => state === 'making')
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={
        <>
          Snapshot of <bdi>{name}</bdi>
        </>
      }
      size="lg"
    >
      <Stack gap="md">
        <Text>
          A file with which this organization can be imported in another workspace or region. What is here
          stays as it is.
        </Text>
        <Stack gap="sm">
          <Checkbox
            checked
            disabled
            label="Agents and knowledge"
            description="The published agents with their pictures and sources. Texts and files are read again at the new place, and websites from the web."
          />
          <Checkbox
            label="Clients"
            description="Names, email addresses, access and language, without passwords. At the new place they sign in with a code by email, or you set a new password. An address belongs to one client alone: delete the clients here before you import them."
            checked={withClients}
            onChange={(event) => setWithClients(event.currentTarget.checked)}
          />
          <Checkbox
            label="Conversations and leads"
            description="With their messages, files, ratings, tags and notes, and with what is known of the visitors. At the new place they can be read, and the visitors can’t be reached from there."
            checked={withHistory}
            onChange={(event) => setWithHistory(event.currentTarget.checked)}
          />
        </Stack>
        <Text size="sm" c="dimmed">
          Not included: credits, channels, functions and other secrets, tests, versions before the published
          one, and drafts that are not published. A snapshot has at most {maxSnapshotMB} MB.
        </Text>
        <Group justify="flex-end">
          <Button
            onClick={() => make.mutate()}
            loading={make.isPending}
            disabled={isMaking || !query.isFetched}
          >
            Make snapshot
          </Button>
        </Group>
        {!query.isFetched && <LoadingRows rows={1} height={56} />}
        {query.isError && !query.data && (
          <FailedList
            title="The snapshots could not be loaded"
            error={query.error}
            onRetry={() => query.refetch()}
          />
        )}
        {own.length > 0 && (
          <ul className={styles.snapshots} aria-label="Snapshots">
            {own.map((snapshot) => (
              <li key={snapshot.snapshotId}>
                <SnapshotRow snapshot={snapshot} />
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Modal>
  )
}

const failures = {
  'not-found': 'The organization was deleted meanwhile.',
  'snapshot-too-large': `This organization has more than the ${maxSnapshotMB} MB that a snapshot can hold. Make one without conversations and leads, or move some of its agents to an organization of their own first.`,
  'too-many-clients': 'A snapshot can hold 1,000 clients. Make one without clients.',
  'storage-limit-reached':
    'This workspace has no room for more files. Delete conversations that are no longer needed, or upgrade the plan.',
  unexpected: 'Something went wrong. Please try again.',
} as const satisfies Record<NonNullable<SnapshotView['failure']>, string>

function SnapshotRow({ snapshot }: { snapshot: SnapshotView }) {
  const { region, workspaceId } = useWorkspace()
  const { snapshotId, startedAt, state, made, failure, withClients, withHistory, progress } = snapshot
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          <Moment at={startedAt} />
          {made &&
            `, ${counted(made.agents, 'agent')}, ${counted(made.sources, 'source')}, ${
              withClients ? counted(made.clients, 'client') : 'without clients'
            }, ${withHistory ? historyIn(made) : 'without conversations and leads'}`}
        </Text>
        {state === 'made' && made && (
          <Button
            component="a"
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={14} />}
            href={client.url('organisationSnapshots.download', {
              params: { region, workspaceId, snapshotId },
            })}
            download
          >
            Download ({bytes(made.bytes)})
          </Button>
        )}
        {state === 'expired' && (
          <Text size="sm" c="dimmed">
            No longer kept
          </Text>
        )}
      </Group>
      {state === 'making' && (
        <>
          <Text size="sm" role="status">
            Being made…{progress && ` ${collectedIn(progress, withHistory)}`}
          </Text>
          <Progress value={100} animated striped aria-label="Snapshot being made" />
        </>
      )}
      {failure && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {failures[failure]}
        </Text>
      )}
      {state === 'made' && made && (
        <>
          <Text size="sm" c="dimmed">
            Kept until {momentOf(made.availableUntil)}
          </Text>
          <LeftOut agents={made.leftOut} />
        </>
      )}
    </Stack>
  )
}

const historyIn = ({ conversations, leads }: { conversations: number; leads: number }) =>
  `${counted(conversations, 'conversation')}, ${counted(leads, 'lead')}`

function collectedIn(progress: NonNullable<SnapshotView['progress']>, withHistory: boolean): string {
  const size = bytes(progress.bytes)
  return withHistory ? `${historyIn(progress)}, ${size} so far` : `${size} so far`
}

const momentOf = (at: string) =>
  new Date(at).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' })
