import { Button, Group, Stack } from '@mantine/core'
import type { QueryKey } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { RevealablePassword } from '../../design/fields/revealable-password.tsx'
import { type Problems, useAccountChange } from './use-account-change.ts'

type FieldProps = {
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
}

export type AccountForm<Field extends string> = {
  values: Record<Field, string>
  /** What a text field takes. */
  field(name: Field): FieldProps
  submit(event: FormEvent): void
  pending: boolean
}

/**
 * A form that changes the own account. `wrong`: what is missing or not right, by field, before it is sent; `told` and
 * `list` as of `useAccountChange`; `clears`: whether the fields are empty again after it.
 */
export function useAccountForm<Field extends string>(given: {
  initial: Record<Field, string>
  wrong: (values: Record<Field, string>) => Partial<Record<Field, string | undefined>>
  change: (values: Record<Field, string>) => Promise<unknown>
  clears?: boolean
  told?: string
  list?: { queryKey: QueryKey }
}): AccountForm<Field> {
  const { initial, wrong, change, clears = false, ...after } = given
  const [values, setValues] = useState(initial)
  const save = useAccountChange(async (sent: Record<Field, string>) => {
    await change(sent)
    if (clears) setValues(initial)
  }, after)
  return {
    values,
    field: (name) => ({
      value: values[name],
      error: save.problems[name],
      onChange(event) {
        setValues({ ...values, [name]: event.currentTarget.value })
        save.setProblems({ ...save.problems, [name]: undefined })
      },
    }),
    submit(event) {
      event.preventDefault()
      const problems: Problems = wrong(values)
      if (Object.values(problems).some((problem) => problem !== undefined)) save.setProblems(problems)
      else save.mutate(values)
    },
    pending: save.isPending,
  }
}

/** The fields of such a form with its button, and in a dialog with the one that leaves it. */
export function AccountFields<Field extends string>(props: {
  form: AccountForm<Field>
  /** What the button says. */
  act: string
  color?: string
  /** In a dialog, where the button is the filled one; else it stands below rows of the page. */
  onCancel?: () => void
  rows?: boolean
  children: ReactNode
}) {
  const { form, act, color, onCancel, rows = false, children } = props
  const buttons = (
    <Group justify="flex-end" mt={rows ? 'md' : undefined}>
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button
        type="submit"
        variant={rows && !onCancel ? 'default' : 'filled'}
        {...(color && { color })}
        loading={form.pending}
      >
        {act}
      </Button>
    </Group>
  )
  return (
    <form onSubmit={form.submit} noValidate>
      {rows ? (
        <>
          {children}
          {buttons}
        </>
      ) : (
        <Stack gap="md">
          {children}
          {buttons}
        </Stack>
      )}
    </form>
  )
}

export function PasswordField(
  props: FieldProps & {
    label: ReactNode
    description?: ReactNode
    autoComplete?: 'current-password' | 'new-password'
  },
) {
  return <RevealablePassword autoComplete="current-password" {...props} maxLength={200} />
}

/** What is wrong with a password that was to prove who somebody is. */
export const missingPassword = (password: string) =>
  password === '' ? 'Please enter your password.' : undefined
