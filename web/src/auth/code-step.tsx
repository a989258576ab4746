import { Button, Group, Stack, Text } from '@mantine/core'
import type { SignInAnswer } from '@parley/contracts/identity/views.ts'
import { type ReactNode, useState } from 'react'
import { AuthCard } from './auth-card.tsx'
import { CodeField, problemOfCode } from './auth-fields.tsx'
import { useAuthForm } from './auth-form.ts'
import { OutboxHint } from './mail-words.tsx'

/** A request for a code. The code that was mailed is valid only together with the id of its request. */
export type CodeSent = { email: string; requestId: string }

/** Submits a code that was sent by e-mail, or requests a new one. */
export function CodeStep(props: {
  title: string
  purpose: ReactNode
  /** Replaces `purpose` while the code is submitted. */
  busy?: string
  label: string
  /** Label of the button that submits the code. */
  action: string
  sent: CodeSent
  /** Requests a new code. The previous code stays valid but is no longer asked for. */
  resend: () => Promise<{ requestId: string }>
  use: (given: CodeSent & { code: string }) => Promise<SignInAnswer>
  onDone: (answer: SignInAnswer) => void
  onCancel: () => void
}) {
  const form = useAuthForm({ code: '' })
  const [sent, setSent] = useState(props.sent)
  const [resent, setResent] = useState(false)
  const [using, setUsing] = useState(false)
  const { code } = form.values

  const submit = async () => {
    const problem = problemOfCode(code)
    if (problem) return form.fail({ code: problem })
    setUsing(true)
    const used = await form.send(() => props.use({ ...sent, code }), { staysBusy: true })
    if (used) return props.onDone(used.value)
    setUsing(false)
  }
  const resend = async () => {
    const again = await form.send(props.resend)
    setResent(again !== undefined)
    if (!again) return
    setSent({ ...sent, requestId: again.value.requestId })
    // The typed code belongs to the previous mail.
    form.fieldProps('code').onChange({ currentTarget: { value: '' } })
    document.getElementsByName('code')[0]?.focus()
  }

  return (
    <AuthCard
      title={props.title}
      purpose={using && props.busy ? props.busy : props.purpose}
      error={form.errors.form}
      onSubmit={submit}
    >
      <CodeField label={props.label} field={form.fieldProps('code')} />
      <Button type="submit" loading={form.busy}>
        {props.action}
      </Button>
      <Group grow>
        <Button variant="default" onClick={resend} disabled={form.busy}>
          Resend Code
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </Group>
      <Stack gap={4}>
        <Text size="xs" c="dimmed" role="status">
          {resent ? 'A new code was sent.' : ''}
        </Text>
        <OutboxHint />
      </Stack>
    </AuthCard>
  )
}
