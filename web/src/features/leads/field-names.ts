import type { RequestStatus } from '@parley/contracts/conversation/lead-requests.ts'
import { locale, t } from '../../design/language.ts'

export const fieldLabels: Record<string, string> = {
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  company: 'Company',
}

/** Label of a field of a lead: a fixed one for common fields, else the name of the field, such as "Arrival day" for arrival_day. */
export function labelOf(name: string): string {
  if (fieldLabels[name]) return t(fieldLabels[name])
  const words = name.replaceAll('_', ' ').trim()
  return words === '' ? name : `${words.charAt(0).toLocaleUpperCase(locale)}${words.slice(1)}`
}

/** The days and times that flows keep in a form of their own, such as 2026-12-11T19:00, as people write them. */
export function valueInWords(value: string): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?$/.exec(value) ?? []
  const at = new Date(`${day}T${time ?? '00:00'}`)
  if (day === undefined || Number.isNaN(at.getTime())) return value
  return at.toLocaleString(locale, {
    dateStyle: 'full',
    ...(time === undefined ? {} : { timeStyle: 'short' }),
  })
}

export const requestNames: Record<RequestStatus, string> = {
  started: 'Not finished',
  complete: 'All questions answered',
  confirmed: 'Confirmed by the visitor',
}
