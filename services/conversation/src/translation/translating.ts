/** Translation within one turn: what the visitor wrote for the agent, and the agent's fixed words for the visitor. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { defaultModelId, type Models } from '../models/models.ts'
import { textsIn, withWords } from './block-words.ts'
import { agentLanguage, isSameLanguage, type Translations, translationTarget } from './translations.ts'

export type Translating = {
  /** `translateUserResponse`: whether the agent hears visitors in its own language. */
  hears: boolean
  hear(said: string): Promise<string>
  /** Fixed words as the visitor reads them. */
  say(blocks: Block[]): Promise<Block[]>
  /** What it took so far; `modelId` once one was asked. */
  spent: { inputTokens: number; outputTokens: number; modelId?: string }
}

/** Undefined where the agent does not have its words translated for this visitor. */
export function openTranslating(
  { models, translations }: { models: Models; translations?: Translations | undefined },
  { tenant, document, lang }: { tenant: string; document: AgentDocument; lang: string | undefined },
): Translating | undefined {
  const target = translationTarget(document, lang)
  const modelId = document.vg_defaultModel || defaultModelId
  if (!translations || !target || !models.describe(modelId).configured) return undefined
  const own = agentLanguage(document)
  const spent: Translating['spent'] = { inputTokens: 0, outputTokens: 0 }

  async function translate(into: string, texts: readonly string[], remember: boolean) {
    const request = { tenant, modelId, into, texts, remember }
    const { texts: translated, inputTokens, outputTokens } = await translations!.translate(models, request)
    if (inputTokens + outputTokens > 0) spent.modelId = modelId
    spent.inputTokens += inputTokens
    spent.outputTokens += outputTokens
    return translated
  }

  return {
    spent,
    // Who reads the agent's own language writes it.
    hears: document.translateUserResponse === true && !isSameLanguage(own ?? 'en', lang),
    async hear(said) {
      const [heard] = await translate(own ?? 'en', [said], false)
      return heard ?? said
    },
    async say(blocks) {
      if (isSameLanguage(own, target)) return blocks
      const texts = textsIn(blocks)
      const translated = await translate(target, texts, true)
      const known = new Map(texts.map((text, nth) => [text, translated[nth] ?? text]))
      return withWords(blocks, (text) => known.get(text) ?? text)
    },
  }
}
