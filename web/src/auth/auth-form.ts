import { ApiError } from '@parley/contracts/client.ts'
import { useState } from 'react'
import { messageOf } from '../server/failure.ts'

export type AuthFieldProps = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
}

/** By field; `form` is about the whole. */
export type FieldErrors = Partial<Record<string, string>>

/**
 * A form of text fields: what is typed, what is wrong beside which field, and sending. Editing a field clears its
 * error; a failed call keeps everything typed. `busy` stays on after success, since the page is about to change.
 */
export function useAuthForm<Field extends string>(initial: Record<Field, string>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)

  const set = (field: Field, value: string) => {
    setValues((now) => ({ ...now, [field]: value }))
    setErrors((now) => ({ ...now, [field]: undefined, form: undefined }))
  }

  /** Shows what is wrong and goes to the first field at fault. */
  const fail = (wrong: FieldErrors) => {
    setErrors(wrong)
    const first = Object.keys(initial).find((field) => wrong[field])
    if (first) requestAnimationFrame(() => document.getElementsByName(first)[0]?.focus())
  }

  /** What the call gave; undefined after a failure, which is shown. */
  const send = async <Value>(
    call: () => Promise<Value>,
    options: { staysBusy?: boolean } = {},
  ): Promise<{ value: Value } | undefined> => {
    setBusy(true)
    setErrors({})
    try {
      const value = await call()
      if (!options.staysBusy) setBusy(false)
      return { value }
    } catch (error) {
      setBusy(false)
      fail(besideFields(error, Object.keys(initial)))
      return undefined
    }
  }

  const fieldProps = (field: Field): AuthFieldProps => ({
    name: field,
    value: values[field],
    error: errors[field],
    onChange: (event) => set(field, event.currentTarget.value),
  })

  return { values, errors, busy, fail, send, fieldProps }
}

/** The server's words beside the fields they are about, the rest above the form. */
export function besideFields(error: unknown, fields: readonly string[]): FieldErrors {
  if (!(error instanceof ApiError)) return { form: messageOf(error) }
  const named = error.problem?.errors ?? (error.field ? [{ field: error.field, message: error.message }] : [])
  const placed = named.flatMap((one) => {
    const field = one.field.slice(one.field.lastIndexOf('.') + 1)
    return fields.includes(field) ? [[field, one.message] as const] : []
  })
  return placed.length > 0 ? Object.fromEntries(placed) : { form: error.message }
}
