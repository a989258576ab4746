/** Fields of the authentication pages, with the attributes that browsers and password managers need. */
import { TextInput } from '@mantine/core'
import { RevealablePassword } from '../design/fields/revealable-password.tsx'
import type { AuthFieldProps } from './auth-form.ts'

type Field = { field: AuthFieldProps }

export const leastPasswordLength = 8

/** Returns what is wrong with a new password, or undefined. */
export function problemOfPassword(password: string): string | undefined {
  return password.length < leastPasswordLength
    ? `Use at least ${leastPasswordLength} characters for the password`
    : undefined
}

export const problemOfEmail = (email: string): string | undefined =>
  email.trim() === '' ? 'Please enter a valid email address' : undefined

export const problemOfCode = (code: string): string | undefined =>
  code.trim() === '' ? 'Please enter the verification code.' : undefined

/** The typed address is passed on to the other authentication pages. */
export function EmailField({
  field,
  onLeave,
  first,
  fixed,
}: Field & {
  onLeave: (email: string) => void
  first?: boolean
  /** Why it can't be another address. */
  fixed?: string | undefined
}) {
  return (
    <TextInput
      label="Email"
      type="email"
      autoComplete="username"
      autoFocus={first ?? false}
      readOnly={fixed !== undefined}
      description={fixed}
      {...field}
      onBlur={() => onLeave(field.value)}
    />
  )
}

export function PasswordField({ field }: Field) {
  return <RevealablePassword label="Password" autoComplete="current-password" {...field} />
}

export function NewPasswordField({ field, label }: Field & { label: string }) {
  return (
    <RevealablePassword
      label={label}
      description={`At least ${leastPasswordLength} characters`}
      autoComplete="new-password"
      {...field}
    />
  )
}

/** Input for a code from a mail or an app; `letters`: it doesn't consist of digits alone. */
export function CodeField({ field, label, letters }: Field & { label: string; letters?: boolean }) {
  return (
    <TextInput
      label={label}
      inputMode={letters ? 'text' : 'numeric'}
      autoComplete={letters ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      maxLength={letters ? 20 : 12}
      {...field}
    />
  )
}
