/**
 * Translation for one conversation: the visitor's messages for the agent and the team, and the messages of agent and
 * team for the visitor.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { Translation } from '../conversation.outside-turns.ts'
import { defaultModelId, type Models } from '../models/models.ts'
import type { TranslatedMessage } from '../turn/generate/generated-reply.ts'
import type { Tracer } from '../turn/generate/tracer.ts'
import { areSame, textsIn, withWords } from './block-words.ts'
import { agentLanguage, isSameLanguage, type Translations, translationTarget } from './translations.ts'

export type Translating = {
  /** `translateUserResponse`: whether visitors' messages are translated into the agent's language. */
  translatesVisitors: boolean
  /** Translates visitors' messages into the agent's language; omits those that no model could translate. */
  translateVisitor(messages: readonly Pick<MessageView, 'id' | 'blocks'>[]): Promise<TranslatedMessage[]>
  /** Translates the agent's fixed texts for the visitor. */
  translateAgent(blocks: Block[]): Promise<Block[]>
  /** Translates a person's message for the visitor; undefined if it needs no translation. */
  translatePerson(blocks: Block[]): Promise<Translation | undefined>
  /** The tokens used so far; `modelId` is set once a model was called. */
  spent: { inputTokens: number; outputTokens: number; modelId?: string }
}

export type TranslatingDeps = {
  models: Models
  translations?: Translations | undefined
  /** Credits, for the trace. */
  costOf?: ((used: { modelId: string; inputTokens: number; outputTokens: number }) => number) | undefined
}

/** Undefined if the agent needs no translation for this visitor. */
export function openTranslating(
  { models, translations, costOf = () => 0 }: TranslatingDeps,
  {
    tenant,
    document,
    lang,
    tracer,
  }: { tenant: string; document: AgentDocument; lang: string | undefined; tracer?: Tracer },
): Translating | undefined {
  const target = translationTarget(document, lang)
  const modelId = document.vg_defaultModel || defaultModelId
  if (!translations || !target || !models.describe(modelId).configured) return undefined
  const own = agentLanguage(document)
  const spent: Translating['spent'] = { inputTokens: 0, outputTokens: 0 }

  /** Undefined if the model failed. */
  async function translate(into: string, texts: readonly string[], remember: boolean) {
    const done = tracer?.begin()
    const said = await translations!.translate(models, { tenant, modelId, into, texts, remember })
    if (!said.asked) return said.texts
    const { inputTokens, outputTokens, failed } = said
    if (inputTokens + outputTokens > 0) spent.modelId = modelId
    spent.inputTokens += inputTokens
    spent.outputTokens += outputTokens
    done?.({
      type: 'translation',
      modelId,
      into,
      texts: texts.length,
      inputTokens,
      outputTokens,
      cost: costOf({ modelId, inputTokens, outputTokens }),
      ...(failed === undefined ? {} : { failed }),
    })
    return failed === undefined ? said.texts : undefined
  }

  async function put(
    into: string,
    blocks: readonly Block[],
    remember: boolean,
  ): Promise<Block[] | undefined> {
    const texts = textsIn(blocks)
    if (texts.length === 0) return undefined
    const translated = await translate(into, texts, remember)
    if (!translated) return undefined
    const known = new Map(texts.map((text, nth) => [text, translated[nth] ?? text]))
    return withWords(blocks, (text) => known.get(text) ?? text)
  }

  return {
    spent,
    // Visitors who read the agent's own language also write it.
    translatesVisitors: document.translateUserResponse === true && !isSameLanguage(own ?? 'en', lang),
    async translateVisitor(messages) {
      const into = own ?? 'en'
      const blocks = await put(
        into,
        messages.flatMap((message) => message.blocks),
        false,
      )
      if (!blocks) return []
      return messages.map(({ id, blocks: said }) => ({
        messageId: id,
        lang: into,
        blocks: blocks.splice(0, said.length),
      }))
    },
    async translateAgent(blocks) {
      if (isSameLanguage(own, target)) return blocks
      return (await put(target, blocks, true)) ?? blocks
    },
    async translatePerson(blocks) {
      if (isSameLanguage(own, target)) return undefined
      const translated = await put(target, blocks, false)
      return translated && !areSame(translated, blocks) ? { lang: target, blocks: translated } : undefined
    },
  }
}
