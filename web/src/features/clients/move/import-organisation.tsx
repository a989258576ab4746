import { Alert, Button, FileButton, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import type { ImportPreview, ImportView } from '@parley/contracts/organisation/snapshot/endpoints.ts'
import { maxSnapshotMB, partBytes } from '@parley/contracts/organisation/snapshot/limits.ts'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { count, Moment } from '../../../design/dates/moment.tsx'
import { base64Of } from '../../../design/fields/base64-of.ts'
import { AskBefore } from '../../../design/notices/ask-before.tsx'
import { noticeError } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { FailedList, LoadingRows } from '../../../design/notices/states.tsx'
import { counted } from '../../../design/words/counted.ts'
import { client, messageOf } from '../../../server/client.ts'
import { useWorkspace } from '../../../shell/navigation/places.ts'
import styles from '../clients.module.css'
import { organisationsAgain } from '../queries.ts'
import { LeftOut } from './left-out.tsx'
import { importQuery, snapshotsQuery } from './queries.ts'

type Props = {
  /** `new` until a file is uploaded. */
  importId: string
  onOpen: (importId: string) => void
  onClose: () => void
  onShow: (organisationId: string) => void
}

/** Imports a snapshot as a new organization: a preview with what stands in its way, its progress and its outcome. */
export function ImportOrganisation(props: Props) {
  return (
    <Modal opened onClose={props.onClose} title="Import an organization" size="lg">
      {props.importId === 'new' ? <Upload {...props} /> : <Import key={props.importId} {...props} />}
    </Modal>
  )
}

function Upload({ onOpen, onClose }: Props) {
  const place = useWorkspace()
  const earlier = useQuery(snapshotsQuery(place))
  /** Of the file that is being uploaded, the share that was. */
  const [sent, setSent] = useState(0)
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxSnapshotMB * 1_000_000)
        throw new Error(`Please choose a file of at most ${maxSnapshotMB} MB.`)
      const uploadId = newUploadId()
      const parts = Math.max(1, Math.ceil(file.size / partBytes))
      setSent(0)
      for (let part = 0; part < parts; part++) {
        const piece = file.slice(part * partBytes, (part + 1) * partBytes)
        const body = { base64Payload: await base64Of(piece) }
        await client.call('organisationImports.uploadPart', { params: { ...place, uploadId, part }, body })
        setSent((part + 1) / parts)
      }
      return client.call('organisationImports.complete', { params: { ...place, uploadId }, body: { parts } })
    },
    onSuccess: ({ importId }) => onOpen(importId),
  })
  const open = earlier.data?.imports.filter(({ state }) => state !== 'expired' && state !== 'removed') ?? []
  return (
    <Stack gap="md">
      <Text>
        Choose the file of a snapshot that was made in another workspace or region. You see what it holds
        before anything is imported.
      </Text>
      {upload.error && <ProblemAlert>{messageOf(upload.error)}</ProblemAlert>}
      {upload.isPending && (
        <Stack gap={6}>
          <Text role="status">
            {sent < 1 ? `${count(Math.floor(100 * sent))} % uploaded` : 'The file is being checked…'}
          </Text>
          <Progress value={100 * sent} aria-label="File uploaded" />
        </Stack>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <FileButton accept=".gz,application/gzip" onChange={(file) => file && upload.mutate(file)}>
          {(button) => (
            <Button {...button} leftSection={<IconUpload size={16} />} loading={upload.isPending}>
              Choose file
            </Button>
          )}
        </FileButton>
      </Group>
      {open.length > 0 && (
        <ul className={styles.results} aria-label="Earlier imports">
          {open.map(({ importId, name, uploadedAt, state }) => (
            <li key={importId}>
              <Text component="span" truncate>
                <bdi>{name}</bdi>, <Moment at={uploadedAt} />
              </Text>
              <Button variant="subtle" size="compact-sm" onClick={() => onOpen(importId)}>
                {state === 'uploaded' ? 'Continue' : 'Show'}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

function newUploadId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

function Import(props: Props) {
  const place = useWorkspace()
  const queryClient = useQueryClient()
  const { importId } = props
  const query = useQuery(importQuery(place, importId))
  const start = useMutation({
    mutationFn: () => client.call('organisationImports.start', { params: { ...place, importId } }),
    onSuccess: () => query.refetch(),
    onError: noticeError,
  })
  const undo = useMutation({
    mutationFn: () => client.call('organisationImports.undo', { params: { ...place, importId } }),
    onSuccess: () => query.refetch(),
    onError: noticeError,
    onSettled: () => setAsking(false),
  })
  const [asking, setAsking] = useState(false)
  const state = query.data?.import.state
  useEffect(() => {
    if (state !== 'imported' && state !== 'removed' && state !== 'partly-removed') return
    void organisationsAgain(queryClient, place.region)
    void queryClient.invalidateQueries({ queryKey: ['clients', place.region] })
  }, [state, queryClient, place.region])
  if (!query.isFetched) return <LoadingRows rows={4} />
  if (!query.data)
    return (
      <FailedList
        title="The import could not be loaded"
        error={query.error}
        onRetry={() => query.refetch()}
      />
    )
  const { import: shown } = query.data
  const began = shown.state !== 'uploaded' && shown.state !== 'expired'
  return (
    <Stack gap="md">
      <Text fw={600}>
        <bdi>{shown.name}</bdi>
      </Text>
      {began ? <Outcome shown={shown} /> : <Preview preview={query.data} />}
      {state !== 'removing' && state !== 'removed' && state !== 'partly-removed' && (
        <LeftOut agents={query.data.agents} />
      )}
      <Group justify="flex-end">
        {(state === 'imported' || state === 'failed' || state === 'partly-removed') && (
          <Button
            variant="subtle"
            color="red"
            mr="auto"
            leftSection={<IconTrash size={16} />}
            onClick={() => setAsking(true)}
          >
            {state === 'partly-removed' ? 'Remove the rest' : 'Remove what this import made'}
          </Button>
        )}
        <Button variant="default" onClick={props.onClose}>
          {began ? 'Close' : 'Cancel'}
        </Button>
        {!began && (
          <Button
            onClick={() => start.mutate()}
            loading={start.isPending}
            disabled={query.data.obstacles.length > 0}
          >
            Import organization
          </Button>
        )}
        {state === 'imported' && shown.organisationId !== undefined && (
          <Button onClick={() => props.onShow(shown.organisationId ?? '')}>Open organization</Button>
        )}
      </Group>
      {asking && (
        <AskBefore
          title={`Remove ${shown.name}?`}
          act="Remove"
          pending={undo.isPending}
          onAct={() => undo.mutate()}
          onClose={() => setAsking(false)}
        >
          The organization, its clients and its agents with their knowledge, conversations and leads are
          deleted, with what was changed in them since. This cannot be undone.
        </AskBefore>
      )}
    </Stack>
  )
}

function Preview({ preview }: { preview: ImportPreview }) {
  const { agents, clients, nameTaken, obstacles, madeAt, import: shown } = preview
  const history = shown.conversations + shown.leads
  const sources = agents.reduce((sum, agent) => sum + agent.sources, 0)
  const taken = clients.filter((one) => one.taken)
  return (
    <>
      <Text c="dimmed" size="sm">
        Snapshot made <Moment at={madeAt} />
      </Text>
      {obstacles.length > 0 && (
        <ProblemAlert title="This can’t be imported now">
          {obstacles.map((obstacle) => (
            <Text key={obstacle} size="sm">
              {obstacle}
            </Text>
          ))}
        </ProblemAlert>
      )}
      <Text role="status">
        Will be made: {counted(agents.length, 'agent')}, {counted(sources, 'source')} of knowledge,{' '}
        {counted(clients.length - taken.length, 'client')}
        {history > 0 && `, ${counted(shown.conversations, 'conversation')}, ${counted(shown.leads, 'lead')}`}
      </Text>
      {nameTaken && (
        <Alert color="yellow">
          There is an organization of this name already. Both will stay, and you can rename them.
        </Alert>
      )}
      {taken.length > 0 && (
        <Alert color="yellow" title={`${counted(taken.length, 'client')} left out`}>
          These addresses belong to clients that exist, here or in another workspace or region. Delete the
          clients there first to import them.
          <ul className={styles.results} aria-label="Clients left out">
            {taken.map(({ email, name }) => (
              <li key={`${email}/${name}`}>
                <Text component="span" size="sm" truncate>
                  {name}
                </Text>
                <Text component="span" size="sm" truncate>
                  {email}
                </Text>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        Clients get no password: they sign in with a code by email, or you set one. Credits stay where they
        are.
      </Text>
    </>
  )
}

function Outcome({ shown }: { shown: ImportView }) {
  const { state, done, steps, problems } = shown
  return (
    <>
      {state === 'importing' && (
        <Stack gap={6}>
          <Text role="status">
            {count(done)} of {count(steps)} imported
          </Text>
          <Progress value={(100 * done) / Math.max(1, steps)} aria-label="Organization imported" />
          <Text size="sm" c="dimmed">
            It goes on when you close this.
          </Text>
        </Stack>
      )}
      {state === 'imported' && (
        <Text role="status">
          {problems.length === 0
            ? 'The organization was imported.'
            : 'The organization was imported, but for what is listed here.'}
        </Text>
      )}
      {state === 'removing' && <Text role="status">What was imported is being removed…</Text>}
      {state === 'removed' && <Text role="status">What was imported was removed.</Text>}
      {state === 'partly-removed' && (
        <Text role="status">What was imported was removed, but for what is listed here.</Text>
      )}
      {state === 'failed' && <ProblemAlert>The organization could not be imported.</ProblemAlert>}
      {problems.length > 0 && state !== 'removing' && state !== 'removed' && (
        <ul
          className={styles.results}
          aria-label={state === 'partly-removed' ? 'Not removed' : 'Not imported'}
        >
          {problems.map((problem) => (
            <li key={problem}>
              <Text component="span" size="sm">
                {problem}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
