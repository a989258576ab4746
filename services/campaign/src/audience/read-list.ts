/** Reads the rows of a list in CSV into recipients, and says which are none and why. */
import {
  type CampaignMedium,
  type DroppedReason,
  mostOfVariable,
  mostRows,
  mostVariables,
} from '@parley/contracts/campaign/names.ts'
import { readCsv } from '@parley/contracts/read-csv.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { knownTimeZone } from '@parley/kernel/time-zone.ts'
import { normalAddress } from './addresses.ts'

export type ListedRecipient = {
  row: number
  address: string
  variables: Record<string, string>
  timeZone?: string
}
export type DroppedRow = { row: number; reason: DroppedReason; address: string }

/** The names that the column of the address may have, in any spelling. */
const addressColumns: Record<CampaignMedium, readonly string[]> = {
  email: ['email', 'e-mail', 'mail', 'address'],
  whatsapp: ['phone', 'phone number', 'mobile', 'whatsapp', 'number', 'address'],
  telegram: ['telegram', 'chat id', 'contact', 'contact id', 'id', 'address'],
  push: [],
  webhook: ['contact', 'contact id', 'id', 'address'],
}
const consentColumns = ['consent', 'opt-in', 'opt in', 'optin']
const zoneColumns = ['timezone', 'time zone']
const agreed = new Set(['yes', 'y', 'true', '1', 'x', 'ja', 'oui', 'sí', 'si', 'sì', 'sim', 'tak', 'evet'])
const LONGEST_SHOWN = 254

/** `row`: from 1, with the row of names. */
export function readList(
  csv: string,
  { medium, country }: { medium: CampaignMedium; country?: string | undefined },
): { ok: true; recipients: ListedRecipient[]; dropped: DroppedRow[] } | { ok: false; rejection: Rejection } {
  const read = readCsv(csv)
  if (!read.ok) return refuse('invalid-csv', `Line ${read.line}: ${read.message}`, 'csv')
  const [head, ...rows] = read.rows
  const names = (head?.values ?? []).map((name) => name.trim())
  const at = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name.toLowerCase()))
  const [address, consent, zone] = [at(addressColumns[medium]), at(consentColumns), at(zoneColumns)]
  const wanted = addressColumns[medium][0]
  if (address < 0) return refuse('no-address-column', `The list needs a column named “${wanted}”.`, 'csv')
  if (consent < 0)
    return refuse(
      'no-consent-column',
      'The list needs a column named “consent”, with “yes” for everybody who agreed to get messages.',
      'csv',
    )
  if (rows.length > mostRows) return refuse('too-many-rows', `At most ${mostRows} rows at once.`, 'csv')
  const recipients: ListedRecipient[] = []
  const dropped: DroppedRow[] = []
  for (const [nth, { values }] of rows.entries()) {
    const row = nth + 2
    const written = values[address]?.trim() ?? ''
    const drop = (reason: DroppedReason) =>
      dropped.push({ row, reason, address: written.slice(0, LONGEST_SHOWN) })
    if (values.length > names.length) {
      drop('invalid-row')
      continue
    }
    if (written === '') {
      drop('no-address')
      continue
    }
    const normal = normalAddress(medium, written, country)
    if (normal === undefined) {
      drop('invalid-address')
      continue
    }
    if (!agreed.has(values[consent]?.trim().toLowerCase() ?? '')) {
      drop('no-consent')
      continue
    }
    const timeZone = zone < 0 ? undefined : knownTimeZone(values[zone]?.trim() || undefined)
    const variables = variablesOf(names, values, [consent, zone])
    recipients.push({ row, address: normal, variables, ...(timeZone === undefined ? {} : { timeZone }) })
  }
  return { ok: true, recipients, dropped }
}

function variablesOf(names: string[], values: string[], without: number[]): Record<string, string> {
  const entries = names
    .map((name, nth) => [name.slice(0, 64), values[nth]?.trim().slice(0, mostOfVariable) ?? ''] as const)
    .filter(([name, value], nth) => name !== '' && value !== '' && !without.includes(nth))
  return Object.fromEntries(entries.slice(0, mostVariables))
}
