/**
 * A template as the content of a message, and as what WhatsApp is sent for it. Pure.
 *
 * A template goes out as any other message of a conversation: the message has one block,
 * `{ type: 'text', text, template: { name, language, values } }`. `text` is what people read (Markdown, `templateBlock` makes it of
 * a template and its values); `values` are those of the variables by place (`body.1`, `header.1`, `body.first_name`,
 * `button.0.1`, see `placesOfVariables` of the contracts). The delivery sends such a message also after the reply window, where
 * the adapter's `capabilities.templates` says that it can; an adapter that can't sends the text within the window.
 */

import type { SentTemplate, TemplateView } from '@parley/contracts/channel/template.ts'
import { placesOfVariables, templateText } from '@parley/contracts/channel/template-names.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { BlockOf } from '../../delivery/shown-parts.ts'

/** The block of a message that is a template; undefined if it can't be sent, or not with these values. */
export function templateBlock(
  template: TemplateView,
  given: SentTemplate['values'],
): BlockOf<'text'> | undefined {
  const { name, language, sendable } = template
  const places = placesOfVariables(template)
  if (!sendable || places.some((place) => (given[place] ?? '').trim() === '')) return undefined
  const values = Object.fromEntries(places.map((place) => [place, inOneLine(given[place]!)]))
  return { type: 'text', text: escaped(templateText(template, values)), template: { name, language, values } }
}

/** The template of a message; undefined where it is an ordinary one. */
export function templateOf(blocks: readonly Block[]): SentTemplate | undefined {
  const [block] = blocks
  return block?.type === 'text' ? block.template : undefined
}

/** The content of the request (developers.facebook.com/docs/whatsapp/cloud-api/guides/send-message-templates). */
export function templateMessage({ name, language, values }: SentTemplate) {
  const header = parametersOf(values, 'header')
  const body = parametersOf(values, 'body')
  const buttons = new Set(
    Object.keys(values).flatMap((place) => /^button\.(\d{1,2})\./.exec(place)?.[1] ?? []),
  )
  const components = [
    ...(header.length === 0 ? [] : [{ type: 'header', parameters: header }]),
    ...(body.length === 0 ? [] : [{ type: 'body', parameters: body }]),
    ...[...buttons].map((index) => ({
      ...{ type: 'button', sub_type: 'url', index },
      parameters: parametersOf(values, `button.${index}`).map(({ type, text }) => ({ type, text })),
    })),
  ]
  return {
    type: 'template',
    template: {
      name,
      language: { policy: 'deterministic', code: language },
      ...(components.length === 0 ? {} : { components }),
    },
  }
}

/** Numbered ones in their order, those with names by them. */
function parametersOf(values: SentTemplate['values'], part: string) {
  return Object.entries(values)
    .filter(([place]) => place.startsWith(`${part}.`))
    .map(([place, text]) => ({ name: place.slice(part.length + 1), text }))
    .toSorted((one, other) => Number(one.name) - Number(other.name))
    .map(({ name, text }) => ({
      ...{ type: 'text', text },
      ...(/^\d+$/.test(name) ? {} : { parameter_name: name }),
    }))
}

/** WhatsApp takes neither line breaks nor tabs nor more than four spaces in a value. */
const inOneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Markdown that shows a text as it is. Addresses stay, so that they can be followed. */
const escaped = (text: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, nth) => (nth % 2 === 1 ? part : part.replace(/[\\`*_{}[\]()#+\-!~|<>]/g, '\\$&')))
    .join('')
