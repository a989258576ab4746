import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../design/language.ts'

/** The newest code that was mailed to whoever signs in or up. */
export function useMailedCode() {
  const [code, setCode] = useState('')
  const [requestId, setRequestId] = useState<string>()
  const [sent, setSent] = useState('')
  const waiting = requestId !== undefined
  return {
    ...{ code, setCode, requestId, sent, waiting },
    mailed(newest: string | undefined, email: string) {
      setCode('')
      setRequestId(newest)
      setSent(waiting ? t('A new code was sent.') : t('A code was sent to {email}.', { email: email.trim() }))
    },
    forget() {
      setCode('')
      setRequestId(undefined)
      setSent('')
    },
  }
}

/** The field for the code, what it is for, and a new one or none. */
export function MailedCodeStep(props: {
  mailed: ReturnType<typeof useMailedCode>
  label: string
  error: string | undefined
  act: string
  acting: boolean
  asking: boolean
  /** While it acts, neither is a new code asked for nor is it given up. */
  locked?: boolean
  onType: () => void
  onResend: () => void
  onCancel: () => void
}) {
  const { mailed, asking, locked = false } = props
  return (
    <>
      <Text c="dimmed" role="status">
        {mailed.sent}
      </Text>
      <TextInput
        label={props.label}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={12}
        value={mailed.code}
        error={props.error}
        onChange={(event) => {
          mailed.setCode(event.currentTarget.value)
          props.onType()
        }}
      />
      <Button type="submit" loading={props.acting}>
        {props.act}
      </Button>
      <Group grow>
        <Button variant="default" loading={asking} disabled={locked} onClick={props.onResend}>
          {t('Resend Code')}
        </Button>
        <Button variant="default" disabled={locked} onClick={props.onCancel}>
          {t('Cancel')}
        </Button>
      </Group>
    </>
  )
}
