/**
 * Finds words in sealed texts. No index of message text is stored: a search opens the texts, newest conversation first,
 * and its caller stops it when time is up.
 */
import type { Reader } from '@parley/kernel/reader.ts'
import { conversationMessagesProjection } from './conversation-messages.projection.ts'
import { type OpenedConversation, openMessages, wordsOf } from './conversation-views.ts'

const MOST_MESSAGES = 1_000
const AROUND = 60

export type Matcher = {
  /**
   * Returns the context of the words found; undefined if a word is missing; an empty text if the search was for an id.
   */
  match(opened: OpenedConversation): Promise<string | undefined>
}

/** All words must occur somewhere in the conversation, ignoring case and accents. */
export function matcherOf(reader: Reader, tenant: string, q: string): Matcher {
  const words = folded(q).split(/\s+/).filter(Boolean)
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
    const from = Math.max(0, place - AROUND)
    const to = Math.min(text.length, place + AROUND * 2)
    const excerpt = text.slice(from, to).replace(/\s+/g, ' ').trim()
    return `${from > 0 ? '…' : ''}${excerpt}${to < text.length ? '…' : ''}`
  }
}

/** Replaces letter by letter with the same length, so that positions in the folded text match those in the text. */
export function folded(text: string): string {
  return text.replace(/./gsu, (letter) => {
    const base = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    return base.length === letter.length ? base : letter
  })
}
