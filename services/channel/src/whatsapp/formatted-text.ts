/**
 * Turns the Markdown of a message into WhatsApp's own formatting (faq.whatsapp.com/539178204879377). Pure. WhatsApp has no
 * sign that takes a mark its meaning: where words would become bold that were not meant to be, an invisible character
 * stands between.
 */
import type { Inline } from '@parley/contracts/conversation/markdown-inline.ts'
import { type Marks, markdownText } from '@parley/contracts/conversation/markdown-text.ts'

/** Word joiner: it has no width, and no mark has a meaning beside it. */
const APART = '\u2060'
/** Marks that would mean something: a pair around words, at the edges of words. */
const PAIRED = /(?<![\p{L}\p{N}])([*_~`])(?=[^\s*_~`][^\n]{0,1000}?\1(?![\p{L}\p{N}]))/gu
/** At the beginning of a line. */
const LEADING = /^(?=(?:>|[-*] |\d+\. )\s?\S)/gm

const marks: Marks = {
  words: plain,
  code: (text) => (text.trim() === '' ? text : marked('`', text)),
  codeBlock: (text) => (text.trim() === '' ? '' : `\`\`\`${text.replaceAll('```', `\`\`${APART}\``)}\`\`\``),
  heading: (content, inlines) => marked('*', inlines(content.flatMap(withoutStrong))),
  strong: (text) => marked('*', text),
  em: (text) => marked('_', text),
  del: (text) => marked('~', text),
}

/** Returns the text in WhatsApp's formatting, without white space around it. */
export const formattedText = (markdown: string): string => markdownText(markdown, marks)

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
