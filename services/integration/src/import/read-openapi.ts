/** Reads the operations of an OpenAPI document (3.x) or a Swagger document (2.0) as functions. Pure. */
import type { AskedKey, ReadFunction, ReadImport } from '@parley/contracts/integration/import-endpoints.ts'
import { placeholdersIn } from '@parley/contracts/integration/server-url.ts'
import { MOST_TOOL_FIELDS, type ToolField, toolFieldSchema } from '@parley/contracts/integration/tool.ts'
import { fieldOf, isPart, listOf, type Part, plain, type Values, valuesOf } from './openapi-values.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const MOST_FUNCTIONS = 2_000
const MOST_KEYS = 20
/** Of `functions` as JSON. */
const MOST_CHARACTERS = 6_000_000
/** Headers that a document can't set (OpenAPI, Parameter Object), and those of the platform. */
const ownHeaders =
  /^(accept|content-type|authorization|host|content-length|connection|transfer-encoding|idempotency-key|x-parley-.*)$/i

/** `from`: the address that the document was read from. Undefined if it is none. */
export function readOpenApi(document: unknown, from?: string): ReadImport | undefined {
  if (!isPart(document) || !isPart(document.paths)) return undefined
  if (typeof document.openapi !== 'string' && document.swagger !== '2.0') return undefined
  const values = valuesOf(document)
  const keys = keysOf(document, values)
  const functions: ReadFunction[] = []
  let found = 0
  let characters = 0
  for (const [path, item] of Object.entries(document.paths)) {
    const ofPath = values.resolve(item)
    for (const method of methods) {
      const operation = ofPath[method.toLowerCase()]
      if (!isPart(operation)) continue
      found++
      if (functions.length >= MOST_FUNCTIONS || characters > MOST_CHARACTERS) continue
      const one = functionOf({ document, values, keys, path, method, ofPath, operation })
      characters += JSON.stringify(one).length
      functions.push(one)
    }
  }
  const info = values.resolve(document.info)
  return {
    kind: 'openapi',
    title: plain(info.title).slice(0, 200),
    server: serverOf(document, values, from),
    keys: [...keys.values()],
    found,
    functions,
  }
}

type Operation = {
  document: Part
  values: Values
  keys: ReadonlyMap<string, AskedKey>
  path: string
  method: (typeof methods)[number]
  ofPath: Part
  operation: Part
}

function functionOf(of: Operation): ReadFunction {
  const { values, path, method, ofPath, operation } = of
  const leftOut: string[] = []
  const parameters = new Map<string, Part>()
  for (const given of [...listOf(ofPath.parameters), ...listOf(operation.parameters)]) {
    const parameter = values.resolve(given)
    parameters.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  const all = [...parameters.values()]
  const body = bodyOf(of, all)
  const fields = [...all.flatMap((parameter) => parameterOf(parameter, values, leftOut)), ...body.fields]
  // Of many fields, those that must be sent come first.
  const sorted = fields.sort((one, other) => Number(other.required ?? false) - Number(one.required ?? false))
  const kept = sorted.slice(0, MOST_TOOL_FIELDS)
  for (const { key } of sorted.slice(MOST_TOOL_FIELDS)) leftOut.push(key)
  const missing = placeholdersIn(`http://a${path}`).filter(
    (key) => !kept.some((field) => field.in === 'path' && field.key === key),
  )
  for (const key of missing) kept.unshift({ in: 'path', key, type: 'string', required: true })
  const tooMany = sorted.slice(MOST_TOOL_FIELDS).some(({ required }) => required)
  const problem =
    (isPath(path) ? undefined : 'Its path does not begin with a slash.') ??
    body.problem ??
    (tooMany || kept.length > MOST_TOOL_FIELDS
      ? `It needs more than ${MOST_TOOL_FIELDS} fields.`
      : needsCookie(all)
        ? 'It needs a cookie.'
        : undefined)
  const words = plain(operation.summary) || named(plain(operation.operationId)) || `${method} ${path}`
  return {
    operation: `${method} ${path}`.slice(0, 500),
    name: words.slice(0, 100),
    description: (plain(operation.description) || plain(ofPath.description) || words).slice(0, 2_000),
    ...{ method, path: path.slice(0, 1_900), fields: problem === undefined ? kept : [], keys: keysFor(of) },
    ...(body.bodyFormat && { bodyFormat: body.bodyFormat }),
    ...(method === 'DELETE' && { needsApproval: true }),
    ...(problem !== undefined && { problem }),
    leftOut: leftOut.slice(0, 50),
  }
}

/** Anything else behind the address of a server would name another server. */
const isPath = (path: string): boolean => path.startsWith('/') && !/[\\\s]/.test(path)

function parameterOf(parameter: Part, values: Values, leftOut: string[]): ToolField[] {
  const { name, in: place } = parameter
  if (typeof name !== 'string' || parameter.deprecated === true) return []
  if (place === 'header' && ownHeaders.test(name)) return []
  if (place !== 'query' && place !== 'header' && place !== 'path') {
    if (place === 'cookie') leftOut.push(name)
    return []
  }
  // Swagger 2.0 describes the value in the parameter itself.
  const schema = values.schemaOf(contentOf(parameter, values)?.schema ?? parameter.schema ?? parameter)
  const isInPath = place === 'path'
  const field = fieldOf({ in: place, key: name }, isInPath ? textual(schema) : schema, {
    description: parameter.description,
    required: parameter.required === true || isInPath,
  })
  if (toolFieldSchema.safeParse(field).success) return [field]
  leftOut.push(name.slice(0, 100))
  return []
}

/** A value in the path is no object. */
function textual(schema: Part): Part {
  return schema.type === 'object' || schema.type === 'array' ? { type: 'string' } : schema
}

/** The schema of what is sent as JSON or, where that is not taken, as a form. */
function contentOf(of: Part, values: Values): { schema: unknown; isForm: boolean } | undefined {
  const content = values.resolve(of.content)
  const types = Object.keys(content)
  const json = types.find((type) => /^application\/([\w.+-]+\+)?json\b|^\*\/\*$/i.test(type))
  const type = json ?? types.find((one) => /^application\/x-www-form-urlencoded\b/i.test(one))
  return type === undefined
    ? undefined
    : { schema: values.resolve(content[type]).schema ?? {}, isForm: json === undefined }
}

type Body = { fields: ToolField[]; bodyFormat?: 'form'; problem?: string }

function bodyOf(of: Operation, parameters: readonly Part[]): Body {
  const { values, method, operation } = of
  if (method === 'GET') return { fields: [] }
  if (parameters.some((one) => one.in === 'formData')) return formOf(of, parameters)
  const inParameter = parameters.find((one) => one.in === 'body')
  const body = values.resolve(operation.requestBody)
  const isRequired = body.required === true || inParameter?.required === true
  const content = inParameter ? { schema: inParameter.schema, isForm: false } : contentOf(body, values)
  if (!content) {
    const [type] = Object.keys(values.resolve(body.content))
    return type === undefined || !isRequired
      ? { fields: [] }
      : { fields: [], problem: `It takes ${type.slice(0, 60)}, which functions can’t send.` }
  }
  const shown = values.schemaOf(content.schema)
  if (shown.type !== undefined && shown.type !== 'object')
    return { fields: [], problem: 'Its body is no object; functions send an object.' }
  const required = listOf(shown.required)
  const properties = Object.entries(isPart(shown.properties) ? shown.properties : {})
  const fields = properties.map(([key, value]) =>
    fieldOf({ in: 'body', key }, values.resolve(value), { required: isRequired && required.includes(key) }),
  )
  return {
    fields: fields.filter((field) => toolFieldSchema.safeParse(field).success),
    ...(content.isForm && { bodyFormat: 'form' as const }),
  }
}

/** The form of a Swagger document. */
function formOf({ values, document, operation }: Operation, parameters: readonly Part[]): Body {
  const own = parameters.filter((one) => one.in === 'formData')
  const types = listOf(operation.consumes ?? document.consumes)
  const isOther = types.length > 0 && !types.includes('application/x-www-form-urlencoded')
  if (isOther || own.some((one) => one.type === 'file' && one.required === true))
    return { fields: [], problem: 'It takes files, which functions can’t send.' }
  const fields = own.flatMap((one) =>
    typeof one.name !== 'string' || one.type === 'file'
      ? []
      : fieldOf({ in: 'body', key: one.name }, values.schemaOf(one), {
          ...{ description: one.description, required: one.required === true },
        }),
  )
  return { fields, bodyFormat: 'form' }
}

const needsCookie = (parameters: readonly Part[]) =>
  parameters.some((one) => one.in === 'cookie' && one.required === true)

/** The keys of the document, by the names of its security schemes. */
function keysOf(document: Part, values: Values): Map<string, AskedKey> {
  const components = values.resolve(document.components)
  const schemes = {
    ...values.resolve(components.securitySchemes),
    ...values.resolve(document.securityDefinitions),
  }
  const keys = new Map<string, AskedKey>()
  for (const [name, given] of Object.entries(schemes).slice(0, MOST_KEYS)) {
    const key = keyOf(name, values.resolve(given))
    if (key) keys.set(name, key)
  }
  return keys
}

function keyOf(name: string, scheme: Part): AskedKey | undefined {
  const inHeader = { name, in: 'header', key: 'Authorization' } as const
  switch (scheme.type) {
    case 'apiKey': {
      const { in: place, name: key } = scheme
      if (typeof key !== 'string' || (place !== 'header' && place !== 'query')) return undefined
      return { name, in: place, key, prefix: '' }
    }
    case 'http':
      return { ...inHeader, prefix: /^basic$/i.test(String(scheme.scheme)) ? 'Basic ' : 'Bearer ' }
    case 'basic':
      return { ...inHeader, prefix: 'Basic ' }
    case 'oauth2':
    case 'openIdConnect':
      return { ...inHeader, prefix: 'Bearer ' }
    default:
      return undefined
  }
}

/** Of the ways to be let in, the first whose keys a function can send. */
function keysFor({ document, operation, keys }: Operation): string[] {
  const ways = listOf(operation.security ?? document.security).filter(isPart)
  const way = ways.map((one) => Object.keys(one)).find((names) => names.every((name) => keys.has(name)))
  return way ?? []
}

function serverOf(document: Part, values: Values, from: string | undefined): string {
  const [server] = listOf(document.servers).map(values.resolve)
  const address = document.swagger === '2.0' ? swaggerServer(document, from) : plain(server?.url) || '/'
  const variables = values.resolve(server?.variables)
  const written = address.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const { default: value } = values.resolve(Object.hasOwn(variables, name) ? variables[name] : undefined)
    return typeof value === 'string' ? value : whole
  })
  if (!URL.canParse(written, from)) return ''
  const { href, protocol, username, password } = new URL(written, from)
  if (username !== '' || password !== '') return ''
  return protocol === 'http:' || protocol === 'https:' ? href.replace(/\/$/, '').slice(0, 1_000) : ''
}

function swaggerServer({ host, basePath = '', schemes }: Part, from: string | undefined): string {
  const known = from === undefined ? undefined : new URL(from)
  const protocol = listOf(schemes).includes('https') ? 'https' : plain(listOf(schemes)[0]) || 'https'
  const at = plain(host) || known?.host
  return at ? `${protocol}://${at}${plain(basePath)}` : ''
}

/** `getOrderById` as "Get order by id". */
function named(operationId: string): string {
  const words = operationId
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_\-./]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
