/** Templates of WhatsApp: of the business account of a channel, and sent to the contact of a conversation. */
import { z } from 'zod'
import { messageView } from '../conversation/blocks.ts'
import { agentParams, defineEndpoints, pageQuery, wholeList } from '../endpoint.ts'
import { newTemplate, templateValues, templateView } from './template.ts'
import { templateStates } from './template-names.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const channelParams = agentParams.extend({ channelId: id })
const conversationParams = agentParams.extend({ conversationId: id })
const path = '/api/{region}/v2/agents/{agentId}/channels/{channelId}/templates'
/** `provider-refused`: Meta did, in its words. */
const refusals = { 'provider-refused': 422 } as const

export const templateEndpoints = defineEndpoints({
  'channels.templates': {
    summary: 'The templates of the business account of a WhatsApp channel, with the state of Meta’s review',
    method: 'GET',
    path,
    permission: 'channel.read',
    params: channelParams,
    ...wholeList(templateView),
    /** `refresh`: what Meta says now, instead of what it said within the last minute. */
    query: pageQuery.extend({ refresh: z.literal('1').optional() }),
    refusals,
  },
  'channels.createTemplate': {
    summary: 'Create a template of WhatsApp, which Meta then reviews',
    method: 'POST',
    path,
    permission: 'channel.manage',
    kind: 'command',
    params: channelParams,
    body: newTemplate,
    output: z.object({ templateId: z.string(), state: z.enum(templateStates) }),
    refusals,
  },
  'channels.deleteTemplate': {
    summary: 'Delete a template of WhatsApp in one language',
    method: 'DELETE',
    path: `${path}/{templateId}`,
    permission: 'channel.manage',
    kind: 'command',
    params: channelParams.extend({ templateId: id }),
    output: z.object({ success: z.literal(true) }),
    refusals,
  },
  'channels.templatesForContact': {
    summary:
      'The approved templates that can be sent to the contact of a conversation; none outside of WhatsApp',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/conversations/{conversationId}/templates',
    permission: 'conversation.answer',
    params: conversationParams,
    ...wholeList(templateView),
    refusals,
  },
  'channels.sendTemplate': {
    summary:
      'Send an approved template of WhatsApp to the contact of a conversation, also after the time for replies; takes the conversation over. The same id twice is one message',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/conversations/{conversationId}/templates',
    permission: 'conversation.answer',
    kind: 'command',
    params: conversationParams,
    body: z.object({ id, templateId: id, values: templateValues.default({}) }),
    output: z.object({ message: messageView }),
    /** `not-approved`: Meta has not approved the template, or it has parts that can’t be filled in here. */
    refusals: { ...refusals, 'not-approved': 409, deleted: 410 },
  },
})
