/** The fields of the pages before the dashboard, with what browsers and password managers need to know of them. */
import { PasswordInput, type PasswordInputProps, TextInput } from '@mantine/core'
import type { AuthFieldProps } from './auth-form.ts'

type Field = { field: AuthFieldProps }

const leastPasswordLength = 8

/** What is wrong with a new password, if anything. */
export function problemOfPassword(password: string): string | undefined {
  return password.length < leastPasswordLength
    ? `Use at least ${leastPasswordLength} characters for the password`
    : undefined
}

export const problemOfEmail = (email: string): string | undefined =>
  email.trim() === '' ? 'Please enter a valid email address' : undefined

export const problemOfCode = (code: string): string | undefined =>
  code.trim() === '' ? 'Please enter the verification code.' : undefined

/** What was typed goes along to the other pages. */
export function EmailField({
  field,
  onLeave,
  first,
}: Field & { onLeave: (email: string) => void; first?: boolean }) {
  return (
    <TextInput
      label="Email"
      type="email"
      autoComplete="username"
      autoFocus={first ?? false}
      {...field}
      onBlur={() => onLeave(field.value)}
    />
  )
}

export function PasswordField({ field }: Field) {
  return <Password label="Password" autoComplete="current-password" {...field} />
}

export function NewPasswordField({ field, label }: Field & { label: string }) {
  return (
    <Password
      label={label}
      description={`At least ${leastPasswordLength} characters`}
      autoComplete="new-password"
      {...field}
    />
  )
}

/** For the code that came by e-mail. */
export function CodeField({ field, label }: Field & { label: string }) {
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      maxLength={12}
      {...field}
    />
  )
}

function Password(props: PasswordInputProps) {
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
      {...props}
    />
  )
}
