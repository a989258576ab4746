/** Writes the Markdown of a text as HTML. HTML in the text is shown and not interpreted. */
import { type MarkdownBlock, parseMarkdown } from './markdown.ts'
import type { Inline } from './markdown-inline.ts'

export function markdownHtml(text: string): string {
  return blocksHtml(parseMarkdown(text))
}

/** Without an element of its own for a text of a single paragraph, so that it stands in the element of whoever shows it. */
export function markdownHtmlInPlace(text: string): string {
  return itemHtml(parseMarkdown(text))
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)

function blocksHtml(blocks: MarkdownBlock[]): string {
  return blocks.map(blockHtml).join('')
}

function blockHtml(block: MarkdownBlock): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${inlineHtml(block.content)}</p>`
    case 'heading':
      return `<h${block.level}>${inlineHtml(block.content)}</h${block.level}>`
    case 'list': {
      const name = block.ordered ? 'ol' : 'ul'
      const start = block.ordered && block.start !== 1 ? ` start="${block.start}"` : ''
      const items = block.items.map((item) => `<li>${itemHtml(item)}</li>`)
      return `<${name}${start}>${items.join('')}</${name}>`
    }
    case 'quote':
      return `<blockquote>${blocksHtml(block.blocks)}</blockquote>`
    case 'code':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`
    case 'table':
      return `<table><thead>${rowHtml('th', block.head)}</thead><tbody>${block.rows.map((row) => rowHtml('td', row)).join('')}</tbody></table>`
    case 'rule':
      return '<hr>'
  }
}

/** A single paragraph needs no element of its own. */
function itemHtml(blocks: MarkdownBlock[]): string {
  const [first] = blocks
  return blocks.length === 1 && first?.type === 'paragraph' ? inlineHtml(first.content) : blocksHtml(blocks)
}

function rowHtml(name: 'th' | 'td', cells: Inline[][]): string {
  return `<tr>${cells.map((cell) => `<${name}>${inlineHtml(cell)}</${name}>`).join('')}</tr>`
}

function inlineHtml(content: Inline[]): string {
  return content
    .map((part) => {
      switch (part.type) {
        case 'text':
          return escapeHtml(part.text)
        case 'code':
          return `<code>${escapeHtml(part.text)}</code>`
        case 'break':
          return '<br>'
        case 'plain':
          return inlineHtml(part.content)
        case 'link':
          return `<a href="${escapeHtml(part.href)}">${inlineHtml(part.content)}</a>`
        default:
          return `<${part.type}>${inlineHtml(part.content)}</${part.type}>`
      }
    })
    .join('')
}
