import { api } from '@parley/contracts/api.ts'
import { DEFAULT_BODY_BYTES, type Endpoint } from '@parley/contracts/endpoint.ts'
import { expect, test } from 'vitest'
import { jsonSchema } from './openapi-schema.ts'

type Schema = {
  type?: string
  maxLength?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** The longest text in a body that people write, in characters: addresses and encoded files are ASCII. */
function longestText(schema: Schema, name = ''): number {
  const { type, maxLength = 0, properties = {}, items, anyOf = [], oneOf = [] } = schema
  const own = type === 'string' && !/url|base64|logo/i.test(name) ? maxLength : 0
  const inner = [
    ...Object.entries(properties).map(([each, of]) => longestText(of, each)),
    ...[...anyOf, ...oneOf, ...(items ? [items] : [])].map((of) => longestText(of, name)),
  ]
  return Math.max(own, ...inner)
}

const JSON_ESCAPE = '\\u3042'.length
const UTF8_LONGEST = 3
/** Of longer ones the bytes are limited too, unless they are sent in UTF-8. */
const MOST_ESCAPED = 100_000

const bodies = Object.values<Endpoint>(api).flatMap(({ name, body, maxBodyBytes = DEFAULT_BODY_BYTES }) =>
  body ? [{ name, maxBodyBytes, longest: longestText(jsonSchema(body, 'input') as Schema) }] : [],
)

/** Takes 6 MB of a document that is ASCII but for a few descriptions. */
const inBytes = 'tools.readImport'

test.each(bodies.filter(({ name, longest }) => longest > 20_000 && name !== inBytes))(
  '$name takes its longest text in any script, as clients write JSON that escape all but ASCII',
  ({ longest, maxBodyBytes }) => {
    const bytes = longest * (longest <= MOST_ESCAPED ? JSON_ESCAPE : UTF8_LONGEST)
    expect(maxBodyBytes).toBeGreaterThan(bytes)
  },
)
