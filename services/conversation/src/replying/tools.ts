/** Tools as a reply uses them; who calls them for real is composed from outside. */
import type { JSONObject } from '@ai-sdk/provider'
import type { ToolCallRecord } from '../composing/composed.ts'
import type { FlowCall } from '../flow/flow-state.ts'

/** A tool as a model sees it. */
export type AgentTool = {
  id: string
  /** Letters, digits and _ alone, and unlike that of any other tool of the agent. */
  functionName: string
  name: string
  description: string
  /** JSON schema of an object. */
  inputSchema: JSONObject
}

export type ToolRequest = (
  | FlowCall
  /** What a model gave, in the types that the tool's schema asks for. */
  | { type: 'tool'; toolId: string; values: Record<string, unknown> }
) & {
  /** The same for the same call of the same turn, however often it is tried. */
  idempotencyKey: string
}

export type ToolResult = Pick<
  ToolCallRecord,
  'name' | 'outcome' | 'status' | 'tookMs' | 'request' | 'response'
> & {
  /** The body that came back, or in plain words why none did. */
  result: string
}

export type Tools = {
  /** Those of the ids that there are, in their order. */
  describe(tenant: string, toolIds: readonly string[]): Promise<AgentTool[]>
  /** Never throws: what went wrong is an outcome. */
  call(tenant: string, request: ToolRequest): Promise<ToolResult>
}

export const noTools: Tools = {
  describe: async () => [],
  call: async () => ({
    name: 'unknown',
    outcome: 'error',
    tookMs: 0,
    request: '',
    response: 'Tools are not available.',
    result: 'Tools are not available.',
  }),
}
