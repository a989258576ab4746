/**
 * The main text of a web page as plain Markdown: `main` or `article` where a page has them, without navigation,
 * scripts, forms and what is hidden. Reads the page as a stream, without building a tree.
 */
import { Parser } from 'htmlparser2'
import { UnreadableFile } from './unreadable-file.ts'

/** Browsers stop at 512; beyond some thousands the parser's own bookkeeping becomes slow. */
const DEEPEST_NESTING = 5_000

const IGNORED = new Set(
  'script style noscript template svg math canvas iframe object embed nav footer aside form button select option textarea dialog head'.split(
    ' ',
  ),
)
const BLOCKS = new Set(
  'p div section article main header address blockquote pre ul ol dl dt dd table figure figcaption details summary fieldset hr tr li h1 h2 h3 h4 h5 h6 caption tbody thead body'.split(
    ' ',
  ),
)
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

type Collected = { lines: string[]; length: number }

export function extractHtml(html: string): string {
  const everything: Collected = { lines: [], length: 0 }
  const main: Collected = { lines: [], length: 0 }
  let line: string[] = []
  let prefix = ''
  let heading = 0
  let title = ''
  let inTitle = false
  let cells = 0
  let mainDepth = 0
  /** What was opened and not closed: whether it is ignored, and whether it is a main part. */
  const open: { name: string; ignored: boolean; main: boolean }[] = []
  let ignored = 0

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'title') inTitle = open.every((tag) => tag.name !== 'svg')
        if (VOID.has(name)) {
          if (name === 'br') endLine()
          if (name === 'hr') endBlock()
          return
        }
        const hides = IGNORED.has(name) || isHidden(attributes)
        const isMain = name === 'main' || name === 'article' || attributes.role === 'main'
        open.push({ name, ignored: hides, main: isMain })
        if (open.length > DEEPEST_NESTING)
          throw new UnreadableFile('The elements of this page are nested too deeply.')
        if (BLOCKS.has(name)) endBlock()
        if (hides) ignored++
        if (isMain) mainDepth++
        if (ignored > 0) return
        if (/^h[1-6]$/.test(name)) heading = Number(name[1])
        if (name === 'li') prefix = '- '
        if (name === 'tr') cells = 0
        if ((name === 'td' || name === 'th') && cells++ > 0) line.push(' | ')
      },
      ontext(text) {
        if (inTitle) title += text
        else if (ignored === 0) line.push(text)
      },
      onclosetag(name) {
        if (name === 'title') inTitle = false
        if (VOID.has(name) || open.at(-1)?.name !== name) return
        if (BLOCKS.has(name)) endBlock()
        const closed = open.pop()
        if (closed?.ignored) ignored--
        if (closed?.main) mainDepth--
        if (/^h[1-6]$/.test(name)) heading = 0
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.end(html)
  endBlock()

  const body = main.length >= 0.25 * everything.length && main.length > 0 ? main : everything
  const text = body.lines.join('\n')
  const name = title.replace(/\s+/g, ' ').trim()
  return name === '' || body.lines.some((found) => found.startsWith('# ')) ? text : `# ${name}\n\n${text}`

  function endLine(): void {
    const text = line.join('').replace(/\s+/g, ' ').trim()
    line = []
    if (text === '' || text === '|') return
    const marked = heading > 0 ? `${'#'.repeat(heading)} ${text}` : prefix + text
    prefix = ''
    put(marked)
  }
  function endBlock(): void {
    endLine()
    const grouped = open.at(-1)?.name === 'li' || open.at(-1)?.name === 'tr'
    if (!grouped) put('')
  }
  function put(text: string): void {
    for (const collected of mainDepth > 0 ? [everything, main] : [everything]) {
      collected.lines.push(text)
      collected.length += text.length
    }
  }
}

function isHidden(attributes: Record<string, string>): boolean {
  return (
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style ?? '')
  )
}
