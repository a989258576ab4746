import { Alert, Button, FileButton, Group, Modal, Progress, Select, Stack, Text } from '@mantine/core'
import { GENERATED_PASSWORD_LENGTH } from '@parley/contracts/client/pages.ts'
import type { OrganisationChoice } from '@parley/contracts/organisation/endpoints.ts'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { counted } from '../../design/words/counted.ts'
import { client } from '../../server/client.ts'
import { useWarningBeforeLeaving } from '../../shell/drafts/leave-warning.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { randomText } from '../../shell/random-text.ts'
import styles from './clients.module.css'
import { type ClientRow, clientRowsIn } from './csv-rows.ts'
import { organisationsAgain } from './queries.ts'
import { type Outcome, runEach } from './run-each.ts'

const MOST_BYTES = 1_000_000
type Imported = ClientRow & { password: string }

/** Imports clients from a CSV file: a preview with what is refused and why, then each row, then their passwords. */
export function ImportDialog(props: {
  organisations: OrganisationChoice[]
  orgId: string | undefined
  seatsLeft: number
  onClose: () => void
}) {
  const { organisations, seatsLeft } = props
  const { region, workspaceId } = useWorkspace()
  const queryClient = useQueryClient()
  const [orgId, setOrgId] = useState(props.orgId ?? organisations[0]?.ID)
  const [rows, setRows] = useState<ClientRow[]>()
  const [problem, setProblem] = useState<string>()
  const [outcomes, setOutcomes] = useState<Outcome<Imported>[]>()
  const [running, setRunning] = useState(false)
  const [saved, setSaved] = useState(false)
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])
  const added = outcomes?.filter((outcome) => outcome.problem === undefined) ?? []
  useWarningBeforeLeaving(running || (added.length > 0 && !saved))

  const choose = async (file: File | null) => {
    if (!file) return
    setProblem(undefined)
    setRows(undefined)
    if (file.size > MOST_BYTES) return setProblem('Please choose a file of at most 1 MB.')
    const found = clientRowsIn(await file.text(), seatsLeft)
    if (found.length === 0) return setProblem('This file has no rows.')
    setRows(found)
  }
  const fit = rows?.filter((row) => row.problem === undefined) ?? []
  const start = async () => {
    if (!orgId) return
    const stop = new AbortController()
    stopping.current = stop
    setRunning(true)
    setOutcomes([])
    const wanted = fit.map((row) => ({ ...row, password: randomText(GENERATED_PASSWORD_LENGTH) }))
    await runEach(
      wanted,
      ({ name, email, password }) =>
        client.call('clients.create', {
          params: { region, workspaceId },
          body: { orgId, name, email, dashboardPassword: password },
        }),
      {
        signal: stop.signal,
        onDone: (outcome) => setOutcomes((before = []) => [...before, outcome]),
      },
    )
    setRunning(false)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['clients', region] }),
      organisationsAgain(queryClient, region),
    ])
  }
  const download = () => {
    const cell = (text: string) =>
      `"${(/^[=+\-@\t|%]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
    const lines = added.map(({ item }) => [item.name, item.email, item.password].map(cell).join(','))
    const link = document.createElement('a')
    link.href = URL.createObjectURL(
      new Blob([`\uFEFFname,email,password\r\n${lines.join('\r\n')}\r\n`], { type: 'text/csv' }),
    )
    link.download = 'client-passwords.csv'
    link.click()
    URL.revokeObjectURL(link.href)
    setSaved(true)
  }
  const refused = [
    ...(rows ?? []).flatMap((row) =>
      row.problem === undefined ? [] : [{ item: row, problem: row.problem }],
    ),
    ...(outcomes ?? []).flatMap(({ item, problem }) => (problem === undefined ? [] : [{ item, problem }])),
  ]
  return (
    <Modal
      opened
      onClose={props.onClose}
      closeOnClickOutside={!running && added.length === 0}
      title="Import clients"
      size="lg"
    >
      <Stack gap="md">
        {!outcomes && (
          <>
            <Text c="dimmed">
              A CSV file with the columns <b>name</b> and <b>email</b>. Each client gets a password of{' '}
              {GENERATED_PASSWORD_LENGTH} characters, which you can download afterwards.
            </Text>
            <Select
              label="Organization"
              allowDeselect={false}
              searchable
              data={organisations.map(({ ID, name }) => ({ value: ID, label: name }))}
              value={orgId ?? null}
              onChange={(value) => value && setOrgId(value)}
            />
            <Group>
              <FileButton accept=".csv,text/csv" onChange={choose}>
                {(button) => (
                  <Button {...button} variant="default" leftSection={<IconUpload size={16} />}>
                    {rows ? 'Choose another file' : 'Choose file'}
                  </Button>
                )}
              </FileButton>
              {problem && (
                <Text c="var(--mantine-color-error)" role="alert">
                  {problem}
                </Text>
              )}
            </Group>
          </>
        )}
        {rows && !outcomes && (
          <Text role="status">
            {counted(fit.length, 'client')} will be added
            {refused.length > 0 && `, ${counted(refused.length, 'row')} can’t be imported`}
          </Text>
        )}
        {outcomes && (
          <Stack gap={6}>
            <Text role="status">
              {running
                ? `${count(outcomes.length)} of ${counted(fit.length, 'client')}`
                : `${counted(added.length, 'client')} added`}
              {!running && refused.length > 0 && `, ${counted(refused.length, 'row')} refused`}
            </Text>
            {running && (
              <Progress
                value={(100 * outcomes.length) / Math.max(1, fit.length)}
                aria-label="Clients imported"
              />
            )}
          </Stack>
        )}
        {refused.length > 0 && (
          <ul className={styles.results} aria-label="Refused rows">
            {refused.map(({ item, problem: reason }) => (
              <li key={item.line}>
                <Text component="span" truncate>
                  Line {item.line}: {item.name || '–'}, {item.email || '–'}
                </Text>
                <Text component="span" c="var(--mantine-color-error)" ta="end">
                  {reason}
                </Text>
              </li>
            ))}
          </ul>
        )}
        {rows && !outcomes && fit.length > 0 && (
          <ul className={styles.results} aria-label="Clients to be added">
            {fit.map((row) => (
              <li key={row.line}>
                <Text component="span" truncate>
                  {row.name}
                </Text>
                <Text component="span" c="dimmed" truncate>
                  {row.email}
                </Text>
              </li>
            ))}
          </ul>
        )}
        {outcomes && !running && added.length > 0 && (
          <Alert color="yellow">
            Download the passwords now: they are not shown again, but can be replaced for each client.
          </Alert>
        )}
        <Group justify="flex-end">
          {running ? (
            <Button variant="default" onClick={() => stopping.current?.abort()}>
              Stop
            </Button>
          ) : (
            <Button variant="default" onClick={props.onClose}>
              {outcomes ? 'Done' : 'Cancel'}
            </Button>
          )}
          {outcomes && added.length > 0 && !running && (
            <Button leftSection={<IconDownload size={16} />} onClick={download}>
              Download passwords
            </Button>
          )}
          {!outcomes && (
            <Button onClick={start} disabled={fit.length === 0 || !orgId}>
              Import {fit.length > 0 ? counted(fit.length, 'client') : ''}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
