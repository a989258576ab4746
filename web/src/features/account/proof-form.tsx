import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { PasswordField } from './password.tsx'
import { useTwoFactorChange } from './use-two-factor-change.ts'

/** Asks for the password or a code of the app before a change of the second step. */
export function ProofForm(props: {
  explanation: string
  action: string
  color?: string
  change: (proof: string) => Promise<unknown>
  told?: string
  onClose: () => void
}) {
  const [proof, setProof] = useState('')
  const change = useTwoFactorChange(props.change, props.told)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (proof === '') change.setProblems({ proof: 'Please enter your password or a code.' })
    else change.mutate(proof)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{props.explanation}</Text>
        <PasswordField
          label="Your password, or a code that the app shows"
          autoComplete="current-password"
          value={proof}
          error={change.problems.proof}
          onChange={setProof}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending} {...(props.color ? { color: props.color } : {})}>
            {props.action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
