import { Text } from '@mantine/core'
import { AccountFields, PasswordField, useAccountForm } from './account-form.tsx'
import { twoFactorQuery } from './two-factor-query.ts'

/** Asks for the password or a code of the app before a change of the second step. */
export function ProofForm(props: {
  explanation: string
  action: string
  color?: string
  change: (proof: string) => Promise<unknown>
  told?: string
  onClose: () => void
}) {
  const form = useAccountForm({
    initial: { proof: '' },
    wrong: ({ proof }) => ({ proof: proof === '' ? 'Please enter your password or a code.' : undefined }),
    change: ({ proof }) => props.change(proof),
    list: twoFactorQuery,
    ...(props.told !== undefined && { told: props.told }),
  })
  return (
    <AccountFields
      form={form}
      act={props.action}
      onCancel={props.onClose}
      {...(props.color && { color: props.color })}
    >
      <Text>{props.explanation}</Text>
      <PasswordField label="Your password, or a code that the app shows" {...form.field('proof')} />
    </AccountFields>
  )
}
