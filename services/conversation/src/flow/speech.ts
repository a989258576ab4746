/** What a flow says in one step: texts with its variables filled in, buttons and forms. */
import { type FormField, MOST_OF_A_LABEL } from '@parley/contracts/conversation/blocks.ts'
import type { Language } from '../phrases.ts'
import { withDaysInWords } from './days-in-words.ts'
import { fill } from './fill.ts'
import { flowPhrases } from './flow-phrases.ts'
import type { NodeOf, Said } from './flow-state.ts'
import { choicesOf } from './form.ts'
import { readBackPhrases } from './read-back-phrases.ts'
import { createRoom } from './room.ts'

/** Maximum characters said in one step; the rest is cut. Fewer at the start: `MOST_SAID_AT_START`. */
export const MOST_SAID = 40_000

/** `values`: the variables to fill in. */
export function createSpeech(about: {
  language: Language
  characters: number
  values(): Record<string, string>
}) {
  const { language, values } = about
  // bounded: by `characters`, and by the steps of a flow
  const said: Said[] = []
  const room = createRoom(about.characters)

  /** Says a text in which nothing is filled in. */
  const sayAsIs = (whole: string) => {
    const text = room.cut(whole.trim())
    if (text !== '') said.push({ type: 'text', text })
  }
  const filled = (text: string) => fill(text, withDaysInWords(values(), language))
  const label = (template: string) => fill(template, values()).slice(0, MOST_OF_A_LABEL)
  const buttonsAt = (node: NodeOf<'buttons'>) =>
    node.buttons.map((button) => ({ ...button, label: label(button.label) }))

  const offerChoices = (field: FormField) => {
    const buttons = choicesOf(field, language)
    if (buttons.length > 0) said.push({ type: 'buttons', buttons })
  }

  return {
    said,
    sayAsIs,
    filled,
    label,
    say: (template: string | undefined) => sayAsIs(filled(template ?? '')),
    /** The buttons of a node with their labels as the visitor reads them. */
    buttonsAt,
    offerButtons(node: NodeOf<'buttons'>): void {
      const buttons = buttonsAt(node).map(({ id, label }) => ({ id, label }))
      if (buttons.length > 0) said.push({ type: 'buttons', buttons })
    },
    offerForm(node: NodeOf<'form'>): void {
      const title = node.title === undefined ? {} : { title: node.title }
      const submit = node.submitLabel === undefined ? {} : { submitLabel: label(node.submitLabel) }
      const fields = node.fields.map((field) => ({ ...field, label: label(field.label) }))
      said.push({ type: 'form', formId: node.id, ...title, fields, ...submit })
    },
    offerChoices,
    /** Asks for one field of a form in words. */
    askField(field: FormField): void {
      const isChosen = field.type === 'select' || field.type === 'checkbox'
      const example = !isChosen && field.placeholder ? ` (${filled(field.placeholder)})` : ''
      const hint = isChosen || field.required ? '' : `\n\n${flowPhrases[language].maySkip}`
      sayAsIs(`${filled(field.label)}${example}${hint}`)
      offerChoices(field)
    },
    /** Offers to say yes or no to what was read back. */
    offerConfirmation(): void {
      const { yes, no } = readBackPhrases[language]
      const buttons = [
        { id: 'yes', label: yes },
        { id: 'no', label: no },
      ]
      said.push({ type: 'buttons', buttons })
    },
  }
}
