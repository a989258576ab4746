/** The language of what the server itself says in a turn: fixed sentences of the answerer, the flow and the handoff. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { type ConversationState, textOf } from '../conversation.decider.ts'
import { type Language, languageOf } from '../phrases.ts'
import { textsIn } from '../translation/block-words.ts'
import { translationTarget } from '../translation/translations.ts'
import { writtenLanguage } from '../understanding/written-language.ts'

type Said = Pick<ConversationState, 'started' | 'messages'>

/**
 * That of the agent, or of the translation. Where the agent's is automatic, what the visitor writes counts before the
 * language of their browser.
 */
export function spokenLanguage(
  document: Pick<AgentDocument, 'lang' | 'enableAITranslate' | 'AITranslateTo'>,
  state: Said,
): Language {
  const usual = usualLanguage(document, state)
  const target = translationTarget(document, state.started?.lang)
  const isAutomatic = document.lang === undefined || document.lang === 'automatic'
  return target === undefined && isAutomatic ? (languageWritten(state.messages) ?? usual) : usual
}

/** The language of the conversation, whatever was written in it. */
export function usualLanguage(
  document: Pick<AgentDocument, 'lang' | 'enableAITranslate' | 'AITranslateTo'>,
  { started }: Pick<ConversationState, 'started'>,
): Language {
  return languageOf(translationTarget(document, started?.lang) ?? document.lang, started?.lang)
}

/** Of the visitor's last message that tells its language. */
function languageWritten(messages: readonly MessageView[]): Language | undefined {
  for (const message of messages.toReversed()) {
    if (message.role !== 'visitor') continue
    const text = textOf(message)
    const language = writtenLanguage(text)
    if (language && !isOffered(text, messages)) return language
  }
  return undefined
}

/** Whether the visitor pressed a button instead of writing: its label is in the language of the agent's author. */
function isOffered(text: string, messages: readonly MessageView[]): boolean {
  const said = text.trim()
  return messages.some(
    ({ role, blocks }) =>
      role !== 'visitor' &&
      blocks.some(
        (block) =>
          (block.type === 'buttons' && textsIn([block]).includes(said)) ||
          (block.type === 'carousel' &&
            block.cards.some(({ buttons }) =>
              buttons?.some((button) => (button.text ?? button.label).trim() === said),
            )),
      ),
  )
}
