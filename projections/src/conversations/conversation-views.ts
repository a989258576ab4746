/** Conversations and messages as the team sees them, with their sealed texts opened. */
import {
  type Block,
  type MessageView,
  messageContent,
  withTranscript,
} from '@parley/contracts/conversation/blocks.ts'
import { calledValues } from '@parley/contracts/conversation/called-values.ts'
import { namedTexts } from '@parley/contracts/conversation/named-texts.ts'
import type {
  ConversationListItem,
  NoteView,
  PendingApprovalView,
} from '@parley/contracts/conversation/reading-endpoints.ts'
import { memberName, readJson } from '@parley/contracts/message.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import type { ConversationMessage } from './conversation-messages.projection.ts'
import type { ConversationDocument } from './conversations.projection.ts'

export type Person = { externalId?: string; name?: string; email?: string; phone?: string; verified: boolean }

/** The opened content of a conversation's document. */
export type OpenedConversation = {
  document: ConversationDocument
  /** The blocks of the newest message. */
  last: Block[]
  /** The same as the visitor reads it, if that is another language. */
  lastTranslated: Block[] | undefined
  firstAsked: string | undefined
  lastAsked: string | undefined
  person: Person
  fields: Record<string, string>
  variables: Record<string, string>
  pageUrl: string | undefined
  pages: { url: string; at: string }[]
  notes: NoteView[]
  handoffNote: string | undefined
  approvals: PendingApprovalView[]
  feedbackComment: string | undefined
}

/** Opens the sealed texts of many documents in one call. */
export async function openConversations(
  reader: Pick<Reader, 'open'>,
  tenant: string,
  documents: readonly ConversationDocument[],
): Promise<OpenedConversation[]> {
  const sealed = documents.flatMap(sealedTexts)
  const opened = await reader.open(tenant, sealed)
  const readable = new Map(sealed.map((text, nth) => [text, opened[nth] ?? '']))
  return documents.map((document) => withTexts(document, (text) => readable.get(text) ?? text))
}

function sealedTexts(document: ConversationDocument): string[] {
  const { externalId, name, email, phone } = document.identity ?? {}
  const texts = [
    document.last?.said,
    document.last?.translated,
    document.firstAsked,
    document.lastAsked,
    document.pageUrl,
    document.handoffNote,
    ...(document.approvals ?? []).map(({ values }) => values),
    document.feedbackComment,
    externalId,
    name,
    email,
    phone,
    ...document.captured,
    ...document.variables,
    ...document.pages.map(({ url }) => url),
    ...document.notes.flatMap(({ text, displayName }) => [text, displayName]),
  ]
  return texts.filter((text) => text !== undefined)
}

function withTexts(document: ConversationDocument, open: (sealed: string) => string): OpenedConversation {
  const { externalId, name, email, phone, verified = false } = document.identity ?? {}
  const optional = (sealed: string | undefined) => (sealed === undefined ? undefined : open(sealed))
  const fields = merged(document.captured.map(open))
  const told = {
    externalId: optional(externalId),
    name: optional(name) ?? fields.name,
    email: optional(email) ?? fields.email,
    phone: optional(phone) ?? fields.phone,
  }
  const { last } = document
  const said = last === undefined ? '' : open(last.said)
  return {
    document,
    lastTranslated:
      last?.translated === undefined ? undefined : readJson(messageContent, open(last.translated)),
    last: last?.form === 'blocks' ? readJson(messageContent, said) : [{ type: 'text', text: said }],
    firstAsked: optional(document.firstAsked),
    lastAsked: optional(document.lastAsked),
    person: { ...told, verified },
    fields,
    variables: merged(document.variables.map(open)),
    pageUrl: optional(document.pageUrl),
    pages: document.pages.map(({ url, at }) => ({ url: open(url), at })),
    notes: document.notes.map(({ noteId, at, userId, displayName, text }) => ({
      noteId,
      at,
      userId,
      author: memberName(open(displayName)),
      text: open(text),
    })),
    handoffNote: optional(document.handoffNote),
    approvals: (document.approvals ?? []).map(({ values, ...approval }) => ({
      ...approval,
      values: readJson(calledValues, open(values)),
    })),
    feedbackComment: optional(document.feedbackComment),
  }
}

/** Merges names and texts; later ones replace earlier ones, and an empty text removes a name. */
function merged(jsons: readonly string[]): Record<string, string> {
  const all: Record<string, string> = {}
  for (const json of jsons) {
    for (const [name, text] of Object.entries(readJson(namedTexts, json))) {
      if (text === '') delete all[name]
      else all[name] = text
    }
  }
  return all
}

export function listItem(opened: OpenedConversation, match?: string): ConversationListItem {
  const { document, person } = opened
  const { conversationId, agentId, visitorId, channel, messages, startedAt, lastMessageAt } = document
  const { lastRole, failed, cost, status, owner, waitingSince, resolvedAt, tags, unread } = document
  const { country, lang, feedback } = document
  return withoutUndefined({
    conversationId,
    agentId,
    visitorId,
    visitorName: person.name ?? person.email ?? person.phone,
    channel,
    question: textPreview(opened.firstAsked),
    preview: previewOf(opened.last),
    visitorSaid: document.lastRole === 'visitor' ? undefined : textPreview(opened.lastAsked),
    match,
    messages,
    startedAt,
    lastMessageAt,
    lastRole,
    failed,
    cost,
    status,
    owner,
    waitingSince,
    pendingApprovals: opened.approvals.length || undefined,
    resolvedAt,
    assignee: document.assignee === '' ? undefined : document.assignee,
    tags,
    unread,
    country,
    lang,
    feedback,
    notes: document.notes.length,
  })
}

/** Adds addresses that are valid for a limited time to file blocks, which store only ids. */
export type WithAddresses = (
  tenant: string,
  conversationId: string,
  messages: readonly MessageView[],
) => MessageView[]

/** Returns messages with their texts opened. */
export async function openMessages(
  reader: Pick<Reader, 'open'>,
  tenant: string,
  messages: readonly ConversationMessage[],
): Promise<MessageView[]> {
  const sealed = messages.flatMap(
    ({ said, content, author, translation, reaction, edited, transcripts = [] }) => [
      ...[said, content ?? '', author ?? '', translation?.content ?? '', reaction ?? '', edited?.text ?? ''],
      ...(edited?.earlier ?? []),
      ...transcripts.map(({ text }) => text),
    ],
  )
  const opened = await reader.open(tenant, sealed)
  let next = 0
  return messages.map((message) => {
    const own = opened.slice(next, next + 6)
    const [said = '', content = '', author = '', translated = '', reaction = '', text = ''] = own
    const former = opened.slice(next + 6, next + 6 + (message.edited?.earlier.length ?? 0))
    next += 6 + former.length
    const { transcripts = [] } = message
    const spoken = opened.slice(next, next + transcripts.length)
    next += spoken.length
    const written = message.deleted
      ? []
      : heardIn(blocksOf(message, said, content, author), transcripts, spoken)
    const blocks: Block[] = message.edited
      ? [{ type: 'text', text }, ...written.filter(({ type }) => type !== 'text')]
      : written
    const { messageId: id, index, role, at, sources, failed, failure, stopped } = message
    const { feedback, translation, receivedAt, sequence, deliveryState, deliveryFailure, partsSent } = message
    return withoutUndefined({
      id,
      index,
      role,
      blocks,
      at,
      sources,
      failed,
      failure,
      stopped,
      receivedAt,
      sequence,
      deliveryState,
      deliveryFailure,
      partsSent,
      author: role === 'human' ? memberName(author) : undefined,
      feedback,
      outside: message.outside,
      reaction: reaction === '' ? undefined : reaction,
      edited: message.edited && { at: message.edited.at, earlier: [textIn(written), ...former] },
      deleted: message.deleted,
      translation: translation && { lang: translation.lang, blocks: readJson(messageContent, translated) },
    })
  })
}

/** Adds what is said in recordings; `spoken` are the opened texts of `transcripts`. */
function heardIn(
  blocks: Block[],
  transcripts: NonNullable<ConversationMessage['transcripts']>,
  spoken: readonly string[],
): Block[] {
  let heard = blocks
  for (const [nth, { fileId, text: _, ...about }] of transcripts.entries())
    heard = withTranscript(heard, fileId, { ...about, text: spoken[nth] ?? '' })
  return heard
}

const textIn = (blocks: readonly Block[]): string =>
  blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')

function blocksOf(message: ConversationMessage, said: string, content: string, author: string): Block[] {
  switch (message.form) {
    case 'blocks':
      return readJson(messageContent, said)
    case 'text': {
      const others = content === '' ? [] : readJson(messageContent, content)
      return said === '' && others.length > 0 ? others : [{ type: 'text', text: said }, ...others]
    }
    case 'ownership':
      return [
        {
          type: 'event',
          event: eventNames[said] ?? 'reopened',
          ...(author === '' ? {} : { name: memberName(author) }),
        },
      ]
  }
}

type EventName = Extract<Block, { type: 'event' }>['event']

const eventNames: Record<string, EventName> = {
  'handoff-requested': 'handoff-requested',
  'taken-over': 'human-joined',
  'handed-back': 'handed-back',
  'timed-out': 'timed-out',
  resolved: 'resolved',
  reopened: 'reopened',
}

const PREVIEW_LENGTH = 160

/**
 * Returns the beginning of the text without Markdown's syntax; for a message without text, a description of its
 * content. Characters that are not syntax stay: `john_smith@example.com`, `#123`, `5 > 3`.
 */
export function previewOf(blocks: readonly Block[]): string {
  const text = blocks.map(wordsOf).join('\n')
  const plain = withoutMarkdown(text)
  return plain.length > PREVIEW_LENGTH ? `${plain.slice(0, PREVIEW_LENGTH - 1).trimEnd()}…` : plain
}

/** Takes Markdown's syntax and repeated spaces out of a text. */
export function withoutMarkdown(text: string): string {
  return text
    .replace(/^(?:#{1,6}|>) /gm, '')
    .replace(/\*\*|`/g, '')
    .replace(/(?<=^|\s)[*_]+(?=[^\s*_])|(?<=^|\s)[*_]{2,}(?=\s|$)|(?<=[^\s*_])[*_]+(?=$|[\s.,;:!?)])/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function textPreview(text: string | undefined): string | undefined {
  return text === undefined ? undefined : previewOf([{ type: 'text', text }])
}

/** Returns the text of a block, as a search reads it. */
export function wordsOf(block: Block): string {
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
      return block.transcript?.text ? `${block.name}\n${block.transcript.text}` : block.name
    case 'form':
      return block.title ?? block.fields.map(({ label }) => label).join(', ')
    case 'form-answers':
      return Object.values(block.answers).join(', ')
    case 'event':
      return ''
  }
}
