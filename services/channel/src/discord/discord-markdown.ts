/**
 * Turns the Markdown of a message into Discord's (discord.com/developers/docs, support article 210298617), in which what
 * is no formatting is escaped, so that nobody is mentioned and nothing is hidden or shown as what it is not. Pure.
 */
import { type MarkdownBlock, parseMarkdown } from '@parley/contracts/conversation/markdown.ts'
import type { Inline } from '@parley/contracts/conversation/markdown-inline.ts'

/** Parts two marks that would be read as one, and backticks that would end a block of code. It is not seen. */
const PARTING = '\u200B'
/** Discord has headings of three levels. */
const DEEPEST_HEADING = 3

/** A text as it is, without any formatting. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\\*_~`|<>[\]]/g, '\\$&')
    .replace(/^( *)([#+-])/gm, '$1\\$2')
    .replace(/^( *\d+)\.(?=\s|$)/gm, '$1\\.')
}

/** Returns what is sent, without white space around it. */
export function discordMarkdown(markdown: string): string {
  return blocks(parseMarkdown(markdown.toWellFormed())).trim()
}

/** A link whose words lead to an address; the address alone where the words look like another one. */
export function linkOf(words: string, href: string): string {
  // Discord shows neither what is no address of the web as a link, nor words that are an address.
  if (words.trim() === '' || words === href) return href
  if (/https?:|discord\.|www\./i.test(words)) return `${escaped(words)} ${href}`
  return `[${escaped(words).replaceAll('\n', ' ')}](${href.replaceAll('(', '%28').replaceAll(')', '%29')})`
}

function blocks(all: readonly MarkdownBlock[]): string {
  let text = ''
  for (const [nth, each] of all.entries()) {
    const isTight = each.type === 'list' && all[nth - 1]?.type === 'paragraph'
    if (nth > 0) text += isTight ? '\n' : '\n\n'
    text += block(each)
  }
  return text
}

function block(each: MarkdownBlock): string {
  switch (each.type) {
    case 'paragraph':
      return inlines(each.content)
    case 'heading': {
      const words = inlines(each.content).replaceAll('\n', ' ')
      if (words.trim() === '') return ''
      return each.level <= DEEPEST_HEADING ? `${'#'.repeat(each.level)} ${words}` : `**${words}**`
    }
    case 'code':
      return codeBlock(each.text, each.language)
    case 'quote':
      return blocks(each.blocks).replace(/^(?:> )?/gm, '> ')
    case 'rule':
      return '———'
    case 'list':
      return list(each)
    case 'table':
      return [each.head, ...each.rows].map((row) => row.map(inlines).join(' \\| ')).join('\n')
  }
}

function codeBlock(text: string, language: string): string {
  if (text.trim() === '') return ''
  const name = /^[\w+.#-]{1,30}$/.test(language) ? language : ''
  const kept = text.replaceAll('`', (tick, at: number) => (text[at + 1] === '`' ? `${tick}${PARTING}` : tick))
  return `\`\`\`${name}\n${kept}\n\`\`\``
}

function list({ items, ordered, start }: Extract<MarkdownBlock, { type: 'list' }>): string {
  return items
    .map((item, nth) => {
      const text = item.map(block).join('\n').replaceAll('\n', '\n  ')
      return `${ordered ? `${start + nth}.` : '-'} ${text}`
    })
    .join('\n')
}

function inlines(content: readonly Inline[]): string {
  let text = ''
  for (const node of content) {
    const next = inline(node)
    const meets = /[*~`]$/.test(text) && /^[*~`]/.test(next)
    text += meets ? `${PARTING}${next}` : next
  }
  return text
}

function inline(node: Inline): string {
  switch (node.type) {
    case 'text':
      return escaped(node.text)
    case 'break':
      return '\n'
    case 'plain':
      return inlines(node.content)
    case 'strong':
      return marked('**', node.content)
    case 'em':
      return marked('*', node.content)
    case 'del':
      return marked('~~', node.content)
    case 'code':
      return code(node.text)
    case 'link':
      return link(node)
  }
}

/** The mark stands next to the words: with a space between, it is none. */
function marked(mark: string, content: readonly Inline[]): string {
  const whole = inlines(content)
  const words = whole.trim()
  if (words === '') return whole
  const at = whole.indexOf(words)
  return `${whole.slice(0, at)}${mark}${words}${mark}${whole.slice(at + words.length)}`
}

function code(text: string): string {
  if (text.trim() === '') return text
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const inner = longest > 0 ? ` ${text} ` : text
  return `${fence}${inner}${fence}`
}

function link({ href, content }: Extract<Inline, { type: 'link' }>): string {
  const words = plainText(content)
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return inlines(content)
  return linkOf(words, href)
}

function plainText(content: readonly Inline[]): string {
  return content
    .map((node) => {
      if (node.type === 'text' || node.type === 'code') return node.text
      return node.type === 'break' ? ' ' : plainText(node.content)
    })
    .join('')
}
