/** The settings of a function in words, as its form names them. */
import type { ToolField, ToolVersionSettings } from '@parley/contracts/integration/tool.ts'

export const fieldPlaces = [
  { value: 'query', label: 'Query' },
  { value: 'body', label: 'Body' },
  { value: 'header', label: 'Header' },
  { value: 'path', label: 'Path' },
] as const

export const fieldTypes = [
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'object', label: 'Object or list' },
] as const

export const retriesWords = (retries: number): string => (retries === 0 ? 'None' : `Up to ${retries}`)

const labels = {
  name: 'Name',
  description: 'Description',
  method: 'Method',
  serverUrl: 'Server URL',
  mcpTool: 'Tool of the MCP server',
  bodyFormat: 'Body format',
  credentialId: 'Credential',
  serverUrlSecret: 'Server URL secret',
  retries: 'Retries',
  needsApproval: 'Needs approval',
  imageUrl: 'Picture',
  fields: 'Fields',
} satisfies Record<keyof ToolVersionSettings | 'serverUrlSecret', string>

/** The label of a setting by its name. */
export const settingLabel = (name: string): string => new Map(Object.entries(labels)).get(name) ?? name

/** The settings of a version that differ from those of another one, in words. */
export function settingDifferences(
  before: ToolVersionSettings,
  after: ToolVersionSettings,
  credentialName: (credentialId: string) => string,
): { label: string; before: string; after: string }[] {
  const [former, present] = [inWords(before, credentialName), inWords(after, credentialName)]
  return [...present].flatMap(([label, words]) => {
    const was = former.get(label) ?? ''
    return was === words ? [] : [{ label, before: was, after: words }]
  })
}

function inWords(settings: ToolVersionSettings, credentialName: (credentialId: string) => string) {
  const { name, description, method, serverUrl, mcpTool, bodyFormat, credentialId } = settings
  const { retries = 0, needsApproval, imageUrl, fields } = settings
  return new Map([
    [labels.name, name],
    [labels.description, description],
    [labels.method, method],
    [labels.serverUrl, serverUrl],
    [labels.mcpTool, mcpTool ?? ''],
    [labels.bodyFormat, bodyFormat === 'form' ? 'Form' : 'JSON'],
    [labels.credentialId, credentialId === undefined ? '' : credentialName(credentialId)],
    [labels.retries, retriesWords(retries)],
    [labels.needsApproval, needsApproval ? 'Yes' : 'No'],
    [labels.imageUrl, imageUrl ?? ''],
    [labels.fields, fields.map(fieldInWords).join('\n')],
  ])
}

/** A field in lines: what it is, and what else is set of it. */
function fieldInWords(field: ToolField): string {
  const type = fieldTypes.find(({ value }) => value === field.type)?.label ?? field.type
  const place = fieldPlaces.find(({ value }) => value === field.in)?.label ?? field.in
  const more = [
    ['Fixed value', field.value],
    ['Default value', field.defaultValue],
    ['Description', field.description],
    ['JSON Schema', field.schema],
  ]
  return [
    `${field.key} · ${place} · ${type}${field.required ? ' · Required' : ''}`,
    ...more.flatMap(([label, value]) => (value ? [`    ${label}: ${value}`] : [])),
  ].join('\n')
}
