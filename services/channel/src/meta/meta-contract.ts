/**
 * The contract of Meta's Business Messaging as it is published at github.com/facebook/openapi (v23), for tests: what is
 * wrong with a call or an answer. The document is no part of the project (`CONTRACTS`, README). Where the document closes
 * one half of a schema to fields of the other half (`allOf` with `additionalProperties`), both are read as one.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { parse } from 'yaml'
import { contractsFolder } from '../contracts-folder.ts'

type Schema = { [field: string]: unknown }
type Call = { method: string; path: readonly string[]; query: Record<string, string>; body: object }

export type MetaContract = {
  version: string
  /** What is wrong with a call; nothing if it is as published. */
  faultsOfCall(call: Call): string[]
  /** What is wrong with the answer to a call. */
  faultsOfAnswer(call: Call & { status: number; answer: unknown }): string[]
  /** The examples of what Meta delivers, by name. */
  deliveries: Record<string, object>
}

/**
 * What the document leaves out and Meta's reference has: a text that comes back with the states of a message
 * (developers.facebook.com/docs/whatsapp/cloud-api/reference/messages), and the proof of the app's secret on every call
 * (developers.facebook.com/docs/graph-api/guides/secure-requests).
 */
const alsoInMessages = { biz_opaque_callback_data: { type: 'string', maxLength: 512 } }
const alsoInQueries = ['appsecret_proof']
/** Every list of the Graph API takes these (developers.facebook.com/docs/graph-api/results). */
const alsoInLists = ['fields', 'limit', 'after']
/** The document gives numbers of footnotes where the index of a button should be. */
const FOOTNOTES = '^[2-6, 11-14]$'

/** Undefined where the folder is absent. */
export function metaContract(): MetaContract | undefined {
  const file = join(contractsFolder, 'meta-business-messaging-v23.yaml')
  if (!existsSync(file)) return undefined
  const document: Schema = parse(readFileSync(file, 'utf8'))
  const components = Object(document.components)
  const schemas: Record<string, Schema> = components.schemas
  // Formats are the document's own, such as `url`.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  // bounded: by the schemas of the document
  const validators = new Map<string, ValidateFunction>()

  const faults = (name: string, schema: Schema, value: unknown): string[] => {
    const validate = validators.get(name) ?? ajv.compile(whole(schema))
    validators.set(name, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${name}${instancePath}: ${message}`)
  }
  const named = (name: string, value: unknown) =>
    faults(name, { $ref: `#/components/schemas/${name}` }, value)

  return {
    version: String(Object(document.info).version),
    faultsOfCall: (call) => [...faultsOfQuery(call), ...faultsOfBody(call)],

    faultsOfAnswer(call) {
      if (call.status !== 200) return named('GraphAPIError', call.answer)
      const { path, method, body } = call
      const isRead = path[1] === 'messages' && 'status' in body
      if (path[1] === 'messages')
        return named(isRead ? 'MarkMessageResponsePayload' : 'MessageResponsePayload', call.answer)
      const { responses = {} } = operationOf(call) ?? {}
      const schema = Object(Object(Object(Object(responses)['200']).content)['application/json']).schema
      return faults(`answer to ${method} ${templateOf(call)}`, schema, call.answer)
    },

    deliveries: Object.fromEntries(
      Object.entries(
        Object(document.paths)['/whatsapp/webhooks'].post.requestBody.content['application/json'].examples,
      ).map(([name, example]) => [name, Object(example).value]),
    ),
  }

  function faultsOfBody({ method, path, body }: Call): string[] {
    if (path[1] === 'messages') {
      if ('status' in body) return named('MarkMessageRequestPayload', body)
      const type = String(Reflect.get(body, 'type'))
      const mapped = Object(Object(schemas.Message).discriminator).mapping[type]
      if (mapped === undefined) return [`messages: there is no type ${type}`]
      const schema = whole({ $ref: mapped })
      const properties = { ...Object(schema.properties), ...alsoInMessages }
      return faults(`message of type ${type}`, { ...schema, properties }, body)
    }
    if (method === 'POST' && path[1] === 'register')
      return named('WhatsAppBusinessPhoneNumberRegistrationRequest', body)
    if (method === 'POST' && path.length === 1) return named('PhoneNumberStatusUpdateRequest', body)
    if (method === 'POST' && path[1] === 'subscribed_apps') return named('SubscriptionRequest', body)
    if (method === 'POST' && path[1] === 'message_templates') {
      const { requestBody } = operationOf({ method, path, query: {}, body }) ?? {}
      const schema = Object(Object(Object(requestBody).content)['application/json']).schema
      return faults('template', schema, body)
    }
    return Object.keys(body).length === 0 ? [] : [`${method} ${path.join('/')}: takes no body`]
  }

  function faultsOfQuery(call: Call): string[] {
    const operation = operationOf(call)
    if (!operation) return [`${call.method} ${call.path.join('/')}: there is no such call`]
    const parameters = ((operation.parameters ?? []) as Schema[]).filter((one) => one.in === 'query')
    return Object.entries(call.query).flatMap(([name, value]) => {
      if (alsoInQueries.includes(name)) return []
      if (call.path[1] === 'message_templates' && call.method === 'GET' && alsoInLists.includes(name))
        return []
      const parameter = parameters.find((one) => one.name === name)
      if (!parameter) return [`${call.path.join('/')}?${name}: there is no such parameter`]
      const schema = parameter.schema as Schema
      return faults(`${call.path.at(-1)}?${name}`, schema, schema.type === 'integer' ? Number(value) : value)
    })
  }

  function operationOf(call: Call): Schema | undefined {
    const path = Object(document.paths)[templateOf(call)]
    return path && Object(path)[call.method.toLowerCase()]
  }

  /** With what a schema refers to, and with the parts of `allOf` as one. */
  function whole(schema: Schema, depth = 0): Schema {
    if (depth > 30 || schema === undefined) return {}
    if (typeof schema.$ref === 'string') return whole(schemas[schema.$ref.split('/').at(-1)!]!, depth + 1)
    if (Array.isArray(schema.allOf)) {
      const parts = schema.allOf.map((part) => whole(part, depth + 1))
      const closed = parts.some(({ additionalProperties }) => additionalProperties === false)
      return {
        type: 'object',
        properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
        required: parts.flatMap(({ required = [] }) => required),
        ...(closed ? { additionalProperties: false } : {}),
      }
    }
    return Object.fromEntries(
      Object.entries(schema).flatMap(([field, value]) => {
        if (['example', 'examples', 'description', 'discriminator', 'format'].includes(field)) return []
        if (field === 'pattern' && value === FOOTNOTES) return []
        if (field === 'properties')
          return [
            [
              field,
              Object.fromEntries(
                Object.entries(Object(value)).map(([name, of]) => [name, whole(of as Schema, depth + 1)]),
              ),
            ],
          ]
        if (Array.isArray(value) && (field === 'oneOf' || field === 'anyOf'))
          return [[field === 'oneOf' ? 'anyOf' : field, value.map((one) => whole(one, depth + 1))]]
        if (field === 'items' || field === 'not') return [[field, whole(value as Schema, depth + 1)]]
        return [[field, value]]
      }),
    )
  }
}

/** The path of the document; those of a single id are told apart by what is asked of them. */
function templateOf({ path: [, edge], query }: Call): string {
  if (edge === 'messages' || edge === 'register') return `/{Version}/{Phone-Number-ID}/${edge}`
  if (edge === 'phone_numbers' || edge === 'subscribed_apps' || edge === 'message_templates')
    return `/{Version}/{WABA-ID}/${edge}`
  if (edge !== undefined) return edge
  return 'phone_number_id' in query ? '/{Version}/{Media-ID}' : '/{Version}/{Phone-Number-ID}'
}
