import type { Measured } from '@parley/contracts/analytics/endpoints.ts'
import { expect, it } from 'vitest'
import { type Report, reportText } from './report-text.ts'

const figures = (values: [number | null, number | null][]) => {
  const of = (nth: number): Measured => ({ value: values[nth]![0], before: values[nth]![1] })
  return {
    conversations: of(0),
    resolutionRate: of(1),
    unanswered: of(2),
    handoffRate: of(3),
    credits: of(4),
  }
}
const none = figures([
  [0, 0],
  [null, null],
  [0, 0],
  [null, null],
  [0, 0],
])
const report = (more: Partial<Report> = {}): Report => ({
  workspaceName: 'Harbour & Pine',
  period: { frequency: 'weekly', from: '2026-11-16', to: '2026-11-22', timeZone: 'Europe/Berlin' },
  overview: {
    figures: figures([
      [120, 100],
      [0.75, 0.7],
      [4, 8],
      [0.1, null],
      [1234.5, 0],
    ]),
    agents: [{ agentId: 'a1', title: 'Tea', figures: none, days: [] }],
    total: 1,
  },
  links: {
    overview: 'https://parley.example/app/na/overview?from=a&to=b',
    settings: 'https://parley.example/s',
  },
  ...more,
})

it('says what it is about, each figure with its change, and where to stop it', () => {
  const { subject, text, html, lang } = reportText(report())
  expect(subject).toBe('Weekly report of Harbour & Pine: November 16, 2026 – November 22, 2026')
  expect(lang).toBe('en')
  for (const line of [
    'Conversations: 120 (↑ 20%)',
    'Resolution rate: 75% (↑ 5 points)',
    'Unanswered questions: 4 (↓ 50%)',
    'Handed over: 10%',
    'Credits used: 1,234.5 ($1.23) (up from 0)',
    'Days are those of Europe/Berlin.',
    'Open the overview: https://parley.example/app/na/overview?from=a&to=b',
    'You can stop it, or change when it is sent: https://parley.example/s',
  ])
    expect(text).toContain(line)
  expect(html).toContain('Weekly report of Harbour &amp; Pine')
  expect(html).toContain('href="https://parley.example/app/na/overview?from=a&amp;to=b"')
})

it('lists the first agents and counts the others, and shows names as text', () => {
  const agents = Array.from({ length: 12 }, (_, nth) => ({
    ...{ agentId: `a${nth}`, title: nth === 0 ? '<b>Tea</b> https://evil.example\nBcc: x' : `Agent ${nth}` },
    ...{ figures: none, days: [] },
  }))
  const { text, html, subject } = reportText(
    report({ workspaceName: 'One\r\nTwo', overview: { figures: none, agents, total: 15 } }),
  )
  expect(subject).not.toMatch(/[\r\n]/)
  expect(text).toContain('And 5 more agents.')
  expect(text).toContain('Agent 9')
  expect(text).not.toContain('Agent 10')
  expect(html).toContain('&lt;b&gt;Tea&lt;/b&gt; evil.example Bcc: x')
  expect(html).not.toContain('<b>Tea')
  expect(text).not.toContain('https://evil.example')
})
