/** The calls about templates of WhatsApp: listed, created, deleted, and sent by a person to a contact. */

import type { TemplateView } from '@parley/contracts/channel/template.ts'
import type { templateEndpoints } from '@parley/contracts/channel/template-endpoints.ts'
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { channel } from '../../channel.decider.ts'
import type { GraphApi, GraphFault } from '../../meta/graph-api.ts'
import { refusalOfFault } from '../../meta/results.ts'
import { createTemplate, deleteTemplate } from './meta-templates.ts'
import { templateBlock } from './sent-template.ts'
import type { Templates, TemplatesRead } from './templates.ts'

export type TemplateHandlersDeps = {
  handle: CommandHandler['handle']
  api: GraphApi
  templates: Templates
  /** The agent and the channel of a conversation, of which one of the website has none; undefined if it does not exist. */
  contactOf(
    tenant: string,
    conversationId: string,
  ): Promise<{ agentId: string; channelId?: string | undefined } | undefined>
  /** Adds what a person of the team says to a conversation, which they take over by it; the same id twice is one message. */
  replyAs(
    call: Pick<Call, 'principal' | 'tenant' | 'context'>,
    said: { agentId: string; conversationId: string; messageId: string; blocks: Block[] },
  ): Promise<{ ok: true; message: MessageView; position: number } | { ok: false; rejection: Rejection }>
}

const noChannel = refuse('not-found', 'This channel does not exist.')
const otherKind = refuse('invalid-input', 'Only numbers of WhatsApp have templates.')
const noConversation = refuse('not-found', 'This conversation does not exist.')
const notOnWhatsApp = refuse('invalid-input', 'Templates are sent on WhatsApp alone.')
const noTemplate = refuse('not-found', 'This template does not exist.')

export function templateHandlers(deps: TemplateHandlersDeps): Handlers<typeof templateEndpoints> {
  const { api, templates } = deps

  return {
    async 'channels.templates'({ tenant, params, query }) {
      const read = await templates.of(tenant, params, { refresh: query.refresh !== undefined })
      return read.ok ? reply({ items: read.templates }) : refusalOf(read)
    },

    async 'channels.createTemplate'(call) {
      const { tenant, params, body } = call
      const own = await templates.channelOf(tenant, params)
      if (!own.ok) return refusalOf(own)
      const created = await createTemplate(api, own.channel, body)
      if (created.ok) {
        const { templateId, state } = created
        const { name, language } = body
        const recorded = await record(call, { templateId, name, language, change: 'created', state })
        return recorded.ok ? reply({ templateId, state }, recorded.position) : recorded
      }
      // The answer of a first call may have been lost.
      const read = await templates.of(tenant, params, { refresh: true })
      const same = read.ok ? read.templates.find((one) => isSame(one, body)) : undefined
      return same ? reply({ templateId: same.templateId, state: same.state }) : refusalOf(created)
    },

    async 'channels.deleteTemplate'(call) {
      const { tenant, params } = call
      const { templateId } = params
      const read = await templates.of(tenant, params, { refresh: true })
      if (!read.ok) return refusalOf(read)
      const found = read.templates.find((one) => one.templateId === templateId)
      if (!found) return noTemplate
      const deleted = await deleteTemplate(api, read.channel, found)
      if (!deleted.ok) return refusalOf(deleted)
      const { name, language } = found
      const recorded = await record(call, { templateId, name, language, change: 'deleted' })
      return recorded.ok ? reply({ success: true } as const, recorded.position) : recorded
    },

    async 'channels.templatesForContact'({ tenant, params }) {
      const contact = await deps.contactOf(tenant, params.conversationId)
      if (contact?.agentId !== params.agentId) return noConversation
      const { channelId } = contact
      if (channelId === undefined) return reply({ items: [] })
      const read = await templates.of(tenant, { channelId, agentId: params.agentId })
      const hasNone = !read.ok && (read.kind === 'absent' || read.kind === 'other-kind')
      if (hasNone) return reply({ items: [] })
      if (!read.ok) return refusalOf(read)
      return reply({ items: read.templates.filter(({ sendable }) => sendable) })
    },

    async 'channels.sendTemplate'(call) {
      const { tenant, params, body } = call
      const contact = await deps.contactOf(tenant, params.conversationId)
      if (contact?.agentId !== params.agentId) return noConversation
      const { channelId } = contact
      if (channelId === undefined) return notOnWhatsApp
      const read = await templates.of(tenant, { channelId, agentId: params.agentId })
      if (!read.ok) return read.kind === 'other-kind' ? notOnWhatsApp : refusalOf(read)
      const found = read.templates.find(({ templateId }) => templateId === body.templateId)
      if (!found) return noTemplate
      if (!found.sendable)
        return refuse('not-approved', 'Only templates that Meta has approved can be sent.', 'templateId')
      const block = templateBlock(found, body.values)
      if (!block) return refuse('invalid-input', 'Please fill in all variables.', 'values')
      const said = { ...params, messageId: body.id, blocks: [block] }
      const replied = await deps.replyAs(call, said)
      return replied.ok ? reply({ message: replied.message }, replied.position) : replied
    },
  }

  function record(
    { context, params }: { context: CommandContext; params: { agentId: string; channelId: string } },
    template: {
      templateId: string
      name: string
      language: string
      change: 'created' | 'deleted'
      state?: TemplateView['state']
    },
  ) {
    const { agentId, channelId } = params
    return deps.handle(channel, channelId, { type: 'RecordTemplateChange', agentId, ...template }, context)
  }
}

function isSame(
  { name, language, category, body, header }: TemplateView,
  given: {
    name: string
    language: string
    category: string
    bodyText: string
    headerText?: string | undefined
  },
): boolean {
  const { bodyText, headerText } = given
  return (
    name === given.name &&
    language === given.language &&
    category === given.category &&
    body === bodyText &&
    header === headerText
  )
}

function refusalOf(fault: Extract<TemplatesRead, { ok: false }> | GraphFault) {
  switch (fault.kind) {
    case 'absent':
      return noChannel
    case 'other-kind':
      return otherKind
    default:
      return refusalOfFault(fault, 'Meta refused.')
  }
}
