/** Tools that are described as they are and never called: each call gets a given or a recorded result. */
import type { ToolRequest, Tools } from '../turn/generate/tools.ts'

/** A call that a conversation has on record. */
export type RecordedCall = {
  name: string
  outcome: 'ok' | 'error' | 'refused' | 'time-out' | 'too-large'
  status?: number | undefined
  /** As displayed: without secrets, and cut. */
  request: string
  response: string
}

export type GivenResults = {
  /** The results that tools answer with, by the tool's name. */
  toolResults?: readonly { tool: string; result: string }[]
  /** The calls of the conversation that is replayed: the same call has the same result. */
  recordedCalls?: readonly RecordedCall[]
}

/** What a tool answers that has no given result. */
export const STUB_RESULT = 'This is a test: the function was not called. Assume that it succeeded.'

/** From this length on, a recorded request or response may have been cut. */
const MOST_KEPT = 4_000

/** Returns what is on record of a call. */
export type RecordedAnswers = (shown: { name: string; request: string }) => RecordedCall | undefined

/** The same call, made several times, has the results in the order in which they were recorded, then the last again. */
export function recordedAnswers(calls: readonly RecordedCall[]): RecordedAnswers {
  // bounded: by the calls of a conversation
  const used = new Set<RecordedCall>()
  return ({ name, request }) => {
    const same = calls.filter(
      (one) =>
        one.name === name &&
        sameRequest(one.request, request) &&
        one.request.length < MOST_KEPT &&
        one.response.length < MOST_KEPT,
    )
    const found = same.find((one) => !used.has(one)) ?? same.at(-1)
    if (found) used.add(found)
    return found
  }
}

/** `onMissing`: called with the name of a tool whose call is not on record, where there is a record. */
export function answeredTools(
  tools: Tools | undefined,
  { toolResults = [], recorded: onRecord }: { recorded: RecordedAnswers | undefined } & GivenResults,
  onMissing: (name: string) => void,
): Tools {
  return {
    preview: (tenant, request) => shownCall(tools, tenant, request),
    // Nothing is called, so nothing needs approval.
    needsApproval: async () => false,
    async describe(tenant, toolIds) {
      const described = (await tools?.describe(tenant, toolIds)) ?? []
      return described.map(({ needsApproval: _, ...tool }) => tool)
    },
    async call(tenant, request) {
      const shown = await shownCall(tools, tenant, request)
      const { name } = shown
      const recorded = onRecord?.(shown)
      if (recorded) {
        const { outcome, status, response } = recorded
        const known = status === undefined ? {} : { status }
        return { name, outcome, ...known, tookMs: 0, request: '', response, result: response }
      }
      if (onRecord) onMissing(name)
      const given = toolResults.find((one) => one.tool.toLowerCase() === name.toLowerCase())
      const result = given?.result ?? STUB_RESULT
      return { name, outcome: 'ok', status: 200, tookMs: 0, request: '', response: result, result }
    },
  }
}

async function shownCall(
  tools: Tools | undefined,
  tenant: string,
  request: ToolRequest,
): ReturnType<Tools['preview']> {
  const unknown = { name: 'unknown', request: '', version: '', values: {} }
  return (await tools?.preview(tenant, request)) ?? unknown
}

/** The time of a call and its signature differ from call to call. */
function sameRequest(one: string, other: string): boolean {
  const lines = (request: string) =>
    request.split('\n').filter((line) => !/^(?:x-parley-[a-z]+|idempotency-key): /.test(line))
  return lines(one).join('\n') === lines(other).join('\n')
}
