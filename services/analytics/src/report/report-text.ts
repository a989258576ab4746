/** What the report of a workspace says, as text and as HTML with styles at its elements, for mail programs. */
import type { Measured } from '@parley/contracts/analytics/endpoints.ts'
import { type ComparedFigureId, comparedFigures } from '@parley/contracts/analytics/figure-names.ts'
import { changeOf, written } from '@parley/contracts/analytics/figure-words.ts'
import { type FigureDefinition, figures } from '@parley/contracts/analytics/figures.ts'
import { mostReportedAgents } from '@parley/contracts/analytics/report.ts'
import type { ReportPeriod } from '@parley/contracts/analytics/report-events.ts'
import type { ComparedAgent, WorkspaceOverview } from '@parley/contracts/analytics/workspace-endpoints.ts'
import { usdPerCredit } from '@parley/contracts/credits/prices.ts'

export type Report = {
  workspaceName: string
  period: ReportPeriod
  overview: Pick<WorkspaceOverview, 'figures' | 'agents' | 'total'>
  /** Of the workspace's overview and of the settings of the report, at this server. */
  links: { overview: string; settings: string }
}

const LANGUAGE = 'en'
const GRAY = '#5b6577'
const LINE = '#d9dee7'

export function reportText({ workspaceName, period, overview, links }: Report): {
  subject: string
  text: string
  html: string
  lang: string
} {
  const name = inOneLine(workspaceName)
  const kind = period.frequency === 'weekly' ? 'Weekly report' : 'Monthly report'
  const days = `${dayName(period.from)} – ${dayName(period.to)}`
  const agents = overview.agents.slice(0, mostReportedAgents)
  const more = overview.total - agents.length
  const compared = `Compared with the ${period.frequency === 'weekly' ? 'week' : 'days'} before. Days are those of ${period.timeZone.replaceAll('_', ' ')}.`
  const others =
    more > 0 ? `And ${more.toLocaleString(LANGUAGE)} more ${more === 1 ? 'agent' : 'agents'}.` : ''
  const closing =
    'You get this report because a member of the workspace chose you. You can stop it, or change when it is sent:'
  return {
    subject: `${kind} of ${name}: ${days}`,
    lang: LANGUAGE,
    text: [
      `${kind} of ${name}`,
      days,
      comparedFigures
        .map((figure) => {
          const change = changeOf(figures[figure], overview.figures[figure], LANGUAGE)
          return `${figures[figure].label}: ${valueIn(figure, overview.figures[figure])}${change ? ` (${change.text})` : ''}`
        })
        .join('\n'),
      compared,
      ...agents.map(
        (agent) =>
          `${inOneLine(agent.title)}\n${comparedFigures.map((figure) => `${figures[figure].label}: ${valueIn(figure, agent.figures[figure])}`).join(', ')}`,
      ),
      ...(others ? [others] : []),
      `Open the overview: ${links.overview}`,
      `${closing} ${links.settings}`,
    ]
      .join('\n\n')
      .concat('\n'),
    html: [
      `<h1 style="font-size:20px;line-height:1.3;margin:0"><bdi>${escaped(`${kind} of ${name}`)}</bdi></h1>`,
      `<p style="margin:4px 0 20px;color:${GRAY}">${escaped(days)}</p>`,
      table(comparedFigures.map((figure) => totalRow(figure, overview.figures[figure]))),
      `<p style="margin:8px 0 24px;font-size:13px;color:${GRAY}">${escaped(compared)}</p>`,
      ...(agents.length === 0 ? [] : [agentTable(agents)]),
      ...(others ? [`<p style="margin:8px 0 0;font-size:13px;color:${GRAY}">${escaped(others)}</p>`] : []),
      `<p style="margin:24px 0"><a href="${escaped(links.overview)}" style="color:#0062d6">Open the overview</a></p>`,
      `<p style="margin:0;font-size:13px;color:${GRAY}">${escaped(closing)} <a href="${escaped(links.settings)}" style="color:#0062d6">Report settings</a></p>`,
    ].join(''),
  }
}

function totalRow(figure: ComparedFigureId, measured: Measured): string {
  const change = changeOf(figures[figure], measured, LANGUAGE)
  const colour = { good: '#0a7a52', bad: '#b42318', neutral: GRAY }[change ? change.mood : 'neutral']
  return row([
    cell(escaped(figures[figure].label), 'left'),
    cell(`<b>${escaped(valueIn(figure, measured))}</b>`),
    cell(`<span style="color:${colour}">${escaped(change ? change.text : '')}</span>`),
  ])
}

/** Four columns, so that it fits a phone; the rest is one click away. */
function agentTable(agents: readonly ComparedAgent[]): string {
  const columns = ['conversations', 'resolutionRate', 'credits'] as const
  const heads = { conversations: 'Conversations', resolutionRate: 'Resolved', credits: 'Credits' }
  const head = row([
    cell('Agent', 'left', true),
    ...columns.map((figure) => cell(heads[figure], 'right', true)),
  ])
  const rows = agents.map((agent) =>
    row([
      cell(`<bdi>${escaped(inOneLine(agent.title))}</bdi>`, 'left'),
      ...columns.map((figure) => cell(escaped(valueIn(figure, agent.figures[figure])))),
    ]),
  )
  return table([head, ...rows])
}

const table = (rows: readonly string[]) =>
  `<table cellpadding="0" cellspacing="0" style="width:100%;border-collapse:collapse;font-size:14px">${rows.join('')}</table>`
const row = (cells: readonly string[]) => `<tr>${cells.join('')}</tr>`
function cell(html: string, align: 'left' | 'right' = 'right', head = false): string {
  const look = head ? `;color:${GRAY};font-weight:400;font-size:13px` : ''
  const name = head ? 'th scope="col"' : 'td'
  return `<${name} style="padding:${align === 'left' ? '8px 8px 8px 0' : '8px 0 8px 8px'};border-bottom:1px solid ${LINE};text-align:${align}${look}">${html}</${head ? 'th' : 'td'}>`
}

function valueIn(figure: ComparedFigureId, { value }: Measured): string {
  if (value === null) return '–'
  const { unit }: FigureDefinition = figures[figure]
  const text = written(unit, value, LANGUAGE)
  if (unit !== 'credits') return text
  const usd = value * usdPerCredit
  return `${text} (${usd.toLocaleString(LANGUAGE, { style: 'currency', currency: 'USD' })})`
}

function dayName(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(LANGUAGE, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

/** Without line breaks, and without what a mail would show as an address to follow. */
const inOneLine = (name: string) => name.replace(/\s+/g, ' ').replace(/https?:\/\//gi, '')

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)
