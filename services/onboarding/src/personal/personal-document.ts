/** The document of an agent that was made for one company. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import type { BrandingChoices } from '@parley/contracts/onboarding/endpoints.ts'
import { looksOf } from '@parley/contracts/onboarding/looks.ts'
import type { Said } from './what-pages-say.ts'
import { wordsOf } from './words.ts'

/** Texts of a button in the chat. */
const LONGEST_BUTTON = 80
const MOST_FACTS = 20_000

export function personalDocument(given: {
  name: string
  description: string
  language: string | undefined
  choices: BrandingChoices
  /** The picture of the agent as a `data:` address. */
  picture: string | undefined
  said: Pick<Said, 'facts' | 'questions'>
}): AgentDocument {
  const { language, choices, picture } = given
  const [name, description] = [withoutVariables(given.name), withoutVariables(given.description)]
  const said = { facts: given.said.facts, questions: given.said.questions.map(withoutVariables) }
  const words = wordsOf(language)
  const greeting = words.greeting.replaceAll('{name}', () => name)
  return {
    title: name,
    description: description.slice(0, 300),
    vg_defaultModel: 'gpt-4o',
    vg_temperature: 0.3,
    vg_maxTokens: 1024,
    vg_enableUIEngine: true,
    vgOptions: { maxChunkSize: 2424 },
    // A shop has visitors of several languages; what is said in its own stands in its texts.
    lang: 'automatic',
    ...looksOf(choices),
    proactiveMessage: words.proactive.replaceAll('{name}', () => name),
    ...(picture === undefined ? {} : { roundedImageURL: picture }),
    vg_systemPrompt: promptOf(name, description, language === undefined ? undefined : words.languageName),
    facts: said.facts.join('\n').slice(0, MOST_FACTS),
    vg_initMessages: [greeting],
    // Whoever signed up is told by mail of a request that comes while nobody is online.
    enableHumanHandoff: true,
    showHandoffEvenIfOffline: true,
    enableNodes: true,
    nodes: nodesOf(greeting, said.questions),
  }
}

/** Braces would be read as variables of the flow. */
const withoutVariables = (text: string) => text.replace(/\{{2,}|\}{2,}/g, '')

/** `language`: undefined where nothing told it. */
function promptOf(name: string, description: string, language: string | undefined): string {
  const about = description === '' ? '' : `\nAbout ${name}, in its own words: ${description}\n`
  return `You are the assistant on the website of ${name}.
${about}
How you answer:
- Start with the answer. Two to four short sentences, or a short list when there are steps.
- Use only the website’s pages and the facts that you were given for prices, dates and promises. If something is not there, say so and offer to pass the question on.
- Speak of ${name} as “we”.
- Write in the visitor’s language${language === undefined ? '' : `; the company’s is ${language}`}.`
}

/** A greeting with the questions as buttons, then answers; each button asks its question. */
function nodesOf(greeting: string, questions: readonly string[]): AgentNode[] {
  const at = (column: number, row = 0) => ({ position: { x: column * 280, y: row * 170 } })
  const buttons = questions
    .filter((question) => question.length <= LONGEST_BUTTON)
    .map((label, nth) => ({ id: `question-${nth + 1}`, label, next: 'answer' }))
  const first: AgentNode =
    buttons.length > 0
      ? {
          id: 'greeting',
          type: 'buttons',
          title: 'Greeting',
          text: greeting,
          buttons,
          next: 'answer',
          ...at(1),
        }
      : { id: 'greeting', type: 'message', title: 'Greeting', text: greeting, next: 'answer', ...at(1) }
  return [
    { id: 'start', type: 'start', next: 'greeting', ...at(0) },
    first,
    { id: 'answer', type: 'ai', title: 'Answer', ...at(2) },
    { id: 'default', type: 'default', next: 'answer', ...at(0, 1) },
  ]
}
