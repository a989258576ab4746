/** Exports conversations as files. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { CSV_START, csvLine } from '../csv/csv.ts'
import type { Looked } from './conversation-scan.ts'
import { listItem, type OpenedConversation, previewOf, wordsOf } from './conversation-views.ts'

const columns = [
  'conversationId',
  'channel',
  'status',
  'owner',
  'assignee',
  'tags',
  'unread',
  'visitorId',
  'name',
  'email',
  'phone',
  'fields',
  'country',
  'language',
  'browser',
  'page',
  'startedAt',
  'lastMessageAt',
  'resolvedAt',
  'messages',
  'visitorMessages',
  'humanReplies',
  'handoffs',
  'unanswered',
  'feedback',
  'credits',
  'lastMessage',
] as const

export async function* conversationCsv(
  conversations: AsyncIterable<Looked>,
  withCosts: boolean,
): AsyncGenerator<string> {
  const shown = columns.map((name) => withCosts || name !== 'credits')
  const line = (cells: readonly (string | number | boolean | undefined)[]) =>
    csvLine(cells.filter((_, nth) => shown[nth]))
  yield CSV_START + line(columns)
  for await (const { found } of conversations) if (found) yield line(cellsOf(found.opened))
}

function cellsOf(opened: OpenedConversation): (string | number | boolean | undefined)[] {
  const { document, person, fields } = opened
  return [
    document.conversationId,
    document.channel,
    document.status,
    document.owner,
    document.assignee,
    document.tags.join(', '),
    document.unread,
    document.visitorId,
    person.name,
    person.email,
    person.phone,
    Object.entries(fields)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
    document.country,
    document.lang,
    document.browser,
    opened.pageUrl,
    document.startedAt,
    document.lastMessageAt,
    document.resolvedAt,
    document.messages,
    document.visitorMessages,
    document.humanReplies,
    document.handoffs,
    document.unanswered,
    document.feedback,
    document.cost,
    previewOf(opened.last),
  ]
}

export async function* conversationFile(
  opened: OpenedConversation,
  messages: AsyncIterable<MessageView>,
  format: 'json' | 'text',
): AsyncGenerator<string> {
  if (format === 'json') yield* asJson(opened, messages)
  else yield* asText(opened, messages)
}

async function* asJson(
  opened: OpenedConversation,
  messages: AsyncIterable<MessageView>,
): AsyncGenerator<string> {
  const { document, person, fields, variables, pages, notes, feedbackComment } = opened
  const { browser, platform, agentVersion } = document
  const { notes: _, preview: __, unread: ___, ...facts } = listItem(opened)
  const about = {
    ...facts,
    browser,
    platform,
    agentVersion,
    feedbackComment,
    visitor: { ...person, fields, variables, pages },
    notes,
  }
  yield `${JSON.stringify(about, null, 2).slice(0, -2)},\n  "messages": [`
  let first = true
  for await (const message of messages) {
    yield `${first ? '' : ','}\n    ${JSON.stringify(message)}`
    first = false
  }
  yield `${first ? '' : '\n  '}]\n}\n`
}

async function* asText(
  opened: OpenedConversation,
  messages: AsyncIterable<MessageView>,
): AsyncGenerator<string> {
  const { document, person, fields, notes } = opened
  const facts = [
    ['Conversation', document.conversationId],
    ['Started', document.startedAt],
    ['Status', document.status],
    ['Visitor', [person.name, person.email, person.phone].filter(Boolean).join(', ')],
    ...Object.entries(fields),
    ['Page', opened.pageUrl ?? ''],
    ['Tags', document.tags.join(', ')],
  ]
  yield `${facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n`
  for await (const message of messages) yield `\n[${message.at}] ${speakerOf(message)}\n${textOf(message)}\n`
  for (const note of notes) yield `\n[${note.at}] Note by ${note.author}\n${note.text}\n`
}

function speakerOf(message: MessageView): string {
  const speakers = { visitor: 'Visitor', agent: 'Agent', human: message.author ?? 'Team', system: 'Notice' }
  return speakers[message.role]
}

function textOf(message: MessageView): string {
  if (message.deleted) return '[deleted]'
  return message.blocks
    .map((block) =>
      block.type === 'event' ? [block.event, block.name].filter(Boolean).join(' by ') : wordsOf(block),
    )
    .filter((text) => text !== '')
    .join('\n')
}
