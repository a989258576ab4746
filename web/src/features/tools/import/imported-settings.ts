/** The settings of functions that a document describes. */
import type { AskedKey, ReadFunction } from '@parley/contracts/integration/import-endpoints.ts'
import type { ToolField, ToolSettings, ToolView } from '@parley/contracts/integration/tool.ts'

/** `fields`: the keys that it sends beside its own fields. */
export function settingsOf(
  one: ReadFunction,
  server: string,
  { fields = [], credentialId }: { fields?: readonly ToolField[]; credentialId?: string | undefined } = {},
): ToolSettings {
  const { name, description, method, bodyFormat, mcpTool, needsApproval } = one
  return {
    ...{ name, description, method, serverUrl: addressOf(one, server) },
    fields: [...one.fields.filter((field) => !fields.some((key) => isSame(key, field))), ...fields],
    ...(bodyFormat && { bodyFormat }),
    ...(mcpTool !== undefined && { mcpTool }),
    ...(needsApproval && { needsApproval }),
    ...(credentialId !== undefined && { credentialId }),
  }
}

export const addressOf = ({ path }: ReadFunction, server: string): string =>
  (path !== '' && server.endsWith('/') ? server.slice(0, -1) : server) + path

/** The fields of the keys that somebody entered. */
export function keyFields(
  keys: readonly AskedKey[],
  entered: Readonly<Record<string, string>>,
): ReadonlyMap<string, ToolField> {
  return new Map(
    keys.flatMap((key) => {
      const text = entered[key.name]?.trim() ?? ''
      if (text === '') return []
      const value = key.prefix === 'Basic ' ? base64(text) : text.replace(/^(Bearer|Basic) +/i, '')
      const field: ToolField = { in: key.in, key: key.key, type: 'string', value: key.prefix + value }
      return [[key.name, field] as const]
    }),
  )
}

/** Whether there is a function for the same requests already. */
export function isKnown(one: ReadFunction, server: string, existing: readonly ToolView[]): boolean {
  const address = addressOf(one, server)
  return existing.some(
    ({ method, serverUrl, mcpTool }) =>
      method === one.method && serverUrl === address && mcpTool === one.mcpTool,
  )
}

const isSame = (one: ToolField, other: ToolField) =>
  one.in === other.in && one.key.toLowerCase() === other.key.toLowerCase()

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
