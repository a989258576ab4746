import { Group, Loader, Stack, Text } from '@mantine/core'
import type { EmailDomainStatus } from '@parley/contracts/agency/email-domain.ts'
import type { EmailDomainView } from '@parley/contracts/agency/email-domain-endpoints.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import styles from './email-records.module.css'

/** What statuses are called on screen. */
export const emailStatusNames: Record<EmailDomainStatus, string> = {
  not_started: 'Not started',
  pending: 'Pending',
  verified: 'Verified',
  failure: 'Failure',
  temporary_failure: 'Temporary failure',
}

/** The status of the domain and what it means, announced when it changes. */
export function EmailDomainStatusLine({ domain }: { domain: EmailDomainView }) {
  const { resendEmailDomainStatus: status } = domain
  return (
    <Stack gap={2} role="status">
      <Group gap={6} wrap="nowrap">
        <EmailStatusIcon status={status} />
        <Text size="sm">{emailStatusNames[status]}</Text>
      </Group>
      <Text size="sm" c="dimmed">
        <Meaning domain={domain} />
      </Text>
    </Stack>
  )
}

export function EmailStatusIcon({ status }: { status: EmailDomainStatus }) {
  const of = { size: 16, 'aria-hidden': true }
  switch (status) {
    case 'not_started':
      return <IconCircleDashed {...of} color="var(--mantine-color-dimmed)" />
    case 'pending':
      return <Loader size={14} aria-hidden />
    case 'verified':
      return <IconCircleCheck {...of} color="var(--mantine-color-teal-text)" />
    case 'failure':
      return <IconCircleX {...of} color="var(--mantine-color-red-text)" />
    case 'temporary_failure':
      return <IconAlertTriangle {...of} color="var(--mantine-color-yellow-text)" />
  }
}

function Meaning({ domain }: { domain: EmailDomainView }) {
  const { resendEmailDomainStatus: status, sender } = domain
  const address = sender !== undefined && <span className={styles.address}>{sender}</span>
  switch (status) {
    case 'not_started':
      return 'Set the DNS records below, then verify the domain within seven days.'
    case 'pending':
      return 'The records are looked for automatically, every 5 seconds at first. The domain is removed if they are not found within seven days.'
    case 'verified':
      return <>Mails to your clients come from {address}.</>
    case 'failure':
      return 'Some records are wrong or gone, so mails come from our mail server for now. The records are looked for automatically, and the domain is removed if they are not found within seven days.'
    case 'temporary_failure':
      return (
        <>
          DNS does not answer at the moment, and is asked again automatically.
          {address && <> Mails still come from {address}.</>}
        </>
      )
  }
}
