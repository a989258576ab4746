/**
 * The contract of Telegram's Bot API as it is published at github.com/PaulSonOfLars/telegram-bot-api-spec, for tests: what
 * is wrong with a call or an answer. The document is no part of the project (`CONTRACTS`, README). Fields and types are
 * the document's; limits that stand only in its descriptions are those of core.telegram.org/bots/api.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { contractsFolder } from '../contracts-folder.ts'

const field = z.object({ name: z.string(), types: z.array(z.string()), required: z.boolean() })
const documentSchema = z.object({
  version: z.string(),
  methods: z.record(
    z.string(),
    z.object({ returns: z.array(z.string()), fields: z.array(field).optional() }),
  ),
  types: z.record(
    z.string(),
    z.object({ fields: z.array(field).optional(), subtypes: z.array(z.string()).optional() }),
  ),
})
type Field = z.infer<typeof field>

export type BotApiContract = {
  version: string
  /** What is wrong with the parameters of a call; nothing if it is as published. */
  faultsOfCall(method: string, parameters: Record<string, unknown>): string[]
  /** What is wrong with the answer to a call. */
  faultsOfAnswer(method: string, answer: unknown): string[]
  /** What is wrong with a value of a type, such as `Update`. */
  faultsOf(type: string, value: unknown): string[]
}

/** Undefined where the folder is absent. */
export function botApiContract(): BotApiContract | undefined {
  const file = join(contractsFolder, 'telegram-bot-api.json')
  if (!existsSync(file)) return undefined
  const { version, methods, types } = documentSchema.parse(JSON.parse(readFileSync(file, 'utf8')))

  return {
    version,
    faultsOfCall(method, parameters) {
      const found = methods[method]
      if (!found) return [`${method}: there is no such method`]
      return [
        ...faultsOfFields(found.fields ?? [], parameters, method),
        ...faultsOfLimits(method, parameters),
      ]
    },
    faultsOfAnswer(method, answer) {
      const { ok, result, error_code, description } = Object(answer)
      if (ok === false)
        return Number.isInteger(error_code) && typeof description === 'string'
          ? []
          : [`${method}: no proper fault`]
      if (ok !== true) return [`${method}: neither ok nor a fault`]
      return faultsOfTypes(methods[method]?.returns ?? [], result, `${method} → `)
    },
    faultsOf: (type, value) => faultsOfTypes([type], value, type),
  }

  function faultsOfFields(fields: readonly Field[], value: object, at: string): string[] {
    const unknown = Object.keys(value).filter((name) => !fields.some((one) => one.name === name))
    return [
      ...unknown.map((name) => `${at}.${name}: there is no such field`),
      ...fields.flatMap(({ name, types: allowed, required }) => {
        const given: unknown = Reflect.get(value, name)
        if (given === undefined) return required ? [`${at}.${name}: is required`] : []
        return faultsOfTypes(allowed, given, `${at}.${name}`)
      }),
    ]
  }

  /** Of several types, one has to fit. */
  function faultsOfTypes(allowed: readonly string[], value: unknown, at: string): string[] {
    const faults = allowed.map((type) => faultsOfType(type, value, at))
    return faults.find((found) => found.length === 0) ?? faults[0] ?? [`${at}: has no type`]
  }

  function faultsOfType(type: string, value: unknown, at: string): string[] {
    const is = (fits: boolean) => (fits ? [] : [`${at}: is no ${type}`])
    if (type.startsWith('Array of ')) {
      if (!Array.isArray(value)) return is(false)
      const of = type.slice('Array of '.length)
      return value.flatMap((one, nth) => faultsOfType(of, one, `${at}[${nth}]`))
    }
    switch (type) {
      case 'Integer':
        return is(Number.isSafeInteger(value))
      case 'Float':
        return is(typeof value === 'number')
      case 'String':
        return is(typeof value === 'string' && value.isWellFormed())
      case 'Boolean':
        return is(typeof value === 'boolean')
      case 'InputFile':
        return is(false)
    }
    const { fields = [], subtypes = [] } = types[type] ?? {}
    if (!types[type]) return [`${at}: ${type} is no known type`]
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return is(false)
    return subtypes.length > 0 ? faultsOfTypes(subtypes, value, at) : faultsOfFields(fields, value, at)
  }
}

/** Limits that stand in the descriptions of fields. */
function faultsOfLimits(method: string, parameters: Record<string, unknown>): string[] {
  const faults: string[] = []
  const { text, caption, entities, caption_entities, reply_markup, secret_token } = parameters
  if (method === 'sendMessage') {
    if (typeof text !== 'string' || text.trim() === '') faults.push('message text is empty')
    else if (text.length > 4_096) faults.push('message is too long')
  }
  if (typeof caption === 'string' && caption.length > 1_024) faults.push('message caption is too long')
  for (const [words, all] of [
    [text, entities],
    [caption, caption_entities],
  ])
    if (Array.isArray(all))
      faults.push(...all.flatMap((entity) => faultsOfEntity(Object(entity), String(words ?? ''))))
  const rows: unknown = Object(reply_markup).inline_keyboard
  if (Array.isArray(rows)) {
    const buttons = rows.flat().map(Object)
    if (buttons.length > 100) faults.push('too many buttons')
    for (const { text: label, callback_data, url } of buttons) {
      if (String(label).trim() === '') faults.push('text buttons are not allowed to be empty')
      if (callback_data !== undefined && !isWithin(Buffer.byteLength(String(callback_data)), 1, 64))
        faults.push('BUTTON_DATA_INVALID')
      if ((callback_data === undefined) === (url === undefined))
        faults.push('a button needs exactly one purpose')
    }
  }
  if (secret_token !== undefined && !/^[A-Za-z0-9_-]{1,256}$/.test(String(secret_token)))
    faults.push('secret token contains unallowed characters')
  return faults
}

function faultsOfEntity(
  { type, offset, length, url }: { type?: string; offset?: number; length?: number; url?: string },
  text: string,
): string[] {
  if (offset === undefined || length === undefined) return ['an entity needs a place']
  const isInside = offset >= 0 && length > 0 && offset + length <= text.length
  const splits = [offset, offset + length].some((at) => /^[\uDC00-\uDFFF]/.test(text.slice(at)))
  return [
    ...(isInside ? [] : [`entity ${type} is outside of the text`]),
    ...(splits ? [`entity ${type} ends within a character`] : []),
    ...(type === 'text_link' && !URL.canParse(url ?? '') ? [`entity ${type} has no address`] : []),
  ]
}

const isWithin = (count: number, least: number, most: number) => count >= least && count <= most
