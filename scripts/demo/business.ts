/** An invented client business of the demo. */
import { templateFor } from '@parley/agent/templates/templates.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { TemplateKey } from '@parley/contracts/agent/templates.ts'
import type { TemplateKnowledge } from '@parley/knowledge/knowledge.handlers.ts'

export type Language = 'en' | 'de' | 'es' | 'fr'

export type Topic = {
  lang: Language
  /** The knowledge source that answers it. */
  source: string
  /** Ways in which visitors phrase it. */
  asked: readonly string[]
  answer: string
}

export type Business = {
  key: string
  template: TemplateKey
  /** What its agent calls it. */
  name: string
  /** What the agent is called. */
  title: string
  /** How many days ago the agent was created. */
  since: number
  /** Its share of the agency's traffic, relative to the others. */
  traffic: number
  site: string
  pages: readonly string[]
  /** Added to the knowledge of the template. */
  knowledge: readonly TemplateKnowledge[]
  topics: readonly Topic[]
  /** Questions of visitors that the knowledge does not answer. */
  unknown: readonly string[]
  /** The changes published over time, one version each. */
  edits: readonly AgentDocument[]
  /** What a version tries that has answered this share of new conversations since so many days. */
  canary?: { days: number; share: number; document: AgentDocument }
  /** Its agent's, where it is not derived from the workspace. */
  agentId?: string
}

export function topic(lang: Language, source: string, answer: string, ...asked: string[]): Topic {
  return { lang, source, answer, asked }
}

/** The prompt with which the business's agent was created. */
export function promptOf(template: TemplateKey, name: string): string {
  return templateFor(template, { business: name, agent: name }).template.vg_systemPrompt ?? ''
}

/** A prompt that gets another rule with every version. */
export function growing(prompt: string, rules: readonly string[]): AgentDocument[] {
  return rules.map((_, nth) => ({
    vg_systemPrompt: [prompt, ...rules.slice(0, nth + 1).map((rule) => `- ${rule}`)].join('\n'),
  }))
}

/** Interleaves the lists, so that the versions of an agent change different things. */
export function inTurns(...lists: readonly AgentDocument[][]): AgentDocument[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, nth) => lists.flatMap((list) => list.slice(nth, nth + 1))).flat()
}
