/** Parts of the pages that mail a code; none of the first page. */
import { Anchor, Text } from '@mantine/core'

/** An e-mail address within a sentence, emphasized so that typing errors are easy to see. */
export function Address({ of }: { of: string }) {
  return (
    <Text span inherit fw={500} c="var(--mantine-color-text)">
      {of}
    </Text>
  )
}

/** Where codes can be read when no mail server is configured. Shown on localhost only. */
export function OutboxHint() {
  if (!['localhost', '127.0.0.1'].includes(window.location.hostname)) return null
  return (
    <Text size="xs" c="dimmed">
      On this machine messages wait in the{' '}
      <Anchor size="xs" href="/dev/mail" target="_blank">
        outbox
      </Anchor>{' '}
      unless a mail server is set up.
    </Text>
  )
}
