/** Lines of text in a PDF: cut into lines of a width, in any script, and drawn on a baseline. */
import type { Language } from '@parley/contracts/languages.ts'
import type { PdfFonts, Run, Weight } from './pdf-fonts.ts'

export type TextStyle = { size: number; weight?: Weight; colour?: string }
export type Line = { runs: Run[]; width: number }

type Document = PDFKit.PDFDocument

const ELLIPSIS = '…'
/** A line may begin before any of these. */
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

export const isRightToLeft = (language: Language) => language === 'ar'

export type PdfText = ReturnType<typeof pdfText>

/** `fromRight`: whether the document is read from the right. */
export function pdfText(document: Document, fonts: PdfFonts, fromRight: boolean) {
  const widthOfRuns = (runs: readonly Run[], size: number) =>
    runs.reduce((sum, { font, text, rightToLeft }) => {
      document.font(font).fontSize(size)
      return sum + document.widthOfString(text, rightToLeft ? { features: [] } : {})
    }, 0)
  const lineOf = (text: string, { size, weight = 'regular' }: TextStyle): Line => {
    // The spaces within numbers, which no font has.
    const runs = fonts.runsOf(text.replace(/[\u00a0\u202f]/g, ' '), weight)
    return { runs, width: widthOfRuns(runs, size) }
  }

  /** Cut at spaces where possible; what doesn't fit into the lines ends in an ellipsis. */
  function linesOf(text: string, style: TextStyle, { width, most }: { width: number; most: number }): Line[] {
    const words = wordsIn(text.replace(/\s+/g, ' ').trim())
    const widthOf = (part: string) => lineOf(part, style).width
    const lines: string[] = []
    let line = ''
    let used = 0
    while (words.length > 0) {
      const word = words[0] ?? ''
      if (used + widthOf(word.trimEnd()) <= width) {
        line += word
        used += widthOf(word)
        words.shift()
        continue
      }
      if (line === '') {
        line = longestPart(word)
        words[0] = word.slice(line.length)
      }
      if (lines.length === most - 1) break
      lines.push(line)
      line = ''
      used = 0
    }
    if (words.length > 0) {
      line = line.trimEnd()
      while (line !== '' && widthOf(line + ELLIPSIS) > width) line = [...line].slice(0, -1).join('').trimEnd()
      line += ELLIPSIS
    }
    if (line !== '') lines.push(line)
    return lines.map((each) => lineOf(each.trim(), style))

    function longestPart(word: string): string {
      const characters = [...word]
      let count = 1
      while (count < characters.length && widthOf(characters.slice(0, count + 1).join('')) <= width)
        count += 1
      return characters.slice(0, count).join('')
    }
  }

  function drawLine(
    line: Line,
    at: { x: number; baseline: number },
    { size, colour = '#000000' }: TextStyle,
  ) {
    let { x } = at
    for (const { font, text, rightToLeft } of inVisualOrder(line.runs, fromRight)) {
      document.font(font).fontSize(size).fillColor(colour)
      const options = rightToLeft ? { features: [] } : {}
      document.text(text, x, at.baseline, { ...options, lineBreak: false, baseline: 'alphabetic' })
      x += document.widthOfString(text, options)
    }
  }

  return {
    linesOf,
    drawLine,
    /** One line that is never cut. */
    lineOf,
  }
}

function wordsIn(text: string): string[] {
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (ideograph.test(character) && word !== '') {
      words.push(word)
      word = ''
    }
    word += character
    if (character === ' ') {
      words.push(word)
      word = ''
    }
  }
  return word === '' ? words : [...words, word]
}

/**
 * The runs of a line from left to right: texts that are read from the right stand in their own order. In a document that is
 * read from the right, a line begins there if it has letters of such a script.
 */
export function inVisualOrder(runs: readonly Run[], fromRight = false): Run[] {
  const parts = runs.flatMap(({ text, ...run }) => piecesOf(text).map((piece) => ({ ...run, text: piece })))
  const letters = parts.map(({ rightToLeft, text }) =>
    rightToLeft ? 'right' : /[\p{L}\p{N}]/u.test(text) ? 'left' : undefined,
  )
  if (!letters.includes('right')) return [...runs]
  const base = fromRight ? 'right' : (letters.find((one) => one !== undefined) ?? 'left')
  const directions = parts.map((_, nth) => {
    const own = letters[nth]
    if (own !== undefined) return own
    const before = letters.slice(0, nth).findLast((one) => one !== undefined)
    const after = letters.slice(nth + 1).find((one) => one !== undefined)
    return before !== undefined && before === after ? before : base
  })
  const groups: { direction: 'left' | 'right'; parts: Run[] }[] = []
  for (const [nth, part] of parts.entries()) {
    const direction = directions[nth] ?? base
    const last = groups.at(-1)
    if (last?.direction === direction) last.parts.push(part)
    else groups.push({ direction, parts: [part] })
  }
  const ordered = base === 'right' ? groups.reverse() : groups
  return ordered.flatMap(({ direction, parts: own }) =>
    direction === 'right' ? own.reverse().map(mirrored) : own,
  )
}

/**
 * Words by themselves, since a space belongs to what is on both of its sides, and so do brackets and what ends a sentence.
 */
function piecesOf(text: string): string[] {
  return text
    .split(/(\s+|[()[\]«»])/)
    .flatMap((piece) => {
      let end = piece.length
      while (end > 0 && '.,:;!?'.includes(piece.charAt(end - 1))) end--
      return [piece.slice(0, end), piece.slice(end)]
    })
    .filter((piece) => piece !== '')
}

const opposite: Record<string, string> = { '(': ')', ')': '(', '[': ']', ']': '[', '«': '»', '»': '«' }
/** A bracket opens towards the left where texts are read from the right. */
const mirrored = (run: Run): Run => ({ ...run, text: opposite[run.text] ?? run.text })
