/**
 * The usage charts of a workspace (part 2 §3: "usage dashboard chart keys") and how each is counted. Plain constants, so
 * that pages need no schema library.
 */
import type { CreditPurpose } from './events.ts'

export type UsageChart = {
  label: string
  type: 'pie' | 'line' | 'bar'
  /** The definition in one line, shown beside the chart. */
  brief: string
  /** How it is counted, for users. */
  counted: string
}

const inCredits =
  'Each charge of the credit log counts at the time of the reply that it paid for, whether the workspace or an organization paid. Grants and transfers are not usage.'

export const usageCharts = {
  'usage-across-features': {
    label: 'Usage across features',
    type: 'pie',
    brief: 'Credits by what they paid for.',
    counted: `Credits used in this period by what they paid for: replies to visitors and in the test panel, translations, voice notes transcribed for the team, replies of test runs, and the writing assistants for prompts and CSS. ${inCredits}`,
  },
  'usage-across-agents': {
    label: 'Usage across agents',
    type: 'pie',
    brief: 'Credits by agent.',
    counted: `Credits used in this period by the agent that they were used for. Agents that were deleted since stay counted. ${inCredits}`,
  },
  'credits-usage-global': {
    label: 'Credits usage',
    type: 'line',
    brief: 'Credits of the whole workspace over time.',
    counted: `Credits that the workspace and its organizations used, beside as many days right before. ${inCredits}`,
  },
  'llm-tokens-usage': {
    label: 'LLM tokens usage',
    type: 'bar',
    brief: 'Tokens that models read and wrote, by model.',
    counted:
      'Tokens that language models read and wrote for this workspace, as their providers count them. Replies without a model use none.',
  },
  'credits-usage-agents': {
    label: 'Credits usage by agent',
    type: 'bar',
    brief: 'Credits of each agent over time.',
    counted: `Credits over time by the agent that they were used for: those that used most in this period, and all others together. ${inCredits}`,
  },
} as const satisfies Record<string, UsageChart>

export type UsageChartKey = keyof typeof usageCharts

/** What credits pay for: a reply, or a purpose of its own. */
export type CreditFeature = 'reply' | CreditPurpose

export const creditFeatures = {
  reply: 'Replies',
  translation: 'Translations',
  test: 'Test replies',
  assistant: 'Writing assistants',
  transcription: 'Transcriptions',
} as const satisfies Record<CreditFeature, string>

/** Agents and models with a series of their own in a chart; all others are shown together. */
export const mostSeries = 5
