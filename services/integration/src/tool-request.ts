/** Builds the request of a tool call: its fields, filled with the caller's values. Pure. */
import type { ToolField } from '@parley/contracts/integration/tool.ts'
import { z } from 'zod'
import type { Tool } from './tool.decider.ts'

const jsonValue = z.json()

export type Outgoing = { method: Tool['method']; url: string; headers: Record<string, string>; body?: string }

export type ToolRequest = { ok: true; outgoing: Outgoing } | { ok: false; message: string }

/** Names the field if a required value is missing or not of its type. `values` by the field's key. */
export function toolRequest(tool: Tool, values: Readonly<Record<string, unknown>>): ToolRequest {
  const url = new URL(tool.serverUrl)
  const headers: Record<string, string> = {}
  const body: [string, unknown][] = []
  for (const field of tool.fields) {
    const given = givenFor(field, values)
    if (given === undefined) {
      if (field.required) return { ok: false, message: `The value of ${field.key} is missing.` }
      continue
    }
    const typed = asType(field, given)
    if (typed === undefined)
      return { ok: false, message: `The value of ${field.key} is not a ${field.type}.` }
    if (field.in === 'body') body.push([field.key, typed])
    else if (field.in === 'query') url.searchParams.set(field.key, asText(typed))
    // A line break would start another header.
    else headers[field.key.toLowerCase()] = asText(typed).replace(/[^\x20-\x7e\x80-\xff]+/g, ' ')
  }
  const outgoing: Outgoing = { method: tool.method, url: url.href, headers }
  if (tool.method !== 'GET') {
    outgoing.body = JSON.stringify(Object.fromEntries(body))
    headers['content-type'] = 'application/json'
  }
  return { ok: true, outgoing }
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
          type: field.type,
          ...(field.description ? { description: field.description } : {}),
          ...defaultOf(field),
        },
      ]),
    ),
    required: [
      ...new Set(
        open.filter((field) => field.required && !('default' in defaultOf(field))).map(({ key }) => key),
      ),
    ],
  }
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
