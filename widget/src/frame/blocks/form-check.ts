/** Validates an answer before it is sent. The server validates again. */
import type { FormField } from '@parley/contracts/conversation/blocks.ts'
import { isEmailField, isVisitorEmail } from '@parley/contracts/identity/visitor-email.ts'
import type { Words } from '../words/words.ts'

/** Returns the error for the visitor, or undefined. Answers of a `checkbox` are 'yes' and 'no'. */
export function faultOf(field: FormField, answer: string, words: Words): string | undefined {
  const text = answer.trim()
  if (text === '' || (field.type === 'checkbox' && text !== 'yes'))
    return field.required ? words.required : undefined
  // As the server reads it.
  switch (field.type === 'text' && isEmailField(field.name) ? 'email' : field.type) {
    case 'email':
      return isVisitorEmail(text) ? undefined : words.invalidEmail
    case 'phone': {
      const digits = text.replace(/\D/g, '').length
      return /^[+\d][\d\s()./-]*$/.test(text) && digits >= 6 && digits <= 15 ? undefined : words.invalidPhone
    }
    case 'number':
      return Number.isFinite(Number(text.replace(',', '.'))) ? undefined : words.invalidNumber
    case 'date':
      return Number.isNaN(Date.parse(text)) ? words.invalidDate : undefined
    case 'select':
      return field.options?.includes(text) ? undefined : words.required
    default:
      return undefined
  }
}
