import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { DomainView } from '@parley/contracts/agency/domain-endpoints.ts'
import { isEmailShaped } from '@parley/contracts/agency/domain-names.ts'
import { IconCheck, IconCopy, IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { noticeFailure, noticeSuccess } from '../../design/notices/notices.ts'
import { htmlOfWords } from '../../design/words/html-of-words.ts'
import { ApiError, client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'

/** Mails the DNS records to whoever looks after them, in words that can be edited (part 1 §2 and §5). */
export function DnsInstructionsDialog(props: {
  domain: DomainView
  agencyName: string
  onClose: () => void
}) {
  const { domain, agencyName, onClose } = props
  const place = useWorkspace()
  const clipboard = useClipboard({ timeout: 2_000 })
  const [to, setTo] = useState('')
  const [words, setWords] = useState(() => instructionsFor(domain, agencyName))
  const isValid = isEmailShaped(to)
  const sending = useMutation({
    mutationFn: () =>
      client.call('domains.sendInstructions', {
        params: place,
        body: {
          to: to.trim(),
          subject: `DNS records for ${domain.domain}`,
          htmlContent: htmlOfWords(words),
          fromDisplayName: agencyName,
        },
      }),
    onSuccess({ message }) {
      noticeSuccess(message)
      onClose()
    },
    onError: (error) =>
      noticeFailure(
        error instanceof ApiError && error.code === 'too-many-requests'
          ? error.message
          : error instanceof ApiError && error.code !== 'network'
            ? 'Failed to send email. Please try again.'
            : 'An error occurred while sending the email.',
      ),
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isValid) sending.mutate()
    else noticeFailure('Please enter a valid recipient email.')
  }
  return (
    <Modal opened onClose={onClose} size="lg" title="Send DNS Instructions">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Recipient email"
            type="email"
            autoComplete="off"
            placeholder="developer@youragency.com"
            maxLength={254}
            data-autofocus
            value={to}
            error={to !== '' && !isValid && 'Please enter a valid email address'}
            onChange={(event) => setTo(event.currentTarget.value)}
            // While Send Email is disabled, Enter would do nothing.
            onKeyDown={(event) => event.key === 'Enter' && submit(event)}
          />
          <Textarea
            label="Instructions"
            autosize
            minRows={8}
            maxRows={16}
            maxLength={8_000}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant="default"
              leftSection={clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              aria-live="polite"
              onClick={() => clipboard.copy(words)}
            >
              {clipboard.copied ? 'Copied' : 'Copy Instructions'}
            </Button>
            <Button
              type="submit"
              leftSection={<IconSend size={16} />}
              disabled={!isValid || words.trim() === ''}
              loading={sending.isPending}
            >
              Send Email
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function instructionsFor({ domain, records }: DomainView, agencyName: string): string {
  const each = records.map(
    ({ type, name, value, ttl }) => `Type: ${type}\nName: ${name}\nValue: ${value}\nTTL: ${ttl}`,
  )
  return `Hello,

Please add these DNS records so that ${domain} leads to ${agencyName}:

${each.join('\n\n')}

Please remove other A, AAAA and CNAME records of the same names, and don't proxy the records.
DNS propagation can take 24 to 48 hours.

Thank you!`
}
