/** Names of what concerns templates of WhatsApp, and how their texts are filled in. Without schemas, for screens. */

/** The outcome of Meta's review, and what came after it. Only approved templates can be sent. */
export const templateStates = ['approved', 'pending', 'rejected', 'paused', 'disabled'] as const
export type TemplateState = (typeof templateStates)[number]

export const templateCategories = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const
export type TemplateCategory = (typeof templateCategories)[number]

/** Those that a team may create here: codes of one-time passwords have forms of their own at Meta. */
export const creatableCategories = ['UTILITY', 'MARKETING'] as const satisfies readonly TemplateCategory[]

export const INVALID_TEMPLATE = 'Invalid template info'
export const MOST_OF_TEMPLATE_NAME = 512
export const MOST_OF_TEMPLATE_BODY = 1_024
export const MOST_OF_TEMPLATE_HEADER = 60
export const MOST_TEMPLATE_BUTTONS = 10
export const MOST_OF_TEMPLATE_BUTTON = 25
/** Of the value of a variable. */
export const MOST_OF_VARIABLE = 1_000

/** What is typed as a template's name, as Meta takes it: lowercase, with underscores instead of spaces. */
export const asTemplateName = (typed: string) => typed.toLowerCase().replace(/\s/g, '_')

/** A variable in a text of a template: `{{1}}` or, with names, `{{first_name}}`. */
const VARIABLE = /\{\{\s*([A-Za-z0-9_]{1,64})\s*\}\}/g

/** The names of the variables in a text, each once, in order. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))]
}

/** A text with its variables filled in. `valueFor`: undefined leaves one as it stands. */
export function filledIn(text: string, valueFor: (name: string) => string | undefined): string {
  return text.replace(VARIABLE, (whole, name: string) => valueFor(name) ?? whole)
}

type Texts = {
  header?: string | undefined
  body: string
  footer?: string | undefined
  buttons: readonly { kind: string; url?: string | undefined }[]
}

/**
 * The variables of a template by the place where they stand, as values are given when it is sent: `header.1`, `body.1`,
 * `body.first_name`, `button.0.1` (of the first button's address).
 */
export function placesOfVariables({ header = '', body, buttons }: Texts): string[] {
  return [
    ...variablesIn(header).map((name) => `header.${name}`),
    ...variablesIn(body).map((name) => `body.${name}`),
    ...buttons.flatMap(({ url = '' }, nth) => variablesIn(url).map((name) => `button.${nth}.${name}`)),
  ]
}

/** What a person reads of a template: header, text and footer, filled in as far as there are values. */
export function templateText(
  { header = '', body, footer = '' }: Texts,
  values: Readonly<Record<string, string>>,
): string {
  const filled = [
    filledIn(header, (name) => values[`header.${name}`]),
    filledIn(body, (name) => values[`body.${name}`]),
    footer,
  ]
  return filled.filter((part) => part.trim() !== '').join('\n\n')
}

/** Languages that templates are written in here, by Meta's codes. Meta has more. */
export const templateLanguages = [
  ...[
    'en',
    'en_US',
    'en_GB',
    'ar',
    'cs',
    'da',
    'de',
    'el',
    'es',
    'es_MX',
    'fi',
    'fr',
    'he',
    'hi',
    'hu',
    'id',
  ],
  ...['it', 'ja', 'ko', 'nb', 'nl', 'pl', 'pt_BR', 'pt_PT', 'ro', 'ru', 'sk', 'sv', 'th', 'tr', 'uk', 'vi'],
  ...['zh_CN', 'zh_TW'],
]
