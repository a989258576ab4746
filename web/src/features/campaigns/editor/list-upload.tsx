import { Alert, Button, Code, FileInput, Group, List, Progress, Stack, Text, TextInput } from '@mantine/core'
import { type DroppedReason, droppedLabels, mostRows } from '@parley/contracts/campaign/names.ts'
import { IconDownload, IconFileUpload, IconUsers } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '../../../design/dates/moment.tsx'
import { AskBefore } from '../../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { scrollable } from '../../../design/scrollable.ts'
import { client, messageOf } from '../../../server/client.ts'
import type { StepProps } from './campaign-editor.tsx'
import { listParts } from './list-parts.ts'

type Dropped = { row: number; reason: DroppedReason; address: string }
type Uploaded = { done: number; all: number; added: number; dropped: Dropped[] }

const samples = {
  email:
    'email,consent,name,timezone\nada@example.com,yes,Ada,Europe/Berlin\ngrace@example.com,yes,Grace,America/New_York',
  whatsapp: 'phone,consent,name\n+49 30 901820,yes,Ada',
  telegram: 'telegram,consent,name\n123456789,yes,Ada',
  webhook: 'contact,consent,name\ncustomer-17,yes,Ada',
  // Visitors allow notifications themselves: there are no lists of them.
  push: '',
}

/** Adds the rows of a file to the recipients, part by part, and says who was left out and why. */
export function ListUpload({ place, campaign, settings, changed, readOnly }: StepProps) {
  const { region, campaignId } = place
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [country, setCountry] = useState('')
  const [uploaded, setUploaded] = useState<Uploaded>()
  const [clearing, setClearing] = useState(false)
  const params = { region, campaignId }
  const again = () =>
    Promise.all(
      ['campaign', 'campaign-recipients'].map((key) =>
        queryClient.invalidateQueries({ queryKey: [key, region] }),
      ),
    )
  const upload = useMutation({
    async mutationFn(chosen: File) {
      const parts = listParts(await chosen.text(), mostRows)
      const all = parts.reduce((sum, { rows }) => sum + rows, 0)
      let so: Uploaded = { done: 0, all, added: 0, dropped: [] }
      setUploaded(so)
      for (const { csv, before, rows } of parts) {
        const body = { csv, ...(country === '' ? {} : { country: country.toUpperCase() }) }
        const { added, dropped } = await client.call('campaigns.addRecipients', { params, body })
        const inFile = dropped.map((one) => ({ ...one, row: one.row + before }))
        so = { all, done: so.done + rows, added: so.added + added, dropped: [...so.dropped, ...inFile] }
        setUploaded(so)
      }
    },
    onSuccess: () => setFile(null),
    onSettled: again,
  })
  const clear = useMutation({
    mutationFn: () => client.call('campaigns.clearRecipients', { params }),
    async onSuccess() {
      setUploaded(undefined)
      setClearing(false)
      await again()
      noticeSuccess('The recipients were removed')
    },
    onError: noticeError,
  })
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="xs">
          <IconUsers size={18} aria-hidden />
          <Text fw={500}>
            {count(campaign.recipients)} {campaign.recipients === 1 ? 'recipient' : 'recipients'}
          </Text>
        </Group>
        {campaign.recipients > 0 && !readOnly && (
          <Button variant="default" size="xs" onClick={() => setClearing(true)}>
            Remove all
          </Button>
        )}
      </Group>
      {!readOnly && (
        <>
          <Group align="flex-end" gap="sm">
            <FileInput
              flex="1 1 240px"
              label="File"
              description="CSV, separated by commas or semicolons. Rows are added to those that are there."
              placeholder="Choose a file"
              accept=".csv,text/csv"
              leftSection={<IconFileUpload size={16} />}
              clearable
              value={file}
              onChange={setFile}
            />
            {settings.medium === 'whatsapp' && (
              <TextInput
                w={180}
                label="Country"
                description="Of numbers without code"
                placeholder="DE"
                maxLength={2}
                value={country}
                onChange={(event) => setCountry(event.currentTarget.value)}
              />
            )}
            <Button
              variant="default"
              disabled={!file || changed}
              loading={upload.isPending}
              onClick={() => file && upload.mutate(file)}
            >
              Upload
            </Button>
          </Group>
          {changed && (
            <Text size="sm" c="dimmed">
              Save the draft before you upload a list.
            </Text>
          )}
          {upload.error && <ProblemAlert title="The upload ended">{messageOf(upload.error)}</ProblemAlert>}
          {uploaded && <Outcome uploaded={uploaded} />}
          <div>
            <Text size="sm" c="dimmed">
              The column <Code>consent</Code> says “yes” for everybody who agreed. All other columns are
              variables. A column <Code>timezone</Code>, such as Europe/Berlin, is used for the time of
              sending.
            </Text>
            <Code block mt="xs" {...scrollable}>
              {samples[settings.medium]}
            </Code>
          </div>
        </>
      )}
      {clearing && (
        <AskBefore
          title="Remove all recipients?"
          act="Remove recipients"
          pending={clear.isPending}
          onAct={() => clear.mutate()}
          onClose={() => setClearing(false)}
        >
          {count(campaign.recipients)} recipients are removed from this campaign. Who opted out stays so.
        </AskBefore>
      )}
    </Stack>
  )
}

function Outcome({ uploaded: { done, all, added, dropped } }: { uploaded: Uploaded }) {
  const reasons = Map.groupBy(dropped, ({ reason }) => reason)
  return (
    <Stack gap="xs">
      <Progress value={all === 0 ? 100 : (100 * done) / all} aria-label="Uploaded" />
      <Text size="sm" role="status">
        {count(done)} of {count(all)} rows: {count(added)} added, {count(dropped.length)} left out
      </Text>
      {dropped.length > 0 && (
        <Alert color="yellow" title="Left out">
          <List size="sm">
            {[...reasons].map(([reason, rows]) => (
              <List.Item key={reason}>
                {droppedLabels[reason]}: {count(rows.length)}
              </List.Item>
            ))}
          </List>
          <Button
            mt="sm"
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} />}
            onClick={() => download(dropped)}
          >
            Download those left out
          </Button>
        </Alert>
      )}
    </Stack>
  )
}

function download(dropped: readonly Dropped[]): void {
  const quoted = (text: string) => `"${text.replaceAll('"', '""').replace(/^([=+\-@])/, "'$1")}"`
  const lines = dropped.map(
    ({ row, reason, address }) => `${row},${quoted(address)},${droppedLabels[reason]}`,
  )
  const blob = new Blob([`\uFEFF${['row,address,why', ...lines].join('\r\n')}\r\n`], { type: 'text/csv' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = 'left-out.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}
