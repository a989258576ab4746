/** Notifications of an agent in the browser of a visitor, who allows and withdraws them in the chat. */
import { z } from 'zod'
import { agentParams, defineEndpoints } from '../endpoint.ts'
import { pushSubscription } from '../notification/endpoints.ts'

const params = agentParams.extend({ conversationId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) })
const ofVisitor = { access: 'visitor', permission: 'conversation.take-part', params } as const
const path = '/api/{region}/v2/public/agents/{agentId}/conversations/{conversationId}/push'
const success = z.object({ success: z.literal(true) })

export const visitorPushEndpoints = defineEndpoints({
  'visitorPush.get': {
    ...ofVisitor,
    summary: 'Whether this visitor has allowed notifications of the agent',
    method: 'GET',
    path,
    kind: 'query',
    output: z.object({ allowed: z.boolean() }),
  },
  'visitorPush.allow': {
    ...ofVisitor,
    summary: 'Send notifications of the agent to this browser of the visitor',
    method: 'POST',
    path,
    kind: 'command',
    limited: 'push',
    body: pushSubscription,
    output: success,
    /** `push-off`: the agent does not offer notifications. */
    refusals: { 'push-off': 409, 'address-not-allowed': 400, deleted: 410 },
  },
  'visitorPush.withdraw': {
    ...ofVisitor,
    summary: 'Send no more notifications of the agent to any browser of the visitor',
    method: 'DELETE',
    path,
    kind: 'command',
    output: success,
  },
})
