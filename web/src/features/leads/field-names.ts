import type { RequestStatus } from '@parley/contracts/conversation/lead-requests.ts'
import { t } from '../../design/language.ts'

export const fieldLabels: Record<string, string> = {
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  company: 'Company',
}

/** Label of a field of a lead: a fixed one for common fields, else the name of the field. */
export const labelOf = (name: string): string => (fieldLabels[name] ? t(fieldLabels[name]) : name)

export const requestNames: Record<RequestStatus, string> = {
  started: 'Not finished',
  complete: 'All questions answered',
  confirmed: 'Confirmed by the visitor',
}
