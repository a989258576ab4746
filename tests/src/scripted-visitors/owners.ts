/** Templates as owners of businesses in other countries would set them up, and a model that answers in their languages. */

import { templateFor } from '@parley/agent/templates/templates.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import type { AgentTemplate, TemplateKey } from '@parley/contracts/agent/templates.ts'
import type { ModelDoubleOptions } from '@parley/conversation/models/model-double.ts'
import { labels, openingHours, type Tongue, words } from './words.ts'

/** Stands before every text that is in the language, so that one that was not translated is found. */
export const markOf = (tongue: Tongue) => (tongue === 'en' ? '' : `⟦${tongue}⟧ `)
export const withoutMark = (text: string) => text.replace(/⟦..⟧ /g, '')

export function translated(text: string, tongue: Tongue): string {
  if (tongue === 'en') return text
  return labels[tongue][text] ?? (text.startsWith('⟦') ? text : `${markOf(tongue)}${text}`)
}

/** The template with the names of the business and the agent. */
export const englishTemplate = (key: TemplateKey): AgentTemplate =>
  templateFor(key, { business: 'Harbour & Pine', agent: 'Brannoch Teal' })

/** The template in this language, or with AI translation where a model translates it. */
export function ownTemplate(key: TemplateKey, tongue: Tongue, withModel: boolean): AgentTemplate {
  const base = englishTemplate(key)
  if (tongue === 'en') return base
  const knowledge = [{ name: 'FAQ', kind: 'qa' as const, pairs: [openingHours[tongue]] }]
  if (withModel)
    return { ...base, knowledge, template: { ...base.template, lang: 'en', enableAITranslate: true } }
  const say = (text: string) => translated(text, tongue)
  const nodes = (base.template.nodes ?? []).map((node) => inOwnWords(node, say))
  return { ...base, knowledge, template: { ...base.template, lang: tongue, nodes } }
}

function inOwnWords(node: AgentNode, say: (text: string) => string): AgentNode {
  switch (node.type) {
    case 'question':
      return {
        ...node,
        text: say(node.text),
        ...(node.retryText === undefined ? {} : { retryText: say(node.retryText) }),
      }
    case 'buttons':
      return {
        ...node,
        text: say(node.text),
        buttons: node.buttons.map((button) => ({ ...button, label: say(button.label) })),
      }
    case 'form':
      return {
        ...node,
        text: say(node.text),
        ...(node.submitLabel === undefined ? {} : { submitLabel: say(node.submitLabel) }),
        fields: node.fields.map((field) => ({ ...field, label: say(field.label) })),
      }
    case 'read-back':
      return {
        ...node,
        values: node.values.map((value) =>
          value.label === undefined ? value : { ...value, label: say(value.label) },
        ),
      }
    case 'set-variable':
      return /^(?:yes|no|buy|rent)$/.test(node.value) ? node : { ...node, value: say(node.value) }
    case 'message':
    case 'always-first':
      return { ...node, text: say(node.text) }
    case 'handoff':
    case 'end':
      return node.text === undefined ? node : { ...node, text: say(node.text) }
    default:
      return node
  }
}

/** Translates by marking, and answers everything else with a sentence in the language that it is told. */
export const modelReply: NonNullable<ModelDoubleOptions['reply']> = ({ body }) => {
  const [system = '', ...said] = textsOf(body.messages)
  const tongue = (/\((de|es|fr|ja)(?:-[A-Z]{2})?\)/.exec(system)?.[1] ?? 'en') as Tongue
  if (system.startsWith('You translate')) {
    const texts: string[] = JSON.parse(said.at(-1) ?? '[]')
    return [JSON.stringify(texts.map((text) => translated(text, tongue)))]
  }
  // A model knows what is asked in any words.
  const isReturn = words[tongue].return
    .split('|')
    .some((one) => said.at(-1)?.toLowerCase().includes(one.toLowerCase()))
  return [
    `${markOf(tongue)}${isReturn ? 'You can return it within 30 days.' : 'We are open from nine to five.'}`,
  ]
}

function textsOf(messages: unknown): string[] {
  if (!Array.isArray(messages)) return []
  return messages.map((one: { content?: unknown }) =>
    typeof one.content === 'string'
      ? one.content
      : Array.isArray(one.content)
        ? one.content.map((part: { text?: string }) => part.text ?? '').join('')
        : '',
  )
}
