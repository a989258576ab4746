/**
 * Turns the Markdown of a message into a text with entities, the form in which Telegram takes formatting without any
 * markup that could be wrong (core.telegram.org/bots/api#messageentity). Pure.
 */
import { type MarkdownBlock, parseMarkdown } from '@parley/contracts/conversation/markdown.ts'
import type { Inline } from '@parley/contracts/conversation/markdown-inline.ts'

export type Entity =
  | { type: 'bold' | 'italic' | 'strikethrough' | 'code' | 'blockquote'; offset: number; length: number }
  | { type: 'pre'; offset: number; length: number; language?: string }
  | { type: 'text_link'; offset: number; length: number; url: string }

/** Offsets and lengths count UTF-16 code units, as Telegram does. */
export type FormattedText = { text: string; entities: Entity[] }

/** Telegram takes at most so many entities of a message; what is beyond stays plain. */
const MOST_ENTITIES = 100

type Format = { [E in Entity as E['type']]: Omit<E, 'offset' | 'length'> }[Entity['type']]

/** Returns the text as it is shown, without white space around it. */
export function formattedText(markdown: string): FormattedText {
  const entities: Entity[] = []
  let text = ''

  blocks(parseMarkdown(markdown.toWellFormed()), '')
  return trimmed({ text, entities })

  function blocks(all: readonly MarkdownBlock[], indent: string): void {
    for (const [nth, each] of all.entries()) {
      if (nth > 0) text += isTight(all[nth - 1], each) ? '\n' : '\n\n'
      block(each, indent)
    }
  }

  function block(each: MarkdownBlock, indent: string): void {
    switch (each.type) {
      case 'paragraph':
        inlines(each.content)
        break
      case 'heading':
        within({ type: 'bold' }, () => inlines(each.content))
        break
      case 'code':
        within({ type: 'pre', ...(each.language === '' ? {} : { language: each.language }) }, () => {
          text += each.text
        })
        break
      case 'quote':
        within({ type: 'blockquote' }, () => blocks(each.blocks, indent))
        break
      case 'rule':
        text += '———'
        return
      case 'list':
        list(each, indent)
        break
      case 'table':
        ;[each.head, ...each.rows].forEach((row, nth) => {
          if (nth > 0) text += '\n'
          for (const [column, cell] of row.entries()) {
            if (column > 0) text += ' | '
            inlines(cell)
          }
        })
        break
    }
  }

  function list({ items, ordered, start }: Extract<MarkdownBlock, { type: 'list' }>, indent: string): void {
    for (const [nth, item] of items.entries()) {
      if (nth > 0) text += '\n'
      text += ordered ? `${indent}${start + nth}. ` : `${indent}• `
      for (const [part, each] of item.entries()) {
        if (part > 0) text += '\n'
        block(each, `${indent}  `)
      }
    }
  }

  function inlines(content: readonly Inline[]): void {
    for (const node of content) inline(node)
  }

  function inline(node: Inline): void {
    switch (node.type) {
      case 'text':
        text += node.text
        return
      case 'break':
        text += '\n'
        return
      case 'plain':
        inlines(node.content)
        break
      case 'strong':
        within({ type: 'bold' }, () => inlines(node.content))
        break
      case 'em':
        within({ type: 'italic' }, () => inlines(node.content))
        break
      case 'del':
        within({ type: 'strikethrough' }, () => inlines(node.content))
        break
      case 'code':
        within({ type: 'code' }, () => {
          text += node.text
        })
        break
      case 'link':
        link(node)
        break
    }
  }

  function link({ href, content }: Extract<Inline, { type: 'link' }>): void {
    // Telegram finds addresses that stand in the text by itself, and opens no others than these.
    const plain = plainText(content)
    if (plain === href || plain.trim() === '') {
      text += href
      return
    }
    if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) {
      inlines(content)
      return
    }
    within({ type: 'text_link', url: href }, () => inlines(content))
  }

  /** Has what is written as an entity; outer ones come before those within. */
  function within(format: Format, write: () => void): void {
    const place = entities.length
    const offset = text.length
    write()
    const length = text.length - offset
    if (length === 0 || text.slice(offset).trim() === '') return
    entities.splice(place, 0, { ...format, offset, length })
  }
}

function isTight(former: MarkdownBlock | undefined, next: MarkdownBlock): boolean {
  return next.type === 'list' && former?.type === 'paragraph'
}

function plainText(content: readonly Inline[]): string {
  return content
    .map((node) => {
      if (node.type === 'text' || node.type === 'code') return node.text
      return node.type === 'break' ? '\n' : plainText(node.content)
    })
    .join('')
}

/** Telegram removes white space around a text, so that entities have to be within what is left. */
function trimmed({ text, entities }: FormattedText): FormattedText {
  const start = text.length - text.trimStart().length
  const end = text.trimEnd().length
  const kept = entities.flatMap((entity) => {
    const offset = Math.max(entity.offset - start, 0)
    const last = Math.min(entity.offset + entity.length, end) - start
    return last > offset ? [{ ...entity, offset, length: last - offset }] : []
  })
  return { text: text.trim(), entities: withoutImpossible(kept).slice(0, MOST_ENTITIES) }
}

/** Telegram allows neither an entity within code or a preformatted text, nor one within another of its own type. */
function withoutImpossible(entities: readonly Entity[]): Entity[] {
  const kept: Entity[] = []
  // Outer entities come before what they hold, so that those still open are at the end of the list.
  const open: Entity[] = []
  for (const entity of entities) {
    while (open.length > 0 && endOf(open.at(-1)!) <= entity.offset) open.pop()
    const isPossible = open.every(
      ({ type }) => type !== 'code' && type !== 'pre' && type !== entity.type && type !== 'text_link',
    )
    const isCode = entity.type === 'code' || entity.type === 'pre'
    const isAlone = !isCode || open.every(({ type }) => type === 'blockquote')
    if (!isPossible || !isAlone) continue
    kept.push(entity)
    open.push(entity)
  }
  return kept
}

const endOf = ({ offset, length }: Entity) => offset + length
