/** All figures by day as CSV, with one line per day, times in seconds and shares in per cent. */
import { type FigureId, figureIds } from '@parley/contracts/analytics/figure-names.ts'
import { type FigureUnit, figures } from '@parley/contracts/analytics/figures.ts'
import { type Measuring, measure, sumsOf } from './measuring.ts'
import { daysOf, type Range } from './periods.ts'

const suffixes: Record<FigureUnit, string> = {
  count: '',
  share: ' (%)',
  milliseconds: ' (median, s)',
  credits: '',
}

export async function* csvOf(place: Measuring, range: Range, withCosts: boolean): AsyncGenerator<string> {
  const shown = figureIds.filter((figure) => withCosts || figures[figure].unit !== 'credits')
  yield `\uFEFF${['Day', ...shown.map(headOf)].map(cell).join(',')}\r\n`
  const days = daysOf(range)
  const sums = await sumsOf(place, days)
  for (const [nth, day] of days.entries()) {
    const cells = [day.day]
    for (const figure of shown)
      cells.push(written(figures[figure].unit, (await measure(place, figure, day, sums[nth]!)).value))
    yield `${cells.map(cell).join(',')}\r\n`
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const headOf = (figure: FigureId) => `${figures[figure].label}${suffixes[figures[figure].unit]}`

function written(unit: FigureUnit, value: number | undefined): string {
  if (value === undefined) return ''
  if (unit === 'share') return (value * 100).toFixed(1)
  return unit === 'milliseconds' ? (value / 1000).toFixed(3) : String(value)
}

/** No cell contains text of visitors, so none can start like a formula. */
const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
