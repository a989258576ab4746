/**
 * The text of a Word document: headings, paragraphs, list items and table rows of its main part, in order. Reads
 * WordprocessingML (ECMA-376 part 1, §17) as a stream, without building a tree.
 */
import { Parser } from 'htmlparser2'
import { UnreadableFile } from './unreadable-file.ts'
import { readZip } from './zip.ts'

/** Limit of all parts of one document that are read, uncompressed. */
const MAX_UNPACKED_BYTES = 50_000_000
/** Word nests tables a few dozen deep; the parser keeps a name for each open element and becomes slow with millions. */
const DEEPEST_NESTING = 5_000

const MAIN = 'word/document.xml'
const STYLES = 'word/styles.xml'

export async function extractDocx(file: Buffer): Promise<string> {
  const parts = await readZip(file, [MAIN, STYLES], MAX_UNPACKED_BYTES)
  const main = parts.get(MAIN)
  if (!main) throw new UnreadableFile('This file is not a Word document, although its name ends in .docx.')
  const styles = parts.get(STYLES)
  return readBody(main.toString('utf8'), styles ? headingStyles(styles.toString('utf8')) : new Map())
}

/**
 * Style id → heading level. Styles are recognised by their name, which Word keeps in English, or their outline level.
 */
function headingStyles(xml: string): Map<string, number> {
  const levels = new Map<string, number>()
  let id = ''
  parse(xml, {
    open(name, attributes) {
      if (name === 'w:style') id = attributes['w:styleId'] ?? ''
      if (name === 'w:name') {
        const heading = /^(?:heading (\d)|(title))$/i.exec(attributes['w:val'] ?? '')
        if (heading) levels.set(id, heading[2] ? 1 : Number(heading[1]))
      }
      if (name === 'w:outlineLvl' && !levels.has(id)) levels.set(id, Number(attributes['w:val']) + 1)
    },
  })
  return levels
}

function readBody(xml: string, levels: Map<string, number>): string {
  const blocks: string[] = []
  let text: string[] = []
  let level = 0
  let listItem = false
  let inText = false
  let ignored = 0
  let tables = 0
  let cells: string[] = []
  let cell: string[] = []

  parse(xml, {
    open(name, attributes) {
      if (ignored > 0 || name === 'mc:Fallback') {
        if (name === 'mc:Fallback') ignored++
        return
      }
      switch (name) {
        case 'w:p':
          text = []
          level = 0
          listItem = false
          break
        case 'w:pStyle':
          level = levels.get(attributes['w:val'] ?? '') ?? level
          break
        case 'w:outlineLvl':
          level = Number(attributes['w:val']) + 1
          break
        case 'w:numPr':
          listItem = true
          break
        case 'w:t':
          inText = true
          break
        case 'w:tab':
          text.push(' ')
          break
        case 'w:br':
        case 'w:cr':
          text.push('\n')
          break
        case 'w:noBreakHyphen':
          text.push('-')
          break
        case 'w:tbl':
          if (tables++ === 0) blocks.push('')
          break
        case 'w:tr':
          cells = []
          break
        case 'w:tc':
          cell = []
          break
      }
    },
    text(data) {
      if (inText && ignored === 0) text.push(data)
    },
    close(name) {
      if (name === 'mc:Fallback') ignored--
      if (ignored > 0) return
      if (name === 'w:t') inText = false
      else if (name === 'w:p') endParagraph()
      else if (name === 'w:tc') cells.push(cell.join(' '))
      else if (name === 'w:tr') pushBlock(cells.filter((value) => value !== '').join(' | '), '\n')
      else if (name === 'w:tbl') {
        tables--
        blocks.push('')
      }
    },
  })
  return blocks.join('\n')

  function endParagraph(): void {
    const paragraph = text.join('').trim()
    text = []
    if (paragraph === '') return
    if (tables > 0) cell.push(paragraph)
    else if (level >= 1 && level <= 6) pushBlock(`${'#'.repeat(level)} ${paragraph.replace(/\s+/g, ' ')}`)
    else if (listItem) pushBlock(`- ${paragraph}`, '\n')
    else pushBlock(paragraph)
  }
  function pushBlock(block: string, after: '\n' | '\n\n' = '\n\n'): void {
    if (block === '') return
    const alike = block.startsWith('- ') && blocks.at(-1)?.startsWith('- ')
    if (after === '\n\n' || (!alike && tables === 0)) blocks.push('')
    blocks.push(block)
    if (after === '\n\n') blocks.push('')
  }
}

function parse(
  xml: string,
  on: {
    open(name: string, attributes: Record<string, string>): void
    text?(data: string): void
    close?(name: string): void
  },
): void {
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > DEEPEST_NESTING)
          throw new UnreadableFile('The elements of this document are nested too deeply.')
        on.open(name, attributes)
      },
      ontext: on.text,
      onclosetag(name) {
        depth--
        on.close?.(name)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
}
