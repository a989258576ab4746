/**
 * Finds words in sealed texts. There is no index of what was said on any disk: a search opens the texts, newest
 * conversation first, and its caller stops it when time is up.
 */
import type { Reader } from '@parley/kernel/reader.ts'
import { conversationMessagesProjection } from './conversation-messages.projection.ts'
import { type OpenedConversation, openMessages, wordsOf } from './conversation-views.ts'

const MOST_MESSAGES = 1_000
const AROUND = 60

export type Matcher = {
  /** The words around what was found; undefined where a word is missing. An empty text where an id was asked for. */
  match(opened: OpenedConversation): Promise<string | undefined>
}

/** All words must occur somewhere in the conversation, in any case and with or without accents. */
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

  /** Newest first. */
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

/** Letter by letter of the same length, so that places in the folded text are places in the text. */
export function folded(text: string): string {
  return text.replace(/./gsu, (letter) => {
    const base = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    return base.length === letter.length ? base : letter
  })
}
