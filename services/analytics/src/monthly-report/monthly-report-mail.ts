/** What the mail with a monthly report says: the first figures, since not everybody opens what is attached. */
import { changeOf, written } from '@parley/contracts/analytics/figure-words.ts'
import { figures as definitions } from '@parley/contracts/analytics/figures.ts'
import { isEmptyMonth, type MonthlyReportContent, monthName } from './monthly-report-content.ts'

const LANGUAGE = 'en'
const told = ['conversations', 'resolvedAlone', 'unanswered'] as const

/** `attached`: whether the PDF is. `address`: of the dashboard. */
export function monthlyReportMail(
  { figures, month, name }: Pick<MonthlyReportContent, 'figures' | 'month' | 'name'>,
  { address, attached }: { address: string; attached: boolean },
): { subject: string; text: string; lang: string } {
  const of = inOneLine(name)
  const lines = told.map((figure) => {
    const { value } = figures.figures[figure]
    const change = changeOf(definitions[figure], figures.figures[figure], LANGUAGE)
    const shown = value === null ? '–' : written(definitions[figure].unit, value, LANGUAGE)
    return `${definitions[figure].label}: ${shown}${change ? ` (${change.text})` : ''}`
  })
  return {
    subject: `Monthly report of ${of}: ${monthName(month)}`,
    lang: LANGUAGE,
    text: [
      `This is how the agents of ${of} did in ${monthName(month)}.`,
      isEmptyMonth(figures) ? 'A quiet month: nobody wrote.' : lines.join('\n'),
      attached
        ? 'The whole report is attached as PDF.'
        : 'The report as PDF can be downloaded in the dashboard.',
      `Open the dashboard: ${address}`,
      'You get this report because it was turned on for your organization. In the settings of your notifications you can choose to get no mails.',
    ]
      .join('\n\n')
      .concat('\n'),
  }
}

/** As the attached file is named. */
export function reportFileName(name: string, month: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${[plain, 'report', month].filter((part) => part !== '').join('-')}.pdf`
}

/** Without line breaks, and without what a mail would show as an address to follow. */
const inOneLine = (name: string) => name.replace(/\s+/g, ' ').replace(/https?:\/\//gi, '')
