/** What the OpenAPI document says of parameters: those of the path and the query, and headers that calls share. */
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import type { z } from 'zod'
import { jsonSchema } from './openapi-schema.ts'

type Parameter = Record<string, unknown>

const text = { type: 'string' }

/** `path`: the endpoint's own, or one of the same shape whose names its parameters take. */
export function parametersOf(endpoint: Endpoint, path: string): Parameter[] {
  const own = namesIn(endpoint.path)
  const shown = namesIn(path)
  return [
    ...fieldsOf(endpoint.params, (name) => ({
      name: shown[own.indexOf(name)] ?? name,
      in: 'path',
      required: true,
    })),
    ...fieldsOf(endpoint.query, (name, field) => ({
      name,
      in: 'query',
      required: !field.safeParse(undefined).success,
    })),
    ...headersFor(endpoint),
  ]
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

function fieldsOf(
  schema: z.ZodObject | undefined,
  place: (name: string, field: z.ZodType) => Parameter,
): Parameter[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    ...place(name, field as z.ZodType),
    schema: jsonSchema(field as z.ZodType, 'input'),
  }))
}

function headersFor({ kind, access, delivery, overwrites }: Endpoint): Parameter[] {
  const headers: Parameter[] = []
  if (overwrites)
    headers.push({
      name: 'If-Match',
      description: `The ETag of \`${overwrites}\`, or of the last such call: overwrites only what the caller has read.`,
      schema: { ...text, pattern: '^(W/)?"[0-9]{1,15}"$' },
    })
  if (delivery === 'bytes')
    headers.push({
      name: 'If-None-Match',
      description: 'The ETag of an earlier answer: the answer is 304 without a body if it is still the same.',
      schema: text,
    })
  // Those who sign have keys of their own.
  if (kind === 'command' && access !== 'signed')
    headers.push({
      name: 'Idempotency-Key',
      description:
        'Any text of the caller’s, such as a UUID; its first 200 characters count. Sent again with the same key by the same caller to the same path, the command takes effect once.',
      schema: { ...text, minLength: 1 },
    })
  if (kind === 'query')
    headers.push({
      name: 'Log-After',
      description:
        '`Log-Position` of a command: the answer contains what that wrote, and may not wait for anything else.',
      schema: { type: 'integer', minimum: 0 },
    })
  return headers.map((header) => ({ in: 'header', required: false, ...header }))
}
