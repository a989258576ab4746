/** The most frequent questions, and those that the agent could not answer. Their texts are opened on request. */
import type { TopQuestion, UnansweredQuestion } from '@parley/contracts/analytics/endpoints.ts'
import { ERASED } from '@parley/contracts/message.ts'
import {
  type AnalyzedMessage,
  analyticsMessagesProjection,
  messageKey,
} from './analytics-messages.projection.ts'
import { goneOf } from './behind.ts'
import { countUnanswered, type Measuring, within } from './measuring.ts'
import { textsOf } from './message-texts.ts'
import type { Times } from './quarters.ts'
import { groupQuestions } from './question-groups.ts'
import { saysSomething, withoutContacts } from './without-contacts.ts'

/** Opening a message takes about 20 µs. */
const MOST_READ = 2_000
const PAGE = 1_000

export async function topQuestions(
  place: Measuring,
  span: Times,
  most: number,
): Promise<{ items: TopQuestion[]; messages: number; truncated: boolean }> {
  const { reader, tenant, agentId } = place
  const asked: AnalyzedMessage[] = []
  let cursor: string | undefined
  do {
    const page = await reader.find(analyticsMessagesProjection, tenant, {
      index: 'byTime',
      where: { agentId, at: within(span) },
      order: 'desc',
      limit: PAGE,
      cursor,
    })
    asked.push(...page.items)
    cursor = page.next
  } while (cursor !== undefined && asked.length < MOST_READ)
  const questions = asked.filter(({ asksNothing }) => !asksNothing)
  const texts = await textsOf(place, questions)
  const groups = groupQuestions(
    questions.map(({ conversationId, messageId, at, grounded }, nth) => ({
      text: withoutContacts(texts[nth] ?? ERASED),
      conversationId,
      messageId,
      at,
      unanswered: grounded === false,
    })),
    most,
  )
  const items = groups.map(({ examples, ...group }) => ({
    ...group,
    examples: examples.map(({ text, conversationId, messageId, at }) => ({
      text,
      conversationId,
      messageId,
      at,
    })),
  }))
  return { items, messages: questions.length, truncated: cursor !== undefined }
}

export async function unansweredQuestions(
  place: Measuring,
  span: Times,
  options: { handled: boolean; limit?: number; cursor?: string },
): Promise<{ items: UnansweredQuestion[]; next?: string; totals: { open: number; handled: number } }> {
  const { reader, tenant, agentId } = place
  const { handled, limit, cursor } = options
  const [page, open, done] = await Promise.all([
    reader.find(analyticsMessagesProjection, tenant, {
      index: 'byHandled',
      where: { agentId, handled, repliedAt: within(span) },
      order: 'desc',
      limit,
      cursor,
    }),
    countUnanswered(place, span, false),
    countUnanswered(place, span, true),
  ])
  const items = await questionsIn(place, page.items)
  const totals = { open, handled: done }
  return page.next === undefined ? { items, totals } : { items, next: page.next, totals }
}

/** The questions of messages, without those whose conversation is gone. */
export async function questionsIn(
  place: Pick<Measuring, 'reader' | 'tenant'>,
  messages: readonly AnalyzedMessage[],
): Promise<UnansweredQuestion[]> {
  const gone = await goneOf(place, messages)
  const items: UnansweredQuestion[] = []
  for (const message of messages) {
    const text = gone.has(message.conversationId) ? '' : withoutContacts(await wordsOf(place, message))
    if (saysSomething(text)) items.push(shown(message, text))
  }
  return items
}

/** Returns the text of a message, with the earlier messages of its burst. */
async function wordsOf(
  place: Pick<Measuring, 'reader' | 'tenant'>,
  message: AnalyzedMessage,
): Promise<string> {
  const ids = (message.with ?? []).map((messageId) => messageKey(message.conversationId, messageId))
  const before = await place.reader.getMany(analyticsMessagesProjection, place.tenant, ids)
  const texts = await textsOf(place, [...before.filter((other) => other !== undefined), message])
  return texts.filter((text) => text !== ERASED).join('\n')
}

function shown(message: AnalyzedMessage, text: string): UnansweredQuestion {
  const { conversationId, messageId, channel, at, repliedAt, handled, sourceId } = message
  return {
    conversationId,
    messageId,
    text,
    at: repliedAt ?? at,
    channel,
    handled: handled === true,
    ...(sourceId === undefined ? {} : { sourceId }),
  }
}
