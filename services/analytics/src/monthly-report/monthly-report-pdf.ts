/** The monthly report of an organisation as PDF: A4, with text and vectors alone but for the agency's logo. */
import { poweredByIn } from '@parley/contracts/agency/powered-by-words.ts'
import { channels, contrast, defaultPrimary, hexColour, textOn } from '@parley/contracts/agent/theme.ts'
import type { Measured } from '@parley/contracts/analytics/endpoints.ts'
import { changeOf, written } from '@parley/contracts/analytics/figure-words.ts'
import { figures as definitions, type FigureDefinition } from '@parley/contracts/analytics/figures.ts'
import {
  type MonthlyReportFigureId,
  monthlyReportFigures,
} from '@parley/contracts/analytics/monthly-report.ts'
import { monthlyReportWords } from '@parley/contracts/analytics/monthly-report-words.ts'
import PDFDocument from 'pdfkit'
import { isEmptyMonth, type MonthlyReportContent } from './monthly-report-content.ts'
import { monthsLater } from './monthly-report-dates.ts'
import { localeOf, monthName, type Say, saidIn } from './monthly-report-texts.ts'
import { pdfFonts, type Weight } from './pdf-fonts.ts'
import { isRightToLeft, type Line, type PdfText, pdfText, type TextStyle } from './pdf-text.ts'

const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 48
const WIDTH = PAGE.width - 2 * MARGIN
const FOOTER = 64
const BOTTOM = PAGE.height - FOOTER - 8
const GAP = 12
const INK = '#1a2233'
const GRAY = '#5b6577'
const LINE = '#dfe3ea'
const SURFACE = '#f6f7f9'
const moods = { good: '#0a7a52', bad: '#b42318', neutral: GRAY }

const leadsDefinition = {
  label: 'Leads',
  unit: 'count',
  brief: 'Captured in this period.',
  counted: 'Leads that were captured in this period.',
  better: 'higher',
} as const satisfies FigureDefinition
type ShownDefinition = (typeof definitions)[MonthlyReportFigureId] | typeof leadsDefinition

export async function monthlyReportPdf(content: MonthlyReportContent): Promise<Buffer> {
  const { brand, language, month, name } = content
  const maker = brand?.name ?? name
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    // Without it, the library would load a font of its own.
    font: null as unknown as string,
    info: {
      Title: `${name}: ${monthName(month, language)}`,
      Author: maker,
      Creator: maker,
      Producer: maker,
    },
  })
  const bytes = collected(document)
  const fonts = await pdfFonts(document, textsOf(content), language)
  new ReportPage(document, pdfText(document, fonts, isRightToLeft(language)), content).draw()
  document.end()
  return bytes
}

function collected(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.once('end', () => resolve(Buffer.concat(chunks)))
    document.once('error', reject)
  })
}

/** What is written, with letters of which nothing is known before. */
function textsOf(content: MonthlyReportContent): Record<Weight, string[]> {
  const { brand, figures, language, month, name, timeZone } = content
  const ascii = Array.from({ length: 95 }, (_, nth) => String.fromCharCode(32 + nth)).join('')
  const say = saidIn(language)
  const months = [month, monthsLater(month, -1)].map((each) => monthName(each, language))
  // What separates the digits of numbers, too.
  const numbers = (-1234567.8).toLocaleString(localeOf(language))
  const always = [`${ascii}…–·’“”×`, ...monthlyReportWords.map((word) => say(word)), ...months, numbers]
  return {
    bold: [...always, name, brand?.name ?? '', brand?.name.toLocaleUpperCase() ?? ''],
    regular: [
      ...always,
      timeZone,
      brand?.name ?? '',
      poweredByOf(content),
      ...Object.values(brand?.footer ?? {}),
      ...figures.questions.map(({ question }) => question),
      ...figures.unanswered.flatMap(({ question, agent }) => [question, agent]),
      ...figures.agents.map(({ title }) => title),
    ],
  }
}

class ReportPage {
  readonly #document: PDFKit.PDFDocument
  readonly #text: PdfText
  readonly #content: MonthlyReportContent
  readonly #say: Say
  readonly #locale: string
  readonly #isMirrored: boolean
  readonly #brand: string
  /** The brand's, made dark enough for shapes on white. */
  readonly #shapes: string
  readonly #headings: string
  #y = MARGIN

  constructor(document: PDFKit.PDFDocument, text: PdfText, content: MonthlyReportContent) {
    this.#document = document
    this.#text = text
    this.#content = content
    this.#say = saidIn(content.language)
    this.#locale = localeOf(content.language)
    this.#isMirrored = isRightToLeft(content.language)
    this.#brand = hexColour(content.brand?.colour) ?? defaultPrimary
    this.#shapes = darkened(this.#brand, 3)
    this.#headings = contrast(this.#brand, '#ffffff') >= 4.5 ? this.#brand : INK
  }

  draw(): void {
    const { figures, month } = this.#content
    const say = this.#say
    this.#header()
    if (isEmptyMonth(figures)) this.#emptyMonth()
    else {
      this.#headline()
      this.#chart()
      this.#questions()
      this.#unanswered()
      this.#agents()
      const explained = ['resolvedAlone', 'handoffRate', 'unanswered', 'feedback'] as const
      this.#note(
        [
          say('Compared with {month}.', { month: this.#monthName(monthsLater(month, -1)) }),
          ...explained
            .map((figure) => definitions[figure])
            .map(({ label, brief }) => say('{label}: {text}', { label: say(label), text: say(brief) })),
          say('Conversations of tests are never counted.'),
        ].join(' '),
      )
    }
    this.#footers()
  }

  #monthName(month: string): string {
    return monthName(month, this.#content.language)
  }

  /** Where something of a width begins that begins at `x` in a document that is read from the left. */
  #from(x: number, width: number): number {
    return this.#isMirrored ? PAGE.width - x - width : x
  }

  #draw(line: Line, { x, baseline }: { x: number; baseline: number }, style: TextStyle): void {
    this.#text.drawLine(line, { x: this.#from(x, line.width), baseline }, style)
  }

  #number(value: number): string {
    return written('count', value, this.#locale)
  }

  #header(): void {
    const { brand, month, name, timeZone } = this.#content
    const top = MARGIN - 8
    let x = MARGIN
    if (brand) {
      this.#logo(x, top)
      x += 36 + 12
    }
    const right = this.#text.lineOf(this.#say('Monthly report'), { size: 10 })
    if (brand) {
      const style = { size: 13, weight: 'bold', colour: INK } as const
      const width = WIDTH - (x - MARGIN) - right.width - 24
      const [line] = this.#text.linesOf(brand.name, style, { width, most: 1 })
      if (line) this.#draw(line, { x, baseline: top + 23 }, style)
    }
    this.#draw(
      right,
      { x: brand ? MARGIN + WIDTH - right.width : MARGIN, baseline: top + 22 },
      { size: 10, colour: GRAY },
    )
    this.#document.rect(MARGIN, top + 48, WIDTH, 2).fill(this.#brand)
    this.#y = top + 76
    this.#paragraph(name, { size: 22, weight: 'bold', colour: INK }, { most: 2, leading: 28 })
    this.#y += 2
    const [first = '', ...rest] = this.#monthName(month)
    const started = `${first.toLocaleUpperCase(this.#locale)}${rest.join('')}`
    const days = `${started}  ·  ${this.#say('Days of {timeZone}', { timeZone: timeZone.replaceAll('_', ' ') })}`
    this.#paragraph(days, { size: 10.5, colour: GRAY }, { most: 1, leading: 16 })
    this.#y += 14
  }

  #logo(start: number, y: number): void {
    const { brand } = this.#content
    const size = 36
    const x = this.#from(start, size)
    this.#document.save()
    this.#document.roundedRect(x, y, size, size, 8).clip()
    try {
      if (!brand?.logo) throw new Error('no logo')
      this.#document.image(Buffer.from(brand.logo), x, y, {
        cover: [size, size],
        align: 'center',
        valign: 'center',
      })
    } catch {
      // None, or one that is damaged or of a kind that a PDF can't show.
      this.#document.rect(x, y, size, size).fill(this.#brand)
      const style = { size: 17, weight: 'bold', colour: textOn(this.#brand) } as const
      const letter = this.#text.lineOf([...(brand?.name.trim() ?? '')][0]?.toLocaleUpperCase() ?? '', style)
      this.#text.drawLine(letter, { x: x + (size - letter.width) / 2, baseline: y + 24 }, style)
    }
    this.#document.restore()
  }

  #emptyMonth(): void {
    const month = this.#monthName(this.#content.month)
    const height = 112
    this.#document.roundedRect(MARGIN, this.#y, WIDTH, height, 8).fill(SURFACE)
    const inside = { x: MARGIN + 24, width: WIDTH - 48 }
    this.#y += 30
    this.#paragraph(
      this.#say('A quiet month: nobody wrote in {month}.', { month }),
      { size: 14, weight: 'bold', colour: INK },
      { ...inside, most: 2, leading: 22 },
    )
    this.#paragraph(
      this.#say(
        'As soon as visitors talk to your agents again, this report shows how many were helped, what they asked, and what could be answered better.',
      ),
      { size: 10.5, colour: GRAY },
      { ...inside, most: 3, leading: 16 },
    )
  }

  #headline(): void {
    const { leads, figures } = this.#content.figures
    const cells: { definition: ShownDefinition; measured: Measured }[] = monthlyReportFigures.map(
      (figure) => ({ definition: definitions[figure], measured: figures[figure] }),
    )
    if (leads) cells.push({ definition: leadsDefinition, measured: leads })
    const height = 78
    for (let first = 0; first < cells.length; first += 3) {
      const row = cells.slice(first, first + 3)
      const width = (WIDTH - GAP * (row.length - 1)) / row.length
      for (const [nth, cell] of row.entries())
        this.#figure(cell, { x: MARGIN + nth * (width + GAP), y: this.#y, width, height })
      this.#y += height + GAP
    }
    this.#y += 12
  }

  #figure(
    { definition, measured }: { definition: ShownDefinition; measured: Measured },
    { x, y, width, height }: { x: number; y: number; width: number; height: number },
  ): void {
    this.#document.roundedRect(this.#from(x, width), y, width, height, 8).fill(SURFACE)
    const inside = width - 28
    const at = (baseline: number) => ({ x: x + 14, baseline: y + baseline })
    this.#line(this.#say(definition.label), { size: 9.5, colour: GRAY }, at(21), inside)
    const value = measured.value === null ? '–' : written(definition.unit, measured.value, this.#locale)
    let size = 22
    while (size > 9 && this.#text.lineOf(value, { size, weight: 'bold' }).width > inside) size -= 1
    this.#line(value, { size, weight: 'bold', colour: INK }, at(47), inside)
    this.#change(definition, measured, at(66), inside)
  }

  #change(
    definition: ShownDefinition,
    measured: Measured,
    { x, baseline }: { x: number; baseline: number },
    width: number,
  ): void {
    const change = changeOf(definition, measured, this.#locale, this.#say)
    if (!change) {
      const isSame = measured.value !== null && measured.value === measured.before
      const words =
        measured.value === null ? 'Nothing to measure' : isSame ? 'no change' : 'Nothing to compare with'
      this.#line(this.#say(words), { size: 9, colour: GRAY }, { x, baseline }, width)
      return
    }
    const colour = moods[change.mood]
    const [arrow] = change.text
    const isArrow = arrow === '↑' || arrow === '↓'
    if (isArrow) {
      // No font of the document has arrows.
      const [tip, foot] = arrow === '↑' ? [baseline - 6.5, baseline - 0.5] : [baseline - 0.5, baseline - 6.5]
      this.#document
        .moveTo(this.#from(x, 0), foot)
        .lineTo(this.#from(x + 7, 0), foot)
        .lineTo(this.#from(x + 3.5, 0), tip)
        .fill(colour)
    }
    const from = x + (isArrow ? 11 : 0)
    const text = isArrow ? change.text.slice(2) : change.text
    const line = this.#text.lineOf(text, { size: 9 })
    this.#draw(line, { x: from, baseline }, { size: 9, colour })
    if (measured.before === null) return
    const before = this.#say('from {before}', {
      before: written(definition.unit, measured.before, this.#locale),
    })
    const rest = width - (from - x) - line.width - 5
    if (isArrow && this.#text.lineOf(before, { size: 9 }).width <= rest)
      this.#line(before, { size: 9, colour: GRAY }, { x: from + line.width + 5, baseline }, rest)
  }

  #chart(): void {
    const { days } = this.#content.figures
    this.#heading(this.#say('Conversations by day'), 170)
    const height = 120
    const most = Math.max(...days.map(({ conversations }) => conversations))
    const { step, top } = axisOf(most)
    const marks = Array.from({ length: Math.round(top / step) + 1 }, (_, nth) => nth * step)
    const style = { size: 8, colour: GRAY } as const
    const labels = marks.map((mark) => this.#text.lineOf(this.#number(mark), style))
    const left = MARGIN + Math.max(...labels.map(({ width }) => width)) + 8
    const foot = this.#y + height
    const heightOf = (value: number) => (value / top) * (height - 8)
    for (const [nth, mark] of marks.entries()) {
      const y = foot - heightOf(mark)
      const label = labels[nth]
      this.#document
        .moveTo(this.#from(left, 0), y)
        .lineTo(this.#from(MARGIN + WIDTH, 0), y)
        .lineWidth(nth === 0 ? 0.8 : 0.4)
        .stroke(nth === 0 ? '#b8c0cc' : LINE)
      if (label) this.#draw(label, { x: left - 8 - label.width, baseline: y + 2.8 }, style)
    }
    const slot = (MARGIN + WIDTH - left) / days.length
    const width = slot * 0.64
    for (const [nth, { day, conversations }] of days.entries()) {
      const start = left + nth * slot + (slot - width) / 2
      const x = this.#from(start, width)
      const bar = heightOf(conversations)
      if (conversations > 0) {
        const round = Math.min(2, bar)
        this.#document
          .moveTo(x, foot)
          .lineTo(x, foot - bar + round)
          .quadraticCurveTo(x, foot - bar, x + round, foot - bar)
          .lineTo(x + width - round, foot - bar)
          .quadraticCurveTo(x + width, foot - bar, x + width, foot - bar + round)
          .lineTo(x + width, foot)
          .fill(this.#shapes)
      }
      const date = Number(day.slice(8))
      if ((date - 1) % 7 === 0) {
        const label = this.#text.lineOf(this.#number(date), style)
        this.#draw(label, { x: start + (width - label.width) / 2, baseline: foot + 13 }, style)
      }
    }
    this.#y = foot + 38
  }

  #questions(): void {
    const { questions } = this.#content.figures
    if (questions.length === 0) return
    this.#heading(this.#say('What visitors asked most'), 80)
    const style = { size: 10, colour: INK } as const
    const strong = { ...style, weight: 'bold' } as const
    this.#list(
      questions.map(({ question, count }) => ({
        lines: this.#text.linesOf(question, style, { width: WIDTH - 90, most: 2 }),
        draw: (lines, y) => {
          this.#lines(lines, style, y)
          const times = this.#text.lineOf(`${this.#number(count)}×`, strong)
          this.#draw(times, { x: MARGIN + WIDTH - times.width, baseline: y }, strong)
        },
      })),
    )
    this.#y += 26
  }

  #unanswered(): void {
    const { agentsInAll, openQuestions, unanswered } = this.#content.figures
    if (unanswered.length === 0) return
    this.#heading(this.#say('Questions that nobody could answer'), 114)
    this.#paragraph(
      this.#say(
        'Answer them in your dashboard under Analytics, “Unanswered questions”: your agent knows the answer from then on.',
      ),
      { size: 10, colour: GRAY },
      { most: 2, leading: 15 },
    )
    this.#y += 4
    const style = { size: 10, colour: INK } as const
    const small = { size: 9, colour: GRAY } as const
    const width = WIDTH - (agentsInAll > 1 ? 160 : 0)
    this.#list(
      unanswered.map(({ question, agent }) => ({
        lines: this.#text.linesOf(question, style, { width, most: 2 }),
        draw: (lines, y) => {
          this.#lines(lines, style, y)
          if (agentsInAll === 1) return
          const [name] = this.#text.linesOf(agent, small, { width: 140, most: 1 })
          if (name) this.#draw(name, { x: MARGIN + WIDTH - name.width, baseline: y }, small)
        },
      })),
    )
    const more = openQuestions - unanswered.length
    if (more > 0) this.#note(this.#say('And {count} more.', { count: this.#number(more) }))
    this.#y += 26
  }

  #agents(): void {
    const { agents, agentsInAll } = this.#content.figures
    const columns = [
      { figure: 'conversations', label: 'Conversations', width: 72 },
      { figure: 'resolvedAlone', label: 'Resolved alone', width: 76 },
      { figure: 'handoffRate', label: 'Handed over', width: 66 },
      { figure: 'unanswered', label: 'Unanswered', width: 66 },
      { figure: 'feedback', label: 'Satisfaction', width: 62 },
    ] as const
    const nameWidth = WIDTH - columns.reduce((sum, { width }) => sum + width, 12)
    const head = () => {
      this.#cells(
        this.#say('Agent'),
        columns,
        ({ label }) => this.#say(label),
        { size: 8.5, colour: GRAY },
        nameWidth,
      )
    }
    this.#heading(this.#say(agentsInAll === 1 ? 'Your agent' : 'Your agents'), 100)
    head()
    for (const { title, figures } of agents) {
      if (this.#y + 38 > BOTTOM) {
        this.#nextPage()
        head()
      }
      const cellOf = ({ figure }: { figure: MonthlyReportFigureId }) => {
        const { value } = figures[figure]
        return value === null ? '–' : written(definitions[figure].unit, value, this.#locale)
      }
      this.#cells(title, columns, cellOf, { size: 10, colour: INK }, nameWidth)
    }
    const more = agentsInAll - agents.length
    if (more > 0) this.#note(this.#say('And {count} more.', { count: this.#number(more) }))
    this.#y += 20
  }

  #cells<Column extends { width: number }>(
    name: string,
    columns: readonly Column[],
    cellOf: (column: Column) => string,
    style: TextStyle,
    nameWidth: number,
  ): void {
    const lines = this.#text.linesOf(name, style, { width: nameWidth, most: 2 })
    this.#row(lines.length, (y) => {
      this.#lines(lines, style, y)
      let right = MARGIN + WIDTH - columns.reduce((sum, { width }) => sum + width, 0)
      for (const column of columns) {
        right += column.width
        let { size } = style
        const text = cellOf(column)
        while (size > 6 && this.#text.lineOf(text, { size }).width > column.width - 6) size -= 0.5
        const line = this.#text.lineOf(text, { size })
        this.#draw(line, { x: right - line.width, baseline: y }, { ...style, size })
      }
    })
  }

  /** Goes on with two rows at least on the next page. */
  #list(rows: readonly { lines: Line[]; draw: (lines: Line[], baseline: number) => void }[]): void {
    const heights = rows.map(({ lines }) => heightOf(lines.length))
    let foot = this.#y
    const fitting = heights.findIndex((height) => {
      foot += height
      return foot > BOTTOM
    })
    const split = fitting === rows.length - 1 ? fitting - 1 : fitting
    for (const [nth, { lines, draw }] of rows.entries()) {
      if (nth === split && nth > 0) this.#nextPage()
      this.#row(lines.length, (y) => draw(lines, y))
    }
  }

  #lines(lines: readonly Line[], style: TextStyle, y: number): void {
    for (const [nth, line] of lines.entries()) this.#draw(line, { x: MARGIN, baseline: y + nth * 14 }, style)
  }

  /** A row of a list with a line below it. `draw` gets the baseline of its first line. */
  #row(lines: number, draw: (baseline: number) => void): void {
    const height = heightOf(lines)
    if (this.#y + height > BOTTOM) this.#nextPage()
    draw(this.#y + 15)
    this.#y += height
    this.#document
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + WIDTH, this.#y)
      .lineWidth(0.5)
      .stroke(LINE)
  }

  /** `below`: the height of what must stand on the same page below it. */
  #heading(text: string, below: number): void {
    if (this.#y + 20 + below > BOTTOM) this.#nextPage()
    const style = { size: 13, weight: 'bold', colour: this.#headings } as const
    this.#line(text, style, { x: MARGIN, baseline: this.#y + 10 }, WIDTH)
    this.#y += 24
  }

  #note(text: string): void {
    const style = { size: 8.5, colour: GRAY }
    const lines = this.#text.linesOf(text, style, { width: WIDTH, most: 6 })
    if (this.#y + lines.length * 13 + 6 > BOTTOM) this.#nextPage()
    this.#y += 6
    for (const line of lines) {
      this.#draw(line, { x: MARGIN, baseline: this.#y + 9 }, style)
      this.#y += 13
    }
  }

  #paragraph(
    text: string,
    style: TextStyle,
    of: { most: number; leading: number; x?: number; width?: number },
  ): void {
    for (const line of this.#text.linesOf(text, style, { width: of.width ?? WIDTH, most: of.most })) {
      this.#draw(line, { x: of.x ?? MARGIN, baseline: this.#y + style.size * 0.85 }, style)
      this.#y += of.leading
    }
  }

  #line(text: string, style: TextStyle, at: { x: number; baseline: number }, width: number): void {
    const [line] = this.#text.linesOf(text, style, { width, most: 1 })
    if (line) this.#draw(line, at, style)
  }

  #nextPage(): void {
    this.#document.addPage()
    this.#y = MARGIN
  }

  #footers(): void {
    const { brand } = this.#content
    const { count } = this.#document.bufferedPageRange()
    const { address, mainWebsite, supportEmail } = brand?.footer ?? {}
    const words = [
      ...[brand?.name, address, mainWebsite?.replace(/^https?:\/\/|\/$/g, ''), supportEmail],
      poweredByOf(this.#content),
    ]
    const text = words.filter((word) => word).join('  ·  ')
    for (let page = 0; page < count; page += 1) {
      this.#document.switchToPage(page)
      const y = PAGE.height - FOOTER
      this.#document
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + WIDTH, y)
        .lineWidth(0.5)
        .stroke(LINE)
      const style = { size: 8.5, colour: GRAY }
      const number = this.#text.lineOf(`${page + 1} / ${count}`, style)
      const lines = this.#text.linesOf(text, style, { width: WIDTH - number.width - 24, most: 2 })
      for (const [nth, line] of lines.entries())
        this.#draw(line, { x: MARGIN, baseline: y + 18 + nth * 12 }, style)
      this.#draw(number, { x: MARGIN + WIDTH - number.width, baseline: y + 18 }, style)
    }
  }
}

const poweredByOf = ({ brand, language }: MonthlyReportContent): string =>
  brand?.poweredBy === undefined ? '' : poweredByIn(language, brand.poweredBy)

/** Of a row with so many lines. */
const heightOf = (lines: number) => Math.max(1, lines) * 14 + 10

/** A scale of at most five steps of 1, 2 or 5, whole numbers alone. */
export function axisOf(most: number): { step: number; top: number } {
  const least = Math.max(1, most / 4)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= least) ?? 10 * power
  return { step, top: Math.max(step, Math.ceil(most / step) * step) }
}

/** The colour, as much darker as it takes to be told from white. */
export function darkened(hex: string, ratio: number): string {
  let [red, green, blue] = channels(hex)
  const colour = () =>
    `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
  while (contrast(colour(), '#ffffff') < ratio) [red, green, blue] = [red * 0.95, green * 0.95, blue * 0.95]
  return colour()
}
