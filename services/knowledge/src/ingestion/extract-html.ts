/**
 * The main text of a web page as plain Markdown: `main` or `article` if a page has them, without navigation, scripts,
 * forms, link lists and hidden text. Reads the page as a stream, without building a tree.
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

/** The text of a web page, and its metadata for crawlers. */
export type HtmlPage = {
  /** Starts with the title as heading, if the text has none. */
  text: string
  title: string
  /** Unresolved, in document order, without those marked `nofollow`. */
  links: string[]
  base?: string
  canonical?: string
  /** `<meta name="description">`. */
  description?: string
  /** Whether the page asks not to be indexed, or its links not to be followed (`<meta name="robots">`). */
  noindex: boolean
  nofollow: boolean
}

const LONGEST_DESCRIPTION = 500
/** More links than any page for people has. */
const MOST_LINKS = 5_000
/** Longer than the addresses of real pages. */
const LONGEST_ADDRESS = 4_000
/** This many lines in a row that consist of links only are a menu. */
const MENU_LINES = 4

export function extractHtml(html: string): string {
  return readHtml(html).text
}

/** Throws `UnreadableFile` for a page that would exhaust the reader's resources. */
export function readHtml(html: string): HtmlPage {
  const everything: Collected = { lines: [], length: 0 }
  const main: Collected = { lines: [], length: 0 }
  const page: HtmlPage = { text: '', title: '', links: [], noindex: false, nofollow: false }
  const menuLines = new Set<string>()
  let linkDepth = 0
  let linked = 0
  let line: string[] = []
  let prefix = ''
  let heading = 0
  let title = ''
  let inTitle = false
  let cells = 0
  let mainDepth = 0
  /** The open elements: whether each is ignored, and whether it is a main part. */
  const open: { name: string; ignored: boolean; main: boolean }[] = []
  let ignored = 0

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'title') inTitle = open.every((tag) => tag.name !== 'svg')
        noteAbout(name, attributes)
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
        if (name === 'a') linkDepth++
        if (ignored > 0) return
        if (/^h[1-6]$/.test(name)) heading = Number(name[1])
        if (name === 'li') prefix = '- '
        if (name === 'tr') cells = 0
        if ((name === 'td' || name === 'th') && cells++ > 0) line.push(' | ')
      },
      ontext(text) {
        if (inTitle) title += text
        else if (ignored === 0) {
          line.push(text)
          if (linkDepth > 0) linked += text.trim().length
        }
      },
      onclosetag(name) {
        if (name === 'title') inTitle = false
        if (VOID.has(name) || open.at(-1)?.name !== name) return
        if (BLOCKS.has(name)) endBlock()
        const closed = open.pop()
        if (name === 'a') linkDepth--
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
  const lines = withoutMenus(body.lines, menuLines)
  const text = lines.join('\n')
  page.title = title.replace(/\s+/g, ' ').trim().slice(0, 300)
  page.text =
    page.title === '' || lines.some((found) => found.startsWith('# ')) ? text : `# ${page.title}\n\n${text}`
  return page

  function noteAbout(name: string, attributes: Record<string, string>): void {
    if (name === 'a' || name === 'area') {
      const { rel = '' } = attributes
      const href = addressIn(attributes)
      if (href && page.links.length < MOST_LINKS && !/\bnofollow\b/i.test(rel)) page.links.push(href)
    } else if (name === 'meta' && /^description$/i.test(attributes.name ?? '')) {
      const words = (attributes.content ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_DESCRIPTION)
      if (words !== '') page.description ??= words
    } else if (name === 'base') page.base ??= addressIn(attributes)
    else if (name === 'link' && /\bcanonical\b/i.test(attributes.rel ?? ''))
      page.canonical ??= addressIn(attributes)
    else if (name === 'meta' && /^robots$/i.test(attributes.name ?? '')) {
      const content = attributes.content ?? ''
      if (/\b(?:noindex|none)\b/i.test(content)) page.noindex = true
      if (/\b(?:nofollow|none)\b/i.test(content)) page.nofollow = true
    }
  }

  function endLine(): void {
    const text = line.join('').replace(/\s+/g, ' ').trim()
    const isLink = heading === 0 && linked >= 0.8 * text.length
    line = []
    linked = 0
    if (text === '' || text === '|') return
    const marked = heading > 0 ? `${'#'.repeat(heading)} ${text}` : prefix + text
    prefix = ''
    if (isLink) menuLines.add(marked)
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

function addressIn({ href }: Record<string, string>): string | undefined {
  return href !== undefined && href.length <= LONGEST_ADDRESS ? href : undefined
}

/** Removes rows of lines that consist of links only. */
function withoutMenus(lines: string[], menuLines: ReadonlySet<string>): string[] {
  const kept: string[] = []
  let row: string[] = []
  let links = 0
  for (const line of [...lines, undefined]) {
    if (line !== undefined && (line === '' || menuLines.has(line))) {
      row.push(line)
      if (line !== '') links++
      continue
    }
    if (links < MENU_LINES) kept.push(...row)
    else kept.push('')
    row = []
    links = 0
    if (line !== undefined) kept.push(line)
  }
  return kept
}

const ASIDE_ROLES = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'search',
  'complementary',
  'dialog',
  'menu',
])
/** Names used for consent dialogs, share buttons and the like. */
const ASIDE_NAMES =
  /(?:^|[\s_-])(?:cookie(?:s|bar|banner|-consent)?|consent|breadcrumbs?|share-?buttons?|social-?(?:links|share)|skip-?link|newsletter-?(?:popup|signup)?|site-?nav|navbar|sr-only|visually-hidden)(?:$|[\s_-])/i

function isHidden(attributes: Record<string, string>): boolean {
  return (
    ASIDE_ROLES.has(attributes.role ?? '') ||
    ASIDE_NAMES.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`) ||
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style ?? '')
  )
}
