/**
 * Finds words in sealed texts. No index of message text is stored: a search opens the texts, newest conversation first,
 * and its caller stops it when time is up.
 */
import { folded, wordsIn } from '@parley/contracts/conversation/folded.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { conversationMessagesProjection } from './conversation-messages.projection.ts'
import { type OpenedConversation, openMessages, withoutMarkdown, wordsOf } from './conversation-views.ts'

const MOST_MESSAGES = 1_000
const EXCERPT = 160

export type Matcher = {
  /**
   * Returns the text from the first word found on; undefined if a word is missing; an empty text if the search was for an id.
   */
  match(opened: OpenedConversation): Promise<string | undefined>
}

/** All words must occur somewhere in the conversation, ignoring case and accents. */
export function matcherOf(reader: Reader, tenant: string, q: string): Matcher {
  const words = wordsIn(q)
  return {
    async match(opened) {
      const { conversationId, visitorId } = opened.document
      if (q === conversationId || q === visitorId) return ''
      const about = [
        ...Object.values(opened.person).filter((text) => typeof text === 'string'),
        ...Object.values(opened.fields),
        ...Object.values(opened.variables),
        ...opened.notes.map(({ text }) => text),
        ...opened.document.tags,
        opened.pageUrl ?? '',
        opened.handoffNote ?? '',
      ]
      const texts = [...(await said(conversationId)), ...about]
      const foldedTexts = texts.map(folded)
      if (!words.every((word) => foldedTexts.some((text) => text.includes(word)))) return undefined
      const best = mostWords(foldedTexts)
      return around(texts[best] ?? '', foldedTexts[best] ?? '')
    },
  }

  /** Returns message texts, newest first. */
  async function said(conversationId: string): Promise<string[]> {
    const page = await reader.find(conversationMessagesProjection, tenant, {
      index: 'byConversation',
      where: { conversationId },
      order: 'desc',
      limit: MOST_MESSAGES,
    })
    const messages = await openMessages(reader, tenant, page.items)
    return messages.map(({ blocks }) => blocks.map(wordsOf).join(' '))
  }

  function mostWords(texts: string[]): number {
    const counts = texts.map((text) => words.filter((word) => text.includes(word)).length)
    return counts.indexOf(Math.max(...counts))
  }

  function around(text: string, foldedText: string): string {
    const places = words.map((word) => foldedText.indexOf(word)).filter((place) => place >= 0)
    const place = Math.min(...places)
    if (!Number.isFinite(place)) return ''
    // The word in which it was found, if that is a word and not a whole line without spaces.
    const inWord = /[\p{L}\p{N}]{0,20}$/u.exec(text.slice(0, place))?.[0].length ?? 0
    const from = place - inWord
    const to = Math.min(text.length, from + EXCERPT)
    const excerpt = withoutMarkdown(text.slice(from, to))
    return `${from > 0 ? '…' : ''}${excerpt}${to < text.length ? '…' : ''}`
  }
}
