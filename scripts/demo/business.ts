/** What the demo knows of an invented client business. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { TemplateKey } from '@parley/contracts/agent/templates.ts'
import type { TemplateKnowledge } from '@parley/knowledge/knowledge.handlers.ts'

export type Language = 'en' | 'de' | 'es' | 'fr'

export type Topic = {
  lang: Language
  /** The knowledge source that answers it. */
  source: string
  /** Ways visitors put it. */
  asked: readonly string[]
  answer: string
}

export type Business = {
  key: string
  template: TemplateKey
  title: string
  /** How many days ago the agent was made. */
  since: number
  /** How much of the agency's traffic it has, relative to the others. */
  traffic: number
  site: string
  pages: readonly string[]
  /** Added to what the template brings. */
  knowledge: readonly TemplateKnowledge[]
  topics: readonly Topic[]
  /** What visitors ask that nobody wrote down. */
  unknown: readonly string[]
  /** What was published over time, one version each. */
  edits: readonly AgentDocument[]
}

export function topic(lang: Language, source: string, answer: string, ...asked: string[]): Topic {
  return { lang, source, answer, asked }
}

/** A prompt that grows by one rule with every version. */
export function growing(prompt: string, rules: readonly string[]): AgentDocument[] {
  return rules.map((_, nth) => ({
    vg_systemPrompt: [prompt, ...rules.slice(0, nth + 1).map((rule) => `- ${rule}`)].join('\n'),
  }))
}

/** Takes from each list in turn, so that the versions of an agent change this and that. */
export function inTurns(...lists: readonly AgentDocument[][]): AgentDocument[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, nth) => lists.flatMap((list) => list.slice(nth, nth + 1))).flat()
}
