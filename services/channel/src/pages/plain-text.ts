/** Turns the Markdown of a message into words without marks: Messenger and Instagram have no formatting. Pure. */
import { type MarkdownBlock, parseMarkdown } from '@parley/contracts/conversation/markdown.ts'
import type { Inline } from '@parley/contracts/conversation/markdown-inline.ts'

/** Returns the words, without white space around them. */
export function plainText(markdown: string): string {
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
    case 'heading':
      return inlines(each.content)
    case 'code':
      return each.text
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
    case 'code':
      return node.text
    case 'break':
      return '\n'
    case 'plain':
    case 'strong':
    case 'em':
    case 'del':
      return inlines(node.content)
    case 'link':
      return link(node)
  }
}

/** Both open addresses that stand in the text alone. */
function link({ href, content }: Extract<Inline, { type: 'link' }>): string {
  const shown = inlines(content)
  const words = shown.trim()
  if (words === '' || words === href) return href
  if (!/^https?:\/\//i.test(href)) return shown
  return `${shown} (${href})`
}
