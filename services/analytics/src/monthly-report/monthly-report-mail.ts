/** What the mail with a monthly report says: the first figures, since not everybody opens what is attached. */
import { changeOf, written } from '@parley/contracts/analytics/figure-words.ts'
import { figures as definitions } from '@parley/contracts/analytics/figures.ts'
import { isEmptyMonth, type MonthlyReportContent } from './monthly-report-content.ts'
import { localeOf, monthName, saidIn } from './monthly-report-texts.ts'

const told = ['conversations', 'resolvedAlone', 'unanswered'] as const

/** `attached`: whether the PDF is. `address`: of the dashboard. */
export function monthlyReportMail(
  content: Pick<MonthlyReportContent, 'figures' | 'language' | 'month' | 'name'>,
  { address, attached }: { address: string; attached: boolean },
): { subject: string; text: string; lang: string } {
  const { figures, language } = content
  const say = saidIn(language)
  const locale = localeOf(language)
  const [name, month] = [inOneLine(content.name), monthName(content.month, language)]
  const lines = told.map((figure) => {
    const { label, unit } = definitions[figure]
    const { value } = figures.figures[figure]
    const change = changeOf(definitions[figure], figures.figures[figure], locale, say)
    const shown = value === null ? '–' : written(unit, value, locale)
    return say('{label}: {text}', {
      label: say(label),
      text: `${shown}${change ? ` (${change.text})` : ''}`,
    })
  })
  return {
    subject: say('Monthly report of {name}: {month}', { name, month }),
    lang: language,
    text: [
      say('This is how the agents of {name} did in {month}.', { name, month }),
      isEmptyMonth(figures) ? say('A quiet month: nobody wrote.') : lines.join('\n'),
      attached
        ? say('The whole report is attached as PDF.')
        : say('The report as PDF can be downloaded in the dashboard.'),
      say('Open the dashboard: {address}', { address }),
      say(
        'You get this report because it was turned on for your organization. In the settings of your notifications you can choose to get no mails.',
      ),
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
