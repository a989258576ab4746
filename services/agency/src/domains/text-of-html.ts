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

/** The text of HTML, with its paragraphs and line breaks; addresses of links and everything else are left out. */
export function textOfHtml(html: string): string {
  let text = ''
  let within = 0
  const parser = new Parser({
    onopentag(name) {
      if (unread.has(name)) within++
      else if (name === 'br') text += '\n'
      else if (name === 'td' || name === 'th') text += ' '
      else if (blocks.has(name)) text += '\n'
    },
    ontext(piece) {
      if (within === 0) text += piece
    },
    onclosetag(name) {
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
