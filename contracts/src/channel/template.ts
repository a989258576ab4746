/** Templates of WhatsApp: texts that Meta reviews, which may be sent to people who have not written lately. */
import { z } from 'zod'
import {
  creatableCategories,
  INVALID_TEMPLATE,
  MOST_OF_TEMPLATE_BODY,
  MOST_OF_TEMPLATE_BUTTON,
  MOST_OF_TEMPLATE_HEADER,
  MOST_OF_TEMPLATE_NAME,
  MOST_OF_VARIABLE,
  MOST_TEMPLATE_BUTTONS,
  placesOfVariables,
  templateStates,
  variablesIn,
} from './template-names.ts'

/** As Meta takes it: lowercase, with underscores instead of spaces. */
export const templateName = z.string(INVALID_TEMPLATE).regex(/^[a-z0-9_]{1,512}$/, INVALID_TEMPLATE)
export const templateLanguage = z
  .string(INVALID_TEMPLATE)
  .regex(/^[a-z]{2,3}(?:_[A-Za-z]{2,4})?$/, INVALID_TEMPLATE)

/**
 * The values of a template's variables, by place (`placesOfVariables`): `header.1`, `body.1`, `body.first_name`, `button.0.1`. Other
 * places are of no effect.
 */
export const templateValues = z
  .record(z.string().max(100), z.string().trim().min(1).max(MOST_OF_VARIABLE))
  .refine((values) => Object.keys(values).length <= 100)
export type TemplateValues = z.infer<typeof templateValues>

/** Which template a message is, and the values of its variables: what WhatsApp is sent instead of the message's text. */
export const sentTemplate = z.object({
  name: z.string().max(MOST_OF_TEMPLATE_NAME),
  language: z.string().max(20),
  values: templateValues,
})
export type SentTemplate = z.infer<typeof sentTemplate>

export const templateButton = z.object({
  kind: z.enum(['quick-reply', 'url', 'phone', 'other']),
  text: z.string(),
  url: z.string().optional(),
  phone: z.string().optional(),
})

export const templateView = z.object({
  /** Meta's. */
  templateId: z.string(),
  name: z.string(),
  language: z.string(),
  /** As Meta calls it, such as `UTILITY`. */
  category: z.string(),
  state: z.enum(templateStates),
  /** Why Meta rejected it, in Meta's words, such as `INVALID_FORMAT`. */
  reason: z.string().optional(),
  header: z.string().optional(),
  body: z.string(),
  footer: z.string().optional(),
  buttons: z.array(templateButton),
  /** By place. */
  variables: z.array(z.string()),
  /** Whether it can be sent from here: approved, and without a picture, a carousel or a flow that would be needed. */
  sendable: z.boolean(),
})
export type TemplateView = z.infer<typeof templateView>

const text = (most: number) =>
  z.string(INVALID_TEMPLATE).trim().min(1, INVALID_TEMPLATE).max(most, INVALID_TEMPLATE)
const button = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('quick-reply'), text: text(MOST_OF_TEMPLATE_BUTTON) }),
    z.object({
      kind: z.literal('url'),
      text: text(MOST_OF_TEMPLATE_BUTTON),
      url: z.url({ protocol: /^https?$/, error: INVALID_TEMPLATE }).max(2_000, INVALID_TEMPLATE),
    }),
    z.object({
      kind: z.literal('phone'),
      text: text(MOST_OF_TEMPLATE_BUTTON),
      phone: z
        .string(INVALID_TEMPLATE)
        .trim()
        .regex(/^\+?\d{5,20}$/, INVALID_TEMPLATE),
    }),
  ],
  INVALID_TEMPLATE,
)

/** A template as a team writes it. Its variables are numbered in each text, from `{{1}}`; each has a sample for Meta's review. */
export const newTemplate = z
  .object({
    name: templateName,
    language: templateLanguage.default('en'),
    category: z.enum(creatableCategories, INVALID_TEMPLATE).default('UTILITY'),
    bodyText: text(MOST_OF_TEMPLATE_BODY),
    headerText: text(MOST_OF_TEMPLATE_HEADER).optional(),
    buttons: z.array(button).max(MOST_TEMPLATE_BUTTONS, INVALID_TEMPLATE).default([]),
    /** Samples of the variables, by place. */
    samples: templateValues.default({}),
  })
  .superRefine(({ bodyText: body, headerText: header, buttons, samples }, context) => {
    const say = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message: `${INVALID_TEMPLATE}: ${message}` })
    if (!areNumbered(body)) say('bodyText', 'number the variables from {{1}}.')
    if (header !== undefined && (!areNumbered(header) || variablesIn(header).length > 1))
      say('headerText', 'a header has at most the variable {{1}}.')
    if (buttons.some((each) => each.kind === 'url' && variablesIn(each.url).length > 0))
      say('buttons', 'the address of a button has no variables.')
    if (placesOfVariables({ header, body, buttons }).some((place) => samples[place] === undefined))
      say('samples', 'give a sample for each variable.')
  })
export type NewTemplate = z.infer<typeof newTemplate>

function areNumbered(text: string): boolean {
  const names = variablesIn(text)
  // Nothing else may stand in two pairs of braces.
  const braces = text.match(/\{\{|\}\}/g)?.length ?? 0
  const written = text.match(/\{\{[^{}]*\}\}/g)?.length ?? 0
  return braces === 2 * written && names.every((_, nth) => names.includes(String(nth + 1)))
}
