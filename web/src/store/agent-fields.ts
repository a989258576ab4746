/** The fields of an agent by name, such as `title` or `ui.widgetType`: their texts, and their values in a document. */
import fields from 'virtual:parley-agent-fields'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { FieldName, FieldNameOf } from '@parley/contracts/agent/field.ts'
import type { FieldText } from '@parley/contracts/agent/field-texts.ts'
import type { AgentFields } from '@parley/contracts/agent/fields.ts'
import { isRecord } from '@parley/contracts/is-record.ts'
import { english, t } from '../design/language.ts'

export type AgentFieldName = FieldName<AgentFields>
/** The names of the fields whose values are of a type. */
export type AgentFieldOf<Value> = FieldNameOf<AgentFields, Value>

const byName = new Map<string, FieldText>(Object.entries(fields))

export const agentFieldNames: readonly AgentFieldName[] = namesIn(fields)

export const fieldText = (name: AgentFieldName): FieldText => fields[name]

/** The texts of a field or of a part of one, such as `ui.widgetType`; undefined for an unknown path. */
export const fieldTextOf = (path: string): FieldText | undefined => byName.get(path)

/** What a control shows of its field. */
export function labelAndHelp(
  name: AgentFieldName,
  say = english.t,
): { label: string; description: string | undefined } {
  const { label, help } = fields[name]
  return { label: say(label), description: help && say(help) }
}

/**
 * What a field is called in lists of changes. Of a path into a field, such as `nodes.3.text`, the name of the field; an
 * unknown path is given back.
 */
export function fieldLabel(path: string): string {
  for (let known = path; known !== ''; known = known.slice(0, Math.max(known.lastIndexOf('.'), 0))) {
    const text = byName.get(known)
    if (text) return t(text.name)
  }
  return path
}

/** The value of a field; undefined if the document has none. */
export function valueAt(document: AgentDocument, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), document)
}

/** What applies: the value of the document, or what the agent does without one. */
export function effectiveAt(document: AgentDocument, name: AgentFieldName): unknown {
  const { fallback, emptyIsAbsent } = fields[name]
  const value = valueAt(document, name)
  return value === undefined || (value === '' && emptyIsAbsent) ? fallback : value
}

export function numberAt(document: AgentDocument, name: AgentFieldOf<number>): number | undefined {
  const value = effectiveAt(document, name)
  return typeof value === 'number' ? value : undefined
}

export function textAt(document: AgentDocument, name: AgentFieldOf<string>): string {
  const value = effectiveAt(document, name)
  return typeof value === 'string' ? value : ''
}

/** The edit that gives a field another value. What else is in its group stays. */
export function editOf(document: AgentDocument, name: AgentFieldName, value: unknown): Partial<AgentDocument>
export function editOf(document: AgentDocument, name: string, value: unknown): object {
  const [key = '', ...rest] = name.split('.')
  return Object.fromEntries([[key, replaced(valueAt(document, key), rest, value)]])
}

function replaced(before: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  const group = isRecord(before) ? before : {}
  return { ...group, [key]: replaced(group[key], rest, value) }
}

function namesIn<Name extends string>(table: Record<Name, FieldText>): Name[]
function namesIn(table: object): string[] {
  return Object.keys(table)
}
