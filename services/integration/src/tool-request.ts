/** Builds the request of a tool call: its fields, filled with the caller's values. Pure. */
import { filledPath } from '@parley/contracts/integration/server-url.ts'
import type { ToolField } from '@parley/contracts/integration/tool.ts'
import { readSchema } from '@parley/contracts/integration/value-schema.ts'
import { isShallow } from '@parley/kernel/shallow.ts'
import { z } from 'zod'
import type { Tool } from './tool.decider.ts'

const jsonValue = z.json()

export type Outgoing = { method: Tool['method']; url: string; headers: Record<string, string>; body?: string }

/** Of a request's body, in characters: those of all fields together. */
const MOST_BODY = 250_000
/** Of a value that is an object or a list. */
const MOST_LEVELS = 12

export type ToolRequest = { ok: true; outgoing: Outgoing } | { ok: false; message: string }

/**
 * Names the field if a required value is missing or not of its type. `values` by the field's key, or by the name that models
 * know it by.
 */
export function toolRequest(tool: Tool, values: Readonly<Record<string, unknown>>): ToolRequest {
  const headers: Record<string, string> = {}
  const body: [string, unknown][] = []
  const query: [string, string][] = []
  const path = new Map<string, string>()
  const names = modelNames(tool.fields)
  for (const [nth, field] of tool.fields.entries()) {
    const given = givenFor(field, values, names[nth] ?? field.key)
    if (given === undefined) {
      if (field.required || field.in === 'path')
        return { ok: false, message: `The value of ${field.key} is missing.` }
      continue
    }
    const typed = asType(field, given)
    if (typed === undefined)
      return {
        ok: false,
        message: `The value of ${field.key} is not ${field.type === 'object' ? 'an' : 'a'} ${field.type}.`,
      }
    if (field.in === 'body') body.push([field.key, typed])
    else if (field.in === 'path') path.set(field.key, asText(typed))
    else if (field.in === 'query')
      for (const one of Array.isArray(typed) ? typed : [typed]) query.push([field.key, asText(one)])
    // A line break would start another header.
    else headers[field.key.toLowerCase()] = asText(typed).replace(/[^\x20-\x7e\x80-\xff]+/g, ' ')
  }
  const address = filledPath(tool.serverUrl, path)
  if (address === undefined)
    return { ok: false, message: 'A value in the path of the address would lead to another address.' }
  const url = new URL(address)
  for (const [key] of query) url.searchParams.delete(key)
  for (const [key, value] of query) url.searchParams.append(key, value)
  const outgoing: Outgoing = { method: tool.method, url: url.href, headers }
  if (tool.method !== 'GET') {
    const isForm = tool.bodyFormat === 'form'
    const text = isForm ? formOf(body) : JSON.stringify(Object.fromEntries(body))
    if (text === undefined || text.length > MOST_BODY)
      return { ok: false, message: 'The values are too large to be sent.' }
    outgoing.body = text
    headers['content-type'] = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  }
  return { ok: true, outgoing }
}

/**
 * What of these values a call is made with, by the names that models know the fields by: defaults are filled in, and what is
 * of no field or fixed by the function is left out. A call with them is the same call.
 */
export function usedValues(
  { fields }: Pick<Tool, 'fields'>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = modelNames(fields)
  const used = fields.flatMap((field, nth): [string, unknown][] => {
    const name = names[nth] ?? field.key
    const given = field.value ? undefined : givenFor(field, values, name)
    return given === undefined ? [] : [[name, asType(field, given) ?? given]]
  })
  return Object.fromEntries(used)
}

/**
 * A list sends its key once for each value; what is in an object has the key of the object before its own, `a[b]`. Undefined
 * for what is too large: each value repeats its key.
 */
function formOf(body: readonly [string, unknown][]): string | undefined {
  const form = new URLSearchParams()
  let left = MOST_BODY
  const add = (key: string, value: unknown): void => {
    if (left < 0) return
    if (Array.isArray(value)) for (const one of value) add(key, one)
    else if (typeof value === 'object' && value !== null)
      for (const [inner, one] of Object.entries(value)) add(`${key}[${inner}]`, one)
    else {
      const text = asText(value)
      left -= key.length + text.length + 2
      if (left >= 0) form.append(key, text)
    }
  }
  for (const [key, value] of body) add(key, value)
  return left < 0 ? undefined : form.toString()
}

/** The input schema for a model: the fields whose value is not fixed. */
export function inputSchemaOf(fields: readonly ToolField[]) {
  const names = modelNames(fields)
  const open = fields.flatMap((field, nth) => (field.value ? [] : [{ ...field, name: names[nth] ?? '' }]))
  return {
    type: 'object' as const,
    properties: Object.fromEntries(
      open.map((field) => [
        field.name,
        {
          ...schemaOf(field),
          ...(field.description ? { description: field.description } : {}),
          ...defaultOf(field),
        },
      ]),
    ),
    required: [
      ...new Set(
        open
          .filter((field) => (field.required || field.in === 'path') && !('default' in defaultOf(field)))
          .map(({ name }) => name),
      ),
    ],
  }
}

/** Of each field, a name that the providers of models take. Fields of one key in two places have two names. */
function modelNames(fields: readonly ToolField[]): string[] {
  const taken = new Set<string>()
  return fields.map(({ key }, nth) => {
    const plain = key.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 60)
    const isPlain = plain === key && key !== '__proto__' && !taken.has(key)
    const name = isPlain ? key : `${plain.replace(/^_+/, '') || 'field'}_${nth + 1}`
    taken.add(name)
    return name
  })
}

function schemaOf({ schema, type }: ToolField) {
  return (schema === undefined ? undefined : readSchema(schema)) ?? { type }
}

/** The default in the type of the field: models pass a text for a number on as a text. */
function defaultOf(field: ToolField): { default?: z.infer<typeof jsonValue> } {
  if (!field.defaultValue) return {}
  const typed = jsonValue.safeParse(asType(field, field.defaultValue))
  return typed.success ? { default: typed.data } : {}
}

function givenFor(field: ToolField, values: Readonly<Record<string, unknown>>, name: string): unknown {
  if (field.value) return field.value
  const key = Object.hasOwn(values, name) ? name : field.key
  const given = Object.hasOwn(values, key) ? values[key] : undefined
  if (given !== undefined && given !== null && given !== '') return given
  return field.defaultValue ? field.defaultValue : undefined
}

function asType(field: ToolField, value: unknown): unknown {
  switch (field.type) {
    case 'string':
      return asText(value)
    case 'number': {
      const number = typeof value === 'number' ? value : Number(asText(value).trim() || Number.NaN)
      return Number.isFinite(number) ? number : undefined
    }
    case 'boolean': {
      const text = asText(value).trim().toLowerCase()
      if (['true', 'yes', '1'].includes(text)) return true
      return ['false', 'no', '0'].includes(text) ? false : undefined
    }
    case 'object': {
      const object = typeof value === 'string' ? jsonIn(value) : value
      return typeof object === 'object' && object !== null && isShallow(object, MOST_LEVELS)
        ? object
        : undefined
    }
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
