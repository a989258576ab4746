/** Turns the Markdown of a message into the text of a channel or a mail, with its own marks or none. Pure. */
import { type MarkdownBlock, parseMarkdown } from './markdown.ts'
import type { Inline } from './markdown-inline.ts'

export type Marks = {
  /** Words as they are, whatever marks they hold. */
  words(text: string): string
  /** Code within a line, and of its own. */
  code(text: string): string
  codeBlock(text: string): string
  heading(content: readonly Inline[], inlines: (content: readonly Inline[]) => string): string
  strong(text: string): string
  em(text: string): string
  del(text: string): string
}

const same = (text: string) => text
const none: Marks = {
  ...{ words: same, code: same, codeBlock: same, strong: same, em: same, del: same },
  heading: (content, inlines) => inlines(content),
}

/** Returns the words without marks, and without white space around them. */
export const plainText = (markdown: string): string => markdownText(markdown, none)

/** Returns the text without white space around it. Addresses stand in it: channels open no others. */
export function markdownText(markdown: string, marks: Marks): string {
  return blocks(parseMarkdown(markdown.toWellFormed().replaceAll('\0', '')), '').trim()

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
        return marks.heading(each.content, inlines)
      case 'code':
        return marks.codeBlock(each.text)
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
        return marks.words(node.text)
      case 'break':
        return '\n'
      case 'plain':
        return inlines(node.content)
      case 'strong':
        return marks.strong(inlines(node.content))
      case 'em':
        return marks.em(inlines(node.content))
      case 'del':
        return marks.del(inlines(node.content))
      case 'code':
        return marks.code(node.text)
      case 'link':
        return link(node)
    }
  }

  function link({ href, content }: Extract<Inline, { type: 'link' }>): string {
    const shown = inlines(content)
    const words = shown.trim()
    if (words === '' || words === href || words === marks.words(href)) return href
    if (!/^https?:\/\//i.test(href)) return shown
    return `${shown} (${href})`
  }
}
