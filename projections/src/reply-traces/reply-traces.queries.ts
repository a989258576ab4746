import { replyTrace } from '@parley/contracts/conversation/trace.ts'
import type { traceEndpoints } from '@parley/contracts/conversation/trace-endpoints.ts'
import { readJson } from '@parley/contracts/message.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { replyTracesProjection } from './reply-traces.projection.ts'

export type ReplyTraceDeps = {
  reader: Reader
  /** Whether a conversation belongs, or belonged, to an agent. */
  isOfAgent(tenant: string, agentId: string, conversationId: string): Promise<boolean>
}

export function replyTraceQueries({ reader, isOfAgent }: ReplyTraceDeps): Handlers<typeof traceEndpoints> {
  return {
    async 'conversations.trace'(call) {
      const { agentId, conversationId } = call.params
      if (!(await isOfAgent(call.tenant, agentId, conversationId)))
        return refuse('not-found', 'This conversation does not exist.')
      const found = await reader.get(replyTracesProjection, call.tenant, conversationId)
      const opened = await reader.open(
        call.tenant,
        (found?.traces ?? []).map(({ trace }) => trace),
      )
      const traces = (found?.traces ?? []).flatMap(({ messageId }, nth) => {
        const trace = readJson(replyTrace, opened[nth] ?? '')
        return trace ? [{ messageId, trace }] : []
      })
      return reply({ traces })
    },
  }
}
