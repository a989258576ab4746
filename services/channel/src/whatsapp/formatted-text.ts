/**
 * Turns the Markdown of a message into WhatsApp's own formatting (faq.whatsapp.com/539178204879377). Pure. WhatsApp has no
 * sign that takes a mark its meaning: where words would become bold that were not meant to be, an invisible character
 * stands between.
 */
import { type MarkdownBlock, parseMarkdown } from '@parley/contracts/conversation/markdown.ts'
import type { Inline } from '@parley/contracts/conversation/markdown-inline.ts'

/** Word joiner: it has no width, and no mark has a meaning beside it. */
const APART = '\u2060'
/** Marks that would mean something: a pair around words, at the edges of words. */
const PAIRED = /(?<![\p{L}\p{N}])([*_~`])(?=[^\s*_~`][^\n]{0,1000}?\1(?![\p{L}\p{N}]))/gu
/** At the beginning of a line. */
const LEADING = /^(?=(?:>|[-*] |\d+\. )\s?\S)/gm

/** Returns the text in WhatsApp's formatting, without white space around it. */
export function formattedText(markdown: string): string {
  return blocks(parseMarkdown(markdown.toWellFormed().replaceAll('\0', '')), '').trim()
}

function blocks(all: readonly MarkdownBlock[], indent: string): string {
  let text = ''
  for (const [nth, each] of all.entries()) {
    if (nth > 0) text += each.type === 'list' && all[nth - 1]?.type === 'paragraph' ? '\n' : '\n\n'
    text += block(each, indent)
  }
  return text
}

function block(each: MarkdownBlock, indent: string): string {
  switch (each.type) {
    case 'paragraph':
      return inlines(each.content)
    case 'heading':
      return marked('*', inlines(each.content.flatMap(withoutStrong)))
    case 'code':
      return each.text.trim() === '' ? '' : `\`\`\`${each.text.replaceAll('```', `\`\`${APART}\``)}\`\`\``
    case 'quote':
      return blocks(each.blocks, indent).replace(/^/gm, '> ')
    case 'rule':
      return '———'
    case 'list':
      return each.items
        .map((item, nth) => {
          const sign = each.ordered ? `${each.start + nth}. ` : '• '
          return `${indent}${sign}${item.map((part) => block(part, `${indent}  `)).join('\n')}`
        })
        .join('\n')
    case 'table':
      return [each.head, ...each.rows].map((row) => row.map(inlines).join(' | ')).join('\n')
  }
}

function inlines(content: readonly Inline[]): string {
  return content.map(inline).join('')
}

function inline(node: Inline): string {
  switch (node.type) {
    case 'text':
      return plain(node.text)
    case 'break':
      return '\n'
    case 'plain':
      return inlines(node.content)
    case 'strong':
      return marked('*', inlines(node.content))
    case 'em':
      return marked('_', inlines(node.content))
    case 'del':
      return marked('~', inlines(node.content))
    case 'code':
      return node.text.trim() === '' ? node.text : marked('`', node.text)
    case 'link':
      return link(node)
  }
}

/** WhatsApp opens addresses that stand in the text alone. */
function link({ href, content }: Extract<Inline, { type: 'link' }>): string {
  const shown = inlines(content)
  const words = shown.trim()
  if (words === '' || words === href || words === plain(href)) return href
  if (!/^https?:\/\//i.test(href)) return shown
  return `${shown} (${href})`
}

/** Each line has marks of its own, around its words: they mean nothing beside white space or over several lines. */
export function marked(mark: string, text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const words = line.trim()
      if (words === '' || words.startsWith(mark) || words.endsWith(mark)) return line
      return line.replace(words, () => `${mark}${words}${mark}`)
    })
    .join('\n')
}

function withoutStrong(node: Inline): Inline[] {
  return node.type === 'strong' ? node.content.flatMap(withoutStrong) : [node]
}

/** Words as they are, whatever marks they hold; addresses stay as they are anyway. */
export function plain(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/g)
    .map((part, nth) => (nth % 2 === 1 ? part : part.replace(PAIRED, `$1${APART}`).replace(LEADING, APART)))
    .join('')
}
