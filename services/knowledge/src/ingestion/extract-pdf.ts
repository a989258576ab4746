/** The text of a PDF, page by page: lines, paragraphs by their distance, headings by their font size. */
import { getDocumentProxy } from 'unpdf'
import { UnreadableFile } from './unreadable-file.ts'

const MOST_PAGES = 2_000

type Line = { text: string; size: number; y: number; page: number }

export async function extractPdf(file: Uint8Array): Promise<string> {
  const lines = await readLines(file)
  if (lines.reduce((length, line) => length + line.text.length, 0) < 10) {
    throw new UnreadableFile(
      'This PDF holds pictures of text only. Add a version whose text can be selected, or paste the text.',
    )
  }
  return layOut(lines)
}

async function readLines(file: Uint8Array): Promise<Line[]> {
  const pdf = await open(file)
  if (pdf.numPages > MOST_PAGES)
    throw new UnreadableFile(`This PDF has more than ${MOST_PAGES} pages. Please split it.`)
  const lines: Line[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    let line: Line | undefined
    for (const item of items) {
      if (!('str' in item)) continue
      const y = item.transform[5]
      if (line && item.str.trim() !== '' && Math.abs(y - line.y) > line.size * 0.5) line = finish(line)
      line ??= { text: '', size: item.height || 10, y, page: number }
      line.text += item.str
      if (item.height > line.size) line.size = item.height
      if (item.hasEOL) line = finish(line)
    }
    if (line) finish(line)
    page.cleanup()
  }
  await pdf.loadingTask.destroy()
  return lines

  function finish(line: Line): undefined {
    const text = line.text.replace(/\s+/g, ' ').trim()
    if (text !== '' && !/^\d{1,4}$/.test(text)) lines.push({ ...line, text })
  }
}

async function open(file: Uint8Array) {
  try {
    return await getDocumentProxy(file, { verbosity: 0 })
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new UnreadableFile('This PDF is protected by a password. Remove the protection and add it again.')
    throw new UnreadableFile('This PDF is damaged and can’t be read.')
  }
}

function layOut(lines: Line[]): string {
  const usual = usualSize(lines)
  const out: string[] = []
  let before: Line | undefined
  for (const line of lines) {
    const heading = line.size >= usual * 1.2 && line.text.length <= 120
    const gap =
      before && (before.page !== line.page || before.y - line.y > 1.6 * Math.max(before.size, line.size))
    const continues = before && before.page !== line.page && !/[.!?:]$/.test(before.text)
    const wasHeading = before !== undefined && before.size >= usual * 1.2
    if (heading || wasHeading || (gap && !continues)) out.push('')
    out.push(heading ? `${line.size >= usual * 1.6 ? '#' : '##'} ${line.text}` : bulleted(line.text))
    before = line
  }
  return out.join('\n')
}

function bulleted(text: string): string {
  return text.replace(/^[•▪●◦‣]\s*/u, '- ')
}

/** The most common font size, by characters. */
function usualSize(lines: Line[]): number {
  const characters = new Map<number, number>()
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length)
  }
  let usual = 10
  let most = 0
  for (const [size, count] of characters) if (count > most) [usual, most] = [size, count]
  return usual
}
