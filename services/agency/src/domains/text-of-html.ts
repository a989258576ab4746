import { Parser } from 'htmlparser2'

const blocks = new Set([
  'p',
  'div',
  'li',
  'ul',
  'ol',
  'tr',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'pre',
  'blockquote',
])
const unread = new Set(['script', 'style', 'head', 'template', 'title'])

/**
 * The text of HTML, with its paragraphs and line breaks; everything else is left out, the addresses of links too unless
 * `addresses` asks for them: `our prices <https://shop.example/prices>`.
 */
export function textOfHtml(html: string, { addresses = false } = {}): string {
  /** Of the open links. */
  const opened: { href: string; from: number }[] = []
  let text = ''
  let within = 0
  const parser = new Parser({
    onopentag(name, { href = '' }) {
      if (name === 'a') opened.push({ href: href.trim(), from: text.length })
      if (unread.has(name)) within++
      else if (name === 'br') text += '\n'
      else if (name === 'td' || name === 'th') text += ' '
      else if (blocks.has(name)) text += '\n'
    },
    ontext(piece) {
      if (within === 0) text += piece
    },
    onclosetag(name) {
      const link = name === 'a' ? opened.pop() : undefined
      if (addresses && within === 0 && link) text += addressBehind(text.slice(link.from), link.href)
      if (unread.has(name)) within = Math.max(0, within - 1)
      else if (blocks.has(name)) text += '\n'
    },
  })
  parser.end(html)
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Nothing where the text of the link says it already, or it leads to no page and no mailbox. */
function addressBehind(said: string, href: string): string {
  if (!/^(https?:\/\/|mailto:)[^\s<>"]+$/i.test(href)) return ''
  const address = href.replace(/^mailto:/i, '')
  return said.trim() === address ? '' : ` <${address}>`
}
