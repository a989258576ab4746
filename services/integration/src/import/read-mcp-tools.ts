/** The tools of a server of the Model Context Protocol as functions. Pure. */
import type { ReadFunction, ReadImport } from '@parley/contracts/integration/import-endpoints.ts'
import { MOST_TOOL_FIELDS, toolFieldSchema } from '@parley/contracts/integration/tool.ts'
import type { McpListed, McpTool } from '../mcp/mcp-client.ts'
import { fieldOf, isPart, listOf, plain, valuesOf } from './openapi-values.ts'

/** `url`: of the server. */
export function readMcpTools({ title, tools }: Extract<McpListed, { ok: true }>, url: string): ReadImport {
  const functions = tools.map(functionOf)
  return {
    ...{ kind: 'mcp', title: plain(title).slice(0, 200), server: url, keys: [] },
    ...{ found: tools.length, functions },
  }
}

function functionOf(tool: McpTool): ReadFunction {
  const { name, title, description, inputSchema, annotations } = tool
  const values = valuesOf(inputSchema)
  const shown = values.schemaOf(inputSchema)
  const required = listOf(shown.required)
  const fields = Object.entries(isPart(shown.properties) ? shown.properties : {})
    .map(([key, of]) =>
      fieldOf({ in: 'body', key }, values.resolve(of), { required: required.includes(key) }),
    )
    .filter((field) => toolFieldSchema.safeParse(field).success)
    .sort((one, other) => Number(other.required ?? false) - Number(one.required ?? false))
  const left = fields.slice(MOST_TOOL_FIELDS)
  const problem = left.some((field) => field.required)
    ? `It needs more than ${MOST_TOOL_FIELDS} fields.`
    : name.length > 200
      ? 'Its name is too long.'
      : tool.needsTask
        ? 'It runs as a task, which functions can’t begin.'
        : undefined
  return {
    operation: name.slice(0, 200),
    name: (plain(title) || name).slice(0, 100),
    description: (plain(description) || plain(title) || name).slice(0, 2_000),
    ...{ method: 'POST', path: '', mcpTool: name.slice(0, 200), keys: [] },
    ...(isDestructive(annotations) && { needsApproval: true }),
    fields: problem === undefined ? fields.slice(0, MOST_TOOL_FIELDS) : [],
    ...(problem !== undefined && { problem }),
    leftOut: left.map(({ key }) => key).slice(0, 50),
  }
}

/** As its server declares it. A tool of which nothing is declared counts as harmless. */
function isDestructive({ destructiveHint, readOnlyHint }: McpTool['annotations'] = {}): boolean {
  return destructiveHint ?? readOnlyHint === false
}
