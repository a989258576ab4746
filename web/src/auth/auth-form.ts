import { ApiError } from '@parley/contracts/client.ts'
import { useState } from 'react'
import { messageOf } from '../server/failure.ts'

export type AuthFieldProps = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
}

/** Errors by field name; `form` holds an error of the form as a whole. */
export type FieldErrors = Partial<Record<string, string>>

/**
 * State of a form of text fields: values, errors by field, and submission. Editing a field clears its error. A failed
 * call keeps all values. With `staysBusy`, `busy` stays set after success because the page is about to change.
 */
export function useAuthForm<Field extends string>(initial: Record<Field, string>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)

  const set = (field: Field, value: string) => {
    setValues((now) => ({ ...now, [field]: value }))
    setErrors((now) => ({ ...now, [field]: undefined, form: undefined }))
  }

  /** Shows the errors and focuses the first field that has one. */
  const fail = (wrong: FieldErrors) => {
    setErrors(wrong)
    const first = Object.keys(initial).find((field) => wrong[field])
    if (first) requestAnimationFrame(() => document.getElementsByName(first)[0]?.focus())
  }

  /** Returns the result of the call. After a failure it shows the error and returns undefined. */
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

/** Maps the errors of the server to the fields that they name. If none matches, the message is shown for the form. */
export function besideFields(error: unknown, fields: readonly string[]): FieldErrors {
  if (!(error instanceof ApiError)) return { form: messageOf(error) }
  const named = error.problem?.errors ?? (error.field ? [{ field: error.field, message: error.message }] : [])
  const placed = named.flatMap((one) => {
    const field = one.field.slice(one.field.lastIndexOf('.') + 1)
    return fields.includes(field) ? [[field, one.message] as const] : []
  })
  return placed.length > 0 ? Object.fromEntries(placed) : { form: error.message }
}
