/** What is asked about the conversations of an agent. */
import { type Block, blockSchema, type MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationListItem, conversationEndpoints } from '@parley/contracts/conversation/endpoints.ts'
import { refuse } from '@parley/kernel/decider.ts'
import { type Handlers, reply } from '@parley/kernel/handler.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import {
  type ConversationMessage,
  conversationMessagesProjection,
} from './conversation-messages.projection.ts'
import { type ConversationDocument, conversationsProjection } from './conversations.projection.ts'

const PREVIEW_LENGTH = 160
const PAGE = 1_000

type Queries = Pick<Handlers<typeof conversationEndpoints>, 'conversations.list' | 'conversations.get'>

export function conversationQueries({ reader }: { reader: Reader }): Queries {
  return {
    async 'conversations.list'(call) {
      const { tenant } = call
      const { agentId } = call.params
      const { channel, cursor, limit } = call.query
      const page = await reader.find(conversationsProjection, tenant, {
        ...(channel === undefined
          ? { index: 'byAgent', where: { agentId, listed: true } }
          : { index: 'byChannel', where: { agentId, channel } }),
        order: 'desc',
        limit,
        cursor,
      })
      const said = await reader.open(
        tenant,
        page.items.map((item) => item.last?.said ?? ''),
      )
      const items = page.items.map((item, nth) => listItem(item, said[nth] ?? ''))
      return reply(page.next === undefined ? { items } : { items, next: page.next })
    },

    async 'conversations.get'(call) {
      const { tenant } = call
      const { agentId, conversationId } = call.params
      const found = await reader.get(conversationsProjection, tenant, conversationId)
      if (!found || found.agentId !== agentId) return refuse('not-found', 'This conversation does not exist.')
      const messages = await messagesOf(reader, tenant, conversationId)
      const [preview = '', pageUrl = '', ...said] = await reader.open(tenant, [
        found.last?.said ?? '',
        found.pageUrl ?? '',
        ...messages.map((message) => message.said),
      ])
      const { visitorId, lang, browser, platform } = found
      return reply({
        ...listItem(found, preview),
        visitorId,
        lang,
        browser,
        platform,
        pageUrl: found.pageUrl === undefined ? undefined : pageUrl,
        transcript: messages.map((message, nth) => messageView(message, said[nth] ?? '')),
      })
    },
  }
}

async function messagesOf(
  reader: Reader,
  tenant: string,
  conversationId: string,
): Promise<ConversationMessage[]> {
  const messages: ConversationMessage[] = []
  let cursor: string | undefined
  do {
    const page = await reader.find(conversationMessagesProjection, tenant, {
      index: 'byConversation',
      where: { conversationId },
      limit: PAGE,
      cursor,
    })
    messages.push(...page.items)
    cursor = page.next
  } while (cursor !== undefined)
  return messages
}

function listItem(document: ConversationDocument, said: string): ConversationListItem {
  const { conversationId, agentId, channel, messages, startedAt, lastMessageAt, lastRole, failed, cost } =
    document
  const preview = previewOf(
    document.last?.form === 'blocks' ? blocksIn(said) : [{ type: 'text', text: said }],
  )
  return {
    conversationId,
    agentId,
    channel,
    preview,
    messages,
    startedAt,
    lastMessageAt,
    lastRole,
    failed,
    cost,
  }
}

function messageView(message: ConversationMessage, said: string): MessageView {
  const { messageId: id, index, role, at, sources, failed } = message
  const blocks: Block[] = message.form === 'blocks' ? blocksIn(said) : [{ type: 'text', text: said }]
  return { id, index, role, blocks, at, ...(sources ? { sources } : {}), ...(failed ? { failed } : {}) }
}

/** What an erased or damaged text reads is shown as it is. */
function blocksIn(content: string): Block[] {
  try {
    const parsed = blockSchema.array().safeParse(JSON.parse(content))
    if (parsed.success) return parsed.data
  } catch {}
  return [{ type: 'text', text: content }]
}

/** The first words, without Markdown's signs; of a message without words, what it shows. */
function previewOf(blocks: Block[]): string {
  const text = blocks.map(wordsOf).join(' ')
  const plain = text
    .replace(/[*_`#>]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.length > PREVIEW_LENGTH ? `${plain.slice(0, PREVIEW_LENGTH - 1).trimEnd()}…` : plain
}

function wordsOf(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'buttons':
      return block.buttons.map(({ label }) => `[${label}]`).join(' ')
    case 'carousel':
      return block.cards.map(({ title }) => title).join(', ')
    case 'image':
      return block.alt ?? ''
    case 'video':
      return block.title ?? ''
    case 'file':
      return block.name
    case 'form':
      return block.title ?? block.fields.map(({ label }) => label).join(', ')
    case 'form-answers':
      return Object.values(block.answers).join(', ')
    case 'event':
      return ''
  }
}
