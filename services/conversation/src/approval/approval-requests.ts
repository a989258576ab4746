/** What one turn asks the team to approve. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import type { ConversationState } from '../conversation.decider.ts'
import type { ApprovalRequest } from '../turn/generate/generated-reply.ts'
import type { AgentTool, Tools } from '../turn/generate/tools.ts'
import { type Approval, MOST_PENDING } from './approvals.ts'
import { NOT_IN_THE_TEST_PANEL, TOO_MANY_WAIT, WAITS_FOR_APPROVAL } from './decided-calls.ts'

type Turn = {
  tenant: string
  turnId: string
  document: AgentDocument
  state: ConversationState
  tools: Pick<Tools, 'preview'>
}

export function openApprovalRequests({ tenant, turnId, document, state, tools }: Turn) {
  // bounded: by what may wait in a conversation
  const requests: ApprovalRequest[] = []

  return {
    /** In the order in which they were asked for. */
    requests: requests as readonly ApprovalRequest[],

    /** Asks for the approval of a call. Returns what the model is told. */
    async ask({ id: toolId, functionName }: AgentTool, given: Record<string, unknown>): Promise<string> {
      if (state.started?.channel === 'test-panel') return NOT_IN_THE_TEST_PANEL
      const pending = state.approvals.filter(({ standing }) => standing === 'pending').length
      if (pending + requests.length >= MOST_PENDING) return TOO_MANY_WAIT
      const approvalId = derivedId(20, turnId, `approval-${requests.length + 1}`)
      // Whoever decides is shown what the call would be made with, and not what the model wrote beside it.
      const call = callOf({ approvalId, toolId, values: given })
      const { name, version, values } = await tools.preview(tenant, call)
      requests.push({ approvalId, toolId, functionName, name, values, toolVersion: version })
      return WAITS_FOR_APPROVAL
    },

    /** The approved call; undefined if the agent has the function no longer, or it was changed since. */
    async approvedCall(approval: Approval) {
      if (!document.assignedToolsIds?.includes(approval.toolId)) return undefined
      const call = callOf(approval)
      const { version } = await tools.preview(tenant, call)
      // It may still change before it is called.
      return version === approval.toolVersion ? { ...call, version } : undefined
    },
  }
}

/** Its idempotency key is the id of the approval, so that it is recognised when it is made again. */
const callOf = ({ approvalId, toolId, values }: Pick<Approval, 'approvalId' | 'toolId' | 'values'>) =>
  ({ type: 'tool', toolId, values, idempotencyKey: approvalId }) as const
