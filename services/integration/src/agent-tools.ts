/** The tools of a workspace, for the replies of its agents. */
import { createHash } from 'node:crypto'
import type { httpMethods } from '@parley/contracts/agent/nodes.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import {
  type Called,
  type CallingDeps,
  callAddress,
  callTool,
  previewOfAddress,
  previewOfTool,
} from './calling.ts'
import { type Tool, tool } from './tool.decider.ts'
import { inputSchemaOf, usedValues } from './tool-request.ts'

export type AgentToolRequest = (
  | { type: 'tool'; toolId: string; values: Record<string, unknown>; version?: string }
  | {
      type: 'http'
      method: (typeof httpMethods)[number]
      url: string
      headers: Record<string, string>
      body?: string
    }
) & { idempotencyKey: string }

/** Of all tools together: a model reads and charges them with each message. Beyond it, fields have no schemas but types. */
const MOST_SCHEMA_CHARACTERS = 60_000
/** With more, a model chooses less reliably. */
const MOST_TOOLS = 32

export function agentTools(deps: CallingDeps & Pick<CommandHandler, 'load' | 'refresh'>) {
  const liveTool = async (tenant: string, toolId: string) => {
    const state = (await deps.load(tool, toolId, tenant))?.state
    return state?.status === 'live' ? state.tool : undefined
  }

  /** As it is in the log: what is called, and what was approved, ends at once where another process changed it. */
  const presentTool = async (tenant: string, toolId: string) => {
    await deps.refresh(tool.category, toolId)
    return liveTool(tenant, toolId)
  }

  return {
    /** Whether a workspace has a tool. */
    isLive: async (tenant: string, toolId: string): Promise<boolean> =>
      (await liveTool(tenant, toolId)) !== undefined,

    /** Describes the existing tools among the ids as functions that a model may call. */
    async describe(tenant: string, toolIds: readonly string[]) {
      const ids = [...new Set(toolIds)].slice(0, MOST_TOOLS)
      const found = (await Promise.all(ids.map((id) => liveTool(tenant, id)))).flatMap((one) => one ?? [])
      const names = new Set<string>()
      let left = MOST_SCHEMA_CHARACTERS
      return found.map(({ id, name, description, fields, mcpTool, needsApproval }) => {
        const functionName = uniqueName(name, names)
        const whole = inputSchemaOf(fields)
        const { length } = JSON.stringify(whole)
        const fits = length <= left
        if (fits) left -= length
        const inputSchema = fits ? whole : inputSchemaOf(fields.map(({ schema: _, ...field }) => field))
        const more = {
          ...(mcpTool !== undefined && { describedByServer: true as const }),
          ...(needsApproval && { needsApproval }),
        }
        return { id, functionName, name, description, inputSchema, ...more }
      })
    },

    /** Whether calls of a tool wait for the approval of the team, also if that was chosen a moment ago. */
    needsApproval: async (tenant: string, toolId: string): Promise<boolean> =>
      (await presentTool(tenant, toolId))?.needsApproval === true,

    /**
     * What a call would be displayed as, and the values that it would be made with, without making it. `version` changes
     * whenever the settings of the tool do.
     */
    async preview(
      tenant: string,
      request: AgentToolRequest,
    ): Promise<Pick<Called, 'name' | 'request'> & { version: string; values: Record<string, unknown> }> {
      if (request.type === 'http') return { ...previewOfAddress(request), version: '', values: {} }
      const found = await presentTool(tenant, request.toolId)
      if (!found) return { name: 'unknown', request: '', version: '', values: {} }
      const values = usedValues(found, request.values)
      const shown = await previewOfTool(deps, tenant, found, values)
      return { ...shown, version: versionOf(found), values }
    },

    /**
     * `agentId`: the agent that calls. Once `signal` aborts, it is not tried again. A tool of another version than the request
     * names is not called.
     */
    async call(
      tenant: string,
      request: AgentToolRequest,
      agentId: string,
      signal?: AbortSignal,
    ): Promise<Called> {
      const { idempotencyKey } = request
      if (request.type === 'http') return callAddress(deps, request, idempotencyKey)
      const found = await presentTool(tenant, request.toolId)
      const isAsked = found && (request.version === undefined || request.version === versionOf(found))
      if (isAsked)
        return callTool({ ...deps, signal }, found, request.values, idempotencyKey, { tenant, agentId })
      const message = found
        ? 'This function was changed since its call was approved.'
        : 'This tool does not exist any more.'
      return {
        name: found?.name ?? 'unknown',
        outcome: 'refused',
        tookMs: 0,
        request: '',
        response: message,
        result: message,
      }
    },
  }
}

function uniqueName(name: string, taken: Set<string>): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 50)
  const base = /^[A-Za-z]/.test(plain) ? plain : `tool_${plain}`
  let unique = base
  for (let nth = 2; taken.has(unique); nth++) unique = `${base}_${nth}`
  taken.add(unique)
  return unique
}

const versionOf = (tool: Tool): string => createHash('sha256').update(JSON.stringify(tool)).digest('hex')
