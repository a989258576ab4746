/** The port through which a reply describes and calls tools. */
import type { JSONObject } from '@ai-sdk/provider'
import type { FlowCall } from '../../flow/flow-state.ts'
import type { ToolCallRecord } from './generated-reply.ts'

/** A tool as a model sees it. */
export type AgentTool = {
  id: string
  /** Only letters, digits and `_`; unique among the tools of the agent. */
  functionName: string
  name: string
  description: string
  /** JSON schema of an object. */
  inputSchema: JSONObject
  /** A server of the Model Context Protocol wrote its description and that of its values. */
  describedByServer?: true
  /** Its calls wait until a person of the team approves them. */
  needsApproval?: true
}

export type ToolRequest = (
  | FlowCall
  /**
   * Values from a model, in the types that the tool's schema requires. `version`: of the tool that is meant; another one is
   * not called.
   */
  | { type: 'tool'; toolId: string; values: Record<string, unknown>; version?: string }
) & {
  /** The same for each attempt of the same call of a turn. */
  idempotencyKey: string
}

export type ToolResult = Pick<
  ToolCallRecord,
  'name' | 'outcome' | 'status' | 'tookMs' | 'request' | 'response'
> & {
  /** The body of the response, or a sentence that says why there is none. */
  result: string
}

export type Tools = {
  /** Returns the tools that exist, in the order of the ids. */
  describe(tenant: string, toolIds: readonly string[]): Promise<AgentTool[]>
  /** Never throws: an error is an outcome. `agentId`: the agent that calls. Once `signal` aborts, it is not tried again. */
  call(tenant: string, request: ToolRequest, agentId: string, signal?: AbortSignal): Promise<ToolResult>
  /** Whether calls of a tool need approval by now: it may have changed since it was described. */
  needsApproval(tenant: string, toolId: string): Promise<boolean>
  /**
   * The name of a call's tool, what the call would be displayed as, and the values that it would be made with, without
   * making it. `version` changes with the tool.
   */
  preview(
    tenant: string,
    request: ToolRequest,
  ): Promise<Pick<ToolResult, 'name' | 'request'> & { version: string; values: Record<string, unknown> }>
}

export const noTools: Tools = {
  describe: async () => [],
  needsApproval: async () => false,
  preview: async () => ({ name: 'unknown', request: '', version: '', values: {} }),
  call: async () => ({
    name: 'unknown',
    outcome: 'error',
    tookMs: 0,
    request: '',
    response: 'Tools are not available.',
    result: 'Tools are not available.',
  }),
}
