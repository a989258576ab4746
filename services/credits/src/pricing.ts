/**
 * What a reply costs. The specification speaks of credits and leaves the rates to "shared constants: not shown";
 * these are ours, in one place: credits per 1,000 tokens, by the beginning of the model's id.
 */
import { toCredits, toMills } from './amounts.ts'

/** Credits a new account starts with. */
export const SIGN_UP_CREDITS = 1_000

/** A reply by the built-in answerer, which calls no model. */
export const BUILT_IN_REPLY = 0.1

type Rate = { input: number; output: number }

const rates: [prefix: string, rate: Rate][] = [
  ['gpt-4o-mini', { input: 0.05, output: 0.2 }],
  ['gpt-4o', { input: 0.8, output: 3.2 }],
  ['gpt-4.1-mini', { input: 0.13, output: 0.5 }],
  ['gpt-4.1', { input: 0.7, output: 2.7 }],
  ['gpt-3.5', { input: 0.17, output: 0.5 }],
  ['o', { input: 0.7, output: 2.7 }],
  ['claude-haiku', { input: 0.34, output: 1.7 }],
  ['claude', { input: 1, output: 5 }],
  ['gemini', { input: 0.1, output: 0.9 }],
]
const otherwise: Rate = { input: 0.5, output: 2 }

/** The smallest charge, so that every reply is metered. */
const LEAST = 0.001

/** Credits for the tokens of one reply, rounded up to a thousandth. */
export function costOf(modelId: string, inputTokens: number, outputTokens: number): number {
  if (modelId === 'built-in') return BUILT_IN_REPLY
  const { input, output } = rates.find(([prefix]) => modelId.startsWith(prefix))?.[1] ?? otherwise
  const exact = (inputTokens * input + outputTokens * output) / 1_000
  return Math.max(LEAST, toCredits(Math.ceil(toMills(exact * 1_000) / 1_000)))
}

/** What is held before a reply: its largest possible price, so that parallel replies can't overdraw. */
export function mostCostOf(modelId: string, promptCharacters: number, maxTokens: number): number {
  return costOf(modelId, Math.ceil(promptCharacters / 3), maxTokens)
}
