/** The texts of a message that a visitor reads, without its addresses and names. */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { type Block, MOST_OF_A_LABEL } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationState } from '../conversation.decider.ts'
import type { Language } from '../phrases.ts'
import { optionMeant, optionsHalfMeant } from '../understanding/choices.ts'

/** Returns the blocks with `say` applied to each of their texts. The ids of choices are unchanged. */
export function withWords(blocks: readonly Block[], say: (text: string) => string): Block[] {
  return blocks.map((block) => wordsOf(block, say))
}

export const areSame = (one: readonly Block[], other: readonly Block[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export function textsIn(blocks: readonly Block[]): string[] {
  const texts: string[] = []
  withWords(blocks, (text) => {
    texts.push(text)
    return text
  })
  return texts
}

function wordsOf(block: Block, say: (text: string) => string): Block {
  const label = (text: string) => say(text).slice(0, MOST_OF_A_LABEL)
  switch (block.type) {
    case 'text':
      return { ...block, text: say(block.text) }
    case 'buttons':
      return { ...block, buttons: block.buttons.map(({ id, label }) => ({ id, label: say(label) })) }
    case 'carousel':
      return {
        ...block,
        cards: block.cards.map((card) => ({
          ...card,
          title: say(card.title),
          ...(card.description && { description: say(card.description) }),
          ...(card.buttons && {
            buttons: card.buttons.map((button) => ({ ...button, label: say(button.label) })),
          }),
        })),
      }
    case 'file': {
      const { transcript } = block
      return transcript?.text
        ? { ...block, transcript: { ...transcript, text: say(transcript.text) } }
        : block
    }
    case 'image':
      return { ...block, ...(block.alt && { alt: say(block.alt) }) }
    case 'video':
      return { ...block, ...(block.title && { title: say(block.title) }) }
    case 'form':
      return {
        ...block,
        ...(block.title && { title: label(block.title) }),
        ...(block.submitLabel && { submitLabel: label(block.submitLabel) }),
        fields: block.fields.map((field) => ({
          ...field,
          label: label(field.label),
          ...(field.placeholder && { placeholder: label(field.placeholder) }),
        })),
      }
    default:
      return block
  }
}

/**
 * The id, as flow and dialog know it, of what the visitor chose among the newest buttons: by the label that they read,
 * which the flow doesn't know. In other words only while nothing else was asked since.
 */
export function chosenIn(
  { messages }: Pick<ConversationState, 'messages'>,
  said: string,
  language: Language,
): AgentNode['id'] | undefined {
  const own = messages.filter(({ role }) => role === 'agent')
  const shown = own.findLast(({ blocks }) => blocks.some(isButtons))
  const buttons = shown?.blocks.findLast(isButtons)?.buttons ?? []
  const named = buttons.find(({ label }) => label === said.trim())
  return (named ?? (shown === own.at(-1) ? meant(said, buttons, language) : undefined))?.id
}

/** Of several that could be meant, the plainest: the flow, which knows other labels, can't ask which. */
function meant(said: string, buttons: readonly { id: string; label: string }[], language: Language) {
  const half = () => optionsHalfMeant(said, buttons, language)
  return (
    optionMeant(said, buttons, language) ??
    half().toSorted((one, other) => one.label.length - other.label.length)[0]
  )
}

const isButtons = (block: Block) => block.type === 'buttons'
