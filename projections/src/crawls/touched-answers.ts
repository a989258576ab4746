/** What a changed page of a website touches: answers that cite it, and tests that expect it to be cited. */

import type { CitingAnswerView } from '@parley/contracts/knowledge/crawl-endpoints.ts'
import { daysOfAnswers } from '@parley/contracts/knowledge/crawl-names.ts'
import { ERASED } from '@parley/contracts/message.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import {
  type ConversationMessage,
  conversationMessagesProjection,
} from '../conversations/conversation-messages.projection.ts'
import { openMessages, previewOf } from '../conversations/conversation-views.ts'
import { casesOf } from '../test-cases/test-cases.queries.ts'
import type { ChangedPage } from './crawl-changes.projection.ts'

const MOST_ANSWERS = 20
const MOST_TESTS = 20
/** Answers with sources that are looked through at most. */
const MOST_LOOKED_THROUGH = 2_000
const READ_AT_ONCE = 200
const DAY_MS = 86_400_000

type Of = { reader: Reader; tenant: string; agentId: string; pages: readonly ChangedPage[] }

/** Returns the newest answers of an agent that cite one of these pages of a source. */
export async function answersCiting({
  reader,
  tenant,
  agentId,
  sourceId,
  pages,
  now = Date.now(),
}: Of & { sourceId: string; now?: number }): Promise<{ items: CitingAnswerView[]; backTo?: string }> {
  if (pages.length === 0) return { items: [] }
  const byAddress = new Map(pages.map((page) => [page.url, page]))
  const from = new Date(now - daysOfAnswers * DAY_MS).toISOString()
  const found: { message: ConversationMessage; cited: ChangedPage[] }[] = []
  let looked = 0
  let backTo: string | undefined
  let cursor: string | undefined
  do {
    const page = await reader.find(conversationMessagesProjection, tenant, {
      index: 'byCited',
      where: { citedBy: agentId, at: { gte: from } },
      order: 'desc',
      limit: READ_AT_ONCE,
      cursor,
    })
    for (const message of page.items) {
      const cited = (message.sources ?? []).flatMap((source) =>
        source.sourceId === sourceId ? (byAddress.get(source.url ?? '') ?? []) : [],
      )
      if (cited.length > 0 && found.length < MOST_ANSWERS) found.push({ message, cited: [...new Set(cited)] })
    }
    looked += page.items.length
    cursor = page.next
    if (cursor !== undefined && (looked >= MOST_LOOKED_THROUGH || found.length >= MOST_ANSWERS)) {
      backTo = page.items.at(-1)?.at
      cursor = undefined
    }
  } while (cursor !== undefined)

  const opened = await openMessages(
    reader,
    tenant,
    found.map(({ message }) => message),
  )
  const items = found.map(({ message, cited }, nth): CitingAnswerView => {
    const text = previewOf(opened[nth]?.blocks ?? [])
    return {
      conversationId: message.conversationId,
      messageId: message.messageId,
      at: message.at,
      ...(text === '' || text === ERASED ? {} : { text }),
      pages: cited.map(({ pageId, title, url }) => ({ pageId, title: title || url })),
    }
  })
  return backTo === undefined ? { items } : { items, backTo }
}

/** Returns the tests of an agent that expect a source with this name, or one of these pages, to be cited. */
export async function testsExpecting({ reader, tenant, agentId, pages, name }: Of & { name: string }) {
  if (pages.length === 0) return []
  const texts = [name, ...pages.map(({ url }) => url)].map((text) => text.toLowerCase())
  const items: { caseId: string; name: string; source: string }[] = []
  for (const { caseId, testCase } of await casesOf(reader, tenant, agentId)) {
    const source = testCase?.lines
      .flatMap(({ expects }) => expects.source ?? [])
      .find((phrase) => phrase.split('|').some((part) => isIn(part, texts)))
    if (!testCase || source === undefined) continue
    items.push({ caseId, name: testCase.name || (testCase.lines[0]?.says ?? ''), source })
    if (items.length === MOST_TESTS) break
  }
  return items
}

function isIn(part: string, texts: readonly string[]): boolean {
  const phrase = part.trim().toLowerCase()
  return phrase !== '' && texts.some((text) => text.includes(phrase))
}
