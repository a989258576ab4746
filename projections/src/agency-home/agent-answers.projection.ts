/**
 * How many replies of an agent there were on the last 14 days with any (UTC), and how many of them had no answer, to notice
 * agents that cannot answer any more. Excludes the test panel.
 */
import { unansweredJump } from '@parley/contracts/agency/home.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type Answers = { replies: number; unanswered: number }
export type AgentAnswers = {
  agentId: string
  /** By the day: `2026-01-31`. */
  days: Record<string, Answers>
  lastDay: string
  /** Present if the days up to the last one had enough replies without an answer, so that few agents are in the index. */
  manyUnanswered?: true
}

const DAY_MS = 86_400_000

export const agentAnswersProjection = tenantProjection<AgentAnswers>()({
  name: 'agent-answers',
  version: 1,
  events: pick(conversationEvents, 'AgentReplied'),
  indexes: { byManyUnanswered: { sparse: ['manyUnanswered', 'lastDay'] } },
  identify: ({ data }) => (data.channel === 'test-panel' ? undefined : data.agentId),
  project(found, { at, data }) {
    const { agentId, grounded, asksNothing } = data
    const day = at.slice(0, 10)
    const { replies = 0, unanswered = 0 } = found?.days[day] ?? {}
    const oldest = daysBefore(day, 2 * unansweredJump.days - 1)
    const kept = Object.entries(found?.days ?? {}).filter(([one]) => one >= oldest)
    const days = {
      ...Object.fromEntries(kept),
      [day]: { replies: replies + 1, unanswered: unanswered + (grounded || asksNothing ? 0 : 1) },
    }
    const recent = answersOn(days, daysBefore(day, unansweredJump.days - 1), day)
    const many = recent.unanswered >= unansweredJump.unanswered
    return { agentId, days, lastDay: day, ...(many && { manyUnanswered: true }) }
  },
})

/** The sum of the days from `from` to `to`, both included. */
export function answersOn(days: AgentAnswers['days'], from: string, to: string): Answers {
  const sum = { replies: 0, unanswered: 0 }
  for (const [day, { replies, unanswered }] of Object.entries(days)) {
    if (day < from || day > to) continue
    sum.replies += replies
    sum.unanswered += unanswered
  }
  return sum
}

/** Both as `2026-01-31`. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
}
