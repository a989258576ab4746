/** Builds the request of a tool call: its fields, filled with the caller's values. Pure. */
import { filledPath } from '@parley/contracts/integration/server-url.ts'
import type { ToolField } from '@parley/contracts/integration/tool.ts'
import { readSchema } from '@parley/contracts/integration/value-schema.ts'
import { z } from 'zod'
import type { Tool } from './tool.decider.ts'

const jsonValue = z.json()

export type Outgoing = { method: Tool['method']; url: string; headers: Record<string, string>; body?: string }

export type ToolRequest = { ok: true; outgoing: Outgoing } | { ok: false; message: string }

/** Names the field if a required value is missing or not of its type. `values` by the field's key. */
export function toolRequest(tool: Tool, values: Readonly<Record<string, unknown>>): ToolRequest {
  const headers: Record<string, string> = {}
  const body: [string, unknown][] = []
  const query: [string, string][] = []
  const path = new Map<string, string>()
  for (const field of tool.fields) {
    const given = givenFor(field, values)
    if (given === undefined) {
      if (field.required || field.in === 'path')
        return { ok: false, message: `The value of ${field.key} is missing.` }
      continue
    }
    const typed = asType(field, given)
    if (typed === undefined)
      return { ok: false, message: `The value of ${field.key} is not a ${field.type}.` }
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
    outgoing.body = isForm ? formOf(body) : JSON.stringify(Object.fromEntries(body))
    headers['content-type'] = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  }
  return { ok: true, outgoing }
}

/** A list sends its key once for each value; what is in an object has the key of the object before its own, `a[b]`. */
function formOf(body: readonly [string, unknown][]): string {
  const form = new URLSearchParams()
  const add = (key: string, value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) add(key, one)
    else if (typeof value === 'object' && value !== null)
      for (const [inner, one] of Object.entries(value)) add(`${key}[${inner}]`, one)
    else form.append(key, asText(value))
  }
  for (const [key, value] of body) add(key, value)
  return form.toString()
}

/** The input schema for a model: the fields whose value is not fixed. */
export function inputSchemaOf(fields: readonly ToolField[]) {
  const open = fields.filter(({ value }) => !value)
  return {
    type: 'object' as const,
    properties: Object.fromEntries(
      open.map((field) => [
        field.key,
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
          .map(({ key }) => key),
      ),
    ],
  }
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

function givenFor(field: ToolField, values: Readonly<Record<string, unknown>>): unknown {
  if (field.value) return field.value
  const given = Object.hasOwn(values, field.key) ? values[field.key] : undefined
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
      return typeof object === 'object' && object !== null ? object : undefined
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
