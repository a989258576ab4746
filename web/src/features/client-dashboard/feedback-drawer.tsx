import { ActionIcon, Button, FileButton, Group, Input, Stack, Text, Textarea, TextInput } from '@mantine/core'
import {
  largestFeedbackFiles,
  longestFeedback,
  mostFeedbackFiles,
  tooLargeFeedback,
} from '@parley/contracts/agency/feedback.ts'
import type { ClientSessionView } from '@parley/contracts/client/sign-in-endpoints.ts'
import { acceptedFiles, endingOf, mimeTypes, wrongTypeAlert } from '@parley/contracts/file/types.ts'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { base64Of } from '../../design/fields/base64-of.ts'
import { t } from '../../design/language.ts'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { bytes } from '../../design/words/bytes.ts'
import { htmlOfWords } from '../../design/words/html-of-words.ts'
import { client } from '../../server/client.ts'
import { useWarningBeforeLeaving } from '../../shell/drafts/leave-warning.ts'

/** Client notices last 2 to 5 s (part 2 §9), in ms. */
const noticeMs = 5_000

/** What the client writes to its agency (part 2 §2.4). */
export function FeedbackDrawer(props: { session: ClientSessionView; onClose: () => void }) {
  const { session, onClose } = props
  const { name, email } = session.clientData
  const { region, agencyId } = session
  const formId = useId()
  const [message, setMessage] = useState('')
  const [files, setFiles] = useState<File[]>([])
  const blank = message.trim() === ''
  useWarningBeforeLeaving(!blank || files.length > 0)
  const problem = problemOf(files)
  const send = useMutation({
    mutationFn: async () => {
      const attachments = await Promise.all(
        files.map(async (file) => ({ filename: file.name, base64Payload: await base64Of(file) })),
      )
      const body = { subject: `Feedback from ${name}`, html: htmlOfWords(message.trim()), attachments }
      await client.call('agency.sendFeedback', { params: { region, agencyId }, body })
    },
    onSuccess: () => {
      noticeSuccess(t('Feedback sent!'), noticeMs)
      setMessage('')
      setFiles([])
      onClose()
    },
    onError: (error) => noticeError(error),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!blank && problem === undefined) send.mutate()
  }
  return (
    <FramedDrawer title={t('Feedback')} onClose={onClose}>
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput label={t('Email')} readOnly value={email} />
          <Textarea
            label={t('Message')}
            required
            data-autofocus
            autosize
            minRows={6}
            maxRows={16}
            maxLength={longestFeedback}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <Attachments files={files} problem={problem} onChange={setFiles} />
          <DrawerFooter>
            <Button
              type="submit"
              form={formId}
              loading={send.isPending}
              disabled={blank || problem !== undefined}
            >
              {t('Submit')}
            </Button>
          </DrawerFooter>
        </Stack>
      </form>
    </FramedDrawer>
  )
}

function Attachments(props: {
  files: readonly File[]
  problem: string | undefined
  onChange: (files: File[]) => void
}) {
  const { files, problem, onChange } = props
  const id = useId()
  return (
    <Input.Wrapper label={t('Attachments')} error={problem} labelElement="div" labelProps={{ id }}>
      <Stack role="group" aria-labelledby={id} gap="xs" align="flex-start">
        {files.map((file, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice
          <Group key={nth} gap="xs" wrap="nowrap" maw="100%">
            <IconPaperclip size={16} stroke={1.75} aria-hidden />
            <Text size="sm" truncate>
              <bdi>{file.name}</bdi>
            </Text>
            <Text size="sm" c="dimmed" className="tabular" style={{ whiteSpace: 'nowrap' }}>
              {bytes(file.size)}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Remove {name}', { name: file.name })}
              onClick={() => onChange(files.filter((_, at) => at !== nth))}
            >
              <IconX size={16} stroke={1.75} />
            </ActionIcon>
          </Group>
        ))}
        {files.length < mostFeedbackFiles && (
          <FileButton
            accept={acceptedFiles}
            multiple
            onChange={(chosen) => onChange([...files, ...chosen].slice(0, mostFeedbackFiles))}
          >
            {(button) => (
              <Button {...button} variant="default" leftSection={<IconPaperclip size={16} stroke={1.75} />}>
                {t('Add attachment')}
              </Button>
            )}
          </FileButton>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

/** Why these files are not sent. */
function problemOf(files: readonly File[]): string | undefined {
  if (files.some(({ name }) => !Object.hasOwn(mimeTypes, endingOf(name)))) return t(wrongTypeAlert)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return bytes > largestFeedbackFiles ? t(tooLargeFeedback) : undefined
}
