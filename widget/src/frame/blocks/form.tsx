import type { Block, FormField } from '@parley/contracts/conversation/blocks.ts'
import { useId, useRef, useState } from 'preact/hooks'
import { useChat } from '../context.ts'
import { faultOf } from './form-check.ts'
import './form.css'

type FormBlock = Extract<Block, { type: 'form' }>
type Values = Record<string, string>

/**
 * A form in the conversation. Input is kept until it is sent, also over reloads. Errors are shown at their fields, and
 * the first such field is focused. The form closes once another message follows.
 */
export function Form({ form, fresh }: { form: FormBlock; fresh: boolean }) {
  const { words, memory, say } = useChat()
  const id = useId()
  const [values, setValues] = useState<Values>(() => memory.read().forms?.[form.formId] ?? {})
  const [tried, setTried] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const keep = (next: Values | undefined) => {
    const { [form.formId]: _, ...others } = memory.read().forms ?? {}
    memory.write({ forms: next ? { ...others, [form.formId]: next } : others })
  }
  const write = (name: string, value: string) => {
    const next = { ...values, [name]: value }
    setValues(next)
    keep(next)
  }
  const answerTo = ({ name, type }: FormField) => values[name] ?? (type === 'checkbox' ? 'no' : '')
  const faults = new Map(form.fields.map((field) => [field.name, faultOf(field, answerTo(field), words)]))

  const submit = (event: Event) => {
    event.preventDefault()
    setTried(true)
    const first = form.fields.findIndex(({ name }) => faults.get(name))
    if (first >= 0) {
      element.current?.querySelectorAll<HTMLElement>('[data-field]')[first]?.focus()
      return
    }
    keep(undefined)
    const answers = Object.fromEntries(form.fields.map((field) => [field.name, answerTo(field).trim()]))
    say('', { form: { formId: form.formId, answers } })
  }

  if (!fresh) {
    return form.title ? (
      <div class="bubble form-over" dir="auto">
        {form.title}
      </div>
    ) : null
  }
  return (
    <form class="form" ref={element} noValidate onSubmit={submit} aria-label={form.title}>
      {form.title && (
        <strong class="form-title" dir="auto">
          {form.title}
        </strong>
      )}
      {form.fields.map((field) => {
        const fault = tried ? faults.get(field.name) : undefined
        const key = `${id}-${field.name}`
        return (
          <div class={field.type === 'checkbox' ? 'field checkbox' : 'field'} key={field.name}>
            <label for={key} dir="auto">
              {field.label}
              {!field.required && field.type !== 'checkbox' && (
                <span class="optional"> ({words.optional})</span>
              )}
            </label>
            <Input
              id={key}
              field={field}
              value={answerTo(field)}
              fault={fault && `${key}-fault`}
              write={(value) => write(field.name, value)}
            />
            {fault && (
              <p class="fault" id={`${key}-fault`} role="alert">
                {fault}
              </p>
            )}
          </div>
        )
      })}
      <button type="submit" class="primary">
        {form.submitLabel || words.submit}
      </button>
    </form>
  )
}

type InputProps = {
  id: string
  field: FormField
  value: string
  /** The id of the element with the error. */
  fault: string | undefined
  write(value: string): void
}

function Input({ id, field, value, fault, write }: InputProps) {
  const { words } = useChat()
  const shared = {
    id,
    'data-field': true,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': fault,
    'aria-required': field.required,
  }
  const onInput = (event: { currentTarget: { value: string } }) => write(event.currentTarget.value)
  const typed = { ...shared, value, placeholder: field.placeholder, maxLength: 4000, onInput }
  switch (field.type) {
    case 'checkbox':
      return (
        <input
          {...shared}
          type="checkbox"
          checked={value === 'yes'}
          onChange={(event) => write(event.currentTarget.checked ? 'yes' : 'no')}
        />
      )
    case 'select':
      return (
        <select {...shared} value={value} onChange={onInput}>
          <option value="">{field.placeholder || words.choose}</option>
          {field.options?.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      )
    case 'long-text':
      return (
        <textarea
          {...shared}
          rows={3}
          dir="auto"
          value={value}
          placeholder={field.placeholder}
          onInput={onInput}
        />
      )
    case 'date':
      return <input {...shared} type="date" value={value} onInput={onInput} />
    case 'email':
      return <input {...typed} type="email" inputMode="email" autocomplete="email" />
    case 'phone':
      return <input {...typed} type="tel" inputMode="tel" autocomplete="tel" />
    case 'number':
      return <input {...typed} type="text" inputMode="decimal" />
    default:
      return (
        <input {...typed} type="text" dir="auto" autocomplete={field.type === 'name' ? 'name' : undefined} />
      )
  }
}
