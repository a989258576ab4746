/**
 * The contract of Discord's REST API as it is published at github.com/discord/discord-api-spec, for tests: what is wrong with
 * a request or its answer. The document is no part of the project (`CONTRACTS`, README).
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { z } from 'zod'
import { contractsFolder } from '../contracts-folder.ts'

const schemaAt = z.record(z.string(), z.unknown())
const content = z.object({
  content: z.object({ 'application/json': z.object({ schema: schemaAt }).optional() }).optional(),
})
const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
  requestBody: content.optional(),
  responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }), content])),
})
const documentSchema = z.object({
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.looseObject({ get: operation.optional(), post: operation.optional() })),
  components: z.looseObject({ responses: z.record(z.string(), content) }),
})

export type DiscordContract = {
  version: string
  /** What is wrong with a request; nothing if it is as published. `path` without its query. */
  faultsOfRequest(request: { method: string; path: string; query: string; body: unknown }): string[]
  /** What is wrong with the answer to a request. */
  faultsOfAnswer(request: { method: string; path: string; status: number; answer: unknown }): string[]
}

/** Undefined where the folder is absent. */
export function discordContract(): DiscordContract | undefined {
  const file = join(contractsFolder, 'discord.json')
  if (!existsSync(file)) return undefined
  const whole: object = JSON.parse(readFileSync(file, 'utf8'))
  const { info, paths, components } = documentSchema.parse(whole)
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  addFormats.default(ajv)
  // Discord's own.
  for (const format of ['snowflake', 'nonce', 'int32', 'int64']) ajv.addFormat(format, true)
  ajv.addSchema(whole, 'discord')

  return {
    version: info.version,
    faultsOfRequest({ method, path, query, body }) {
      const found = operationOf(method, path)
      if (!found) return [`${method} ${path}: there is no such route`]
      const { parameters, requestBody } = found.operation
      const known = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
      const unknown = [...new URLSearchParams(query).keys()].filter((name) => !known.includes(name))
      return [
        ...unknown.map((name) => `${path}: there is no parameter ${name}`),
        ...(requestBody && body !== undefined
          ? faultsOf(`${found.pointer}/requestBody/content/application~1json/schema`, body)
          : []),
        ...(!requestBody && body !== undefined ? [`${path}: takes no body`] : []),
        // The document allows fields that it does not name.
        ...unknownFields(found.operation.requestBody, body).map(
          (name) => `${path}: there is no field ${name}`,
        ),
      ]
    },
    faultsOfAnswer({ method, path, status, answer }) {
      const found = operationOf(method, path)
      const { responses = {} } = found?.operation ?? {}
      const name = String(status) in responses ? String(status) : `${String(status)[0]}XX`
      const response = responses[name]
      if (!found || !response) return status >= 500 ? [] : [`${path}: is not answered with ${status}`]
      if ('$ref' in response) {
        const own = response.$ref.split('/').at(-1)!
        if (!components.responses[own]) return [`${path}: unknown ${own}`]
        return faultsOf(`/components/responses/${own}/content/application~1json/schema`, answer)
      }
      if (!response.content?.['application/json'])
        return answer === undefined ? [] : [`${path}: has no answer`]
      return faultsOf(`${found.pointer}/responses/${name}/content/application~1json/schema`, answer)
    },
  }

  function operationOf(method: string, path: string) {
    for (const [pattern, item] of Object.entries(paths)) {
      const expression = new RegExp(`^${pattern.replaceAll(/\{[a-z_]+\}/g, '[^/]+')}$`)
      // What has a name goes before what has a parameter.
      if (!expression.test(path) || (pattern.includes('@') && !path.includes('@'))) continue
      const found = method === 'GET' ? item.get : item.post
      const pointer = `/paths/${pattern.replaceAll('/', '~1')}/${method.toLowerCase()}`
      if (found) return { operation: found, pointer }
    }
    return undefined
  }

  function faultsOf(pointer: string, value: unknown): string[] {
    const validate = ajv.getSchema(`discord#${pointer.split('/').map(encodeURIComponent).join('/')}`)
    if (!validate) return [`${pointer}: there is no such schema`]
    if (validate(value)) return []
    return (validate.errors ?? [])
      .slice(0, 5)
      .map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  function unknownFields(body: z.infer<typeof content> | undefined, given: unknown): string[] {
    const schema = body?.content?.['application/json']?.schema
    const alternatives = JSON.stringify(schema ?? {}).match(/#\/components\/schemas\/\w+/g) ?? []
    if (alternatives.length === 0 || typeof given !== 'object' || given === null) return []
    const names = alternatives.flatMap((ref) => {
      const found = z.object({ properties: schemaAt }).safeParse(ajv.getSchema(`discord${ref}`)?.schema).data
      return Object.keys(found?.properties ?? {})
    })
    return Object.keys(given).filter((name) => !names.includes(name))
  }
}
