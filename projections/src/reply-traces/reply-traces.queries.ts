import { traceSchema } from '@parley/contracts/conversation/trace.ts'
import type { traceEndpoints } from '@parley/contracts/conversation/trace-endpoints.ts'
import { refuse } from '@parley/kernel/decider.ts'
import { type Handlers, reply } from '@parley/kernel/handler.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { replyTracesProjection } from './reply-traces.projection.ts'

export function replyTraceQueries({ reader }: { reader: Reader }): Handlers<typeof traceEndpoints> {
  return {
    async 'conversations.trace'(call) {
      const { agentId, conversationId } = call.params
      const found = await reader.get(replyTracesProjection, call.tenant, conversationId)
      if (found && found.agentId !== agentId) return refuse('not-found', 'This conversation does not exist.')
      const opened = await reader.open(
        call.tenant,
        (found?.traces ?? []).map(({ trace }) => trace),
      )
      const traces = (found?.traces ?? []).flatMap(({ messageId }, nth) => {
        const trace = traceIn(opened[nth] ?? '')
        return trace ? [{ messageId, trace }] : []
      })
      return reply({ traces })
    },
  }
}

/** Undefined where its key is gone. */
function traceIn(text: string) {
  try {
    return traceSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
