/** The language of the server's own sentences in a turn, in a conversation whose browser is English. On real embedded engines. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { describe, expect, it } from 'vitest'
import { textOf } from '../conversation.content.ts'
import { type ConversationState, initialState } from '../conversation.state.ts'
import { answerOf, openTestChat } from '../conversation.test-handlers.ts'
import { handoffPhrases } from '../handoff/handoff-phrases.ts'
import { phrases } from '../phrases.ts'
import { spokenLanguage } from './spoken-language.ts'

type Said = { messages: MessageView[] }
const automatic = { lang: 'automatic' } as const
const position = { x: 0, y: 0 }

async function open(document: AgentDocument) {
  const chat = await openTestChat({ document, model: false, online: false })
  let nth = 0
  const says = async (text: string) => {
    const { messages } = await answerOf<Said>(chat.say(`m${nth++}`, text))
    return messages.map(textOf).join('\n')
  }
  return { ...chat, says }
}

describe('what the server itself says in a turn', () => {
  it('follows the visitor’s language, also after messages that tell none, and back', async () => {
    const { says } = await open(automatic)
    expect(await says('Kann ich meinen Hund mitbringen?')).toContain(phrases.de.unknown)
    expect(await says('parking?')).toContain(phrases.de.unknown)
    expect(await says('Do you have a swimming pool?')).toContain(phrases.en.unknown)
    expect(await says('Onde fica o hotel?')).toContain(phrases.pt.unknown)
  })

  it('is in the agent’s language where that is fixed', async () => {
    const { says } = await open({ lang: 'en' })
    expect(await says('Kann ich meinen Hund mitbringen?')).toContain(phrases.en.unknown)
  })

  it('follows it in a handoff, by words and by the button', async () => {
    const document = { ...automatic, enableHumanHandoff: true, showHandoffEvenIfOffline: true }
    const { says } = await open(document)
    expect(await says('Ich möchte mit einem Menschen sprechen')).toContain(handoffPhrases.de.offline)
    const other = await open(document)
    await other.says('Je voudrais réserver une table pour deux')
    const asked = await answerOf<Said>(other.asVisitor('conversations.requestHandoff'))
    expect(asked.messages.map(textOf).join()).toContain(handoffPhrases.fr.offline)
  })

  it('follows it in the notice of a failure', async () => {
    const { says } = await open({ ...automatic, messagesLimit: 1 })
    await says('Kann ich meinen Hund mitbringen?')
    expect(await says('parking?')).toBe(phrases.de.notice['messages-limit'])
  })

  it('follows it in a flow, which understands both languages', async () => {
    const nodes = [
      { id: 's', type: 'start', next: 'guests', position },
      {
        ...{ id: 'guests', type: 'question', text: 'How many guests?', variable: 'guests', position },
        ...{ capture: 'number', next: 'rooms' },
      },
      {
        ...{ id: 'rooms', type: 'question', text: 'How many rooms?', variable: 'rooms', position },
        ...{ capture: 'number', next: 'end' },
      },
      { id: 'end', type: 'end', text: '{{guests}} in {{rooms}}', position },
    ] as AgentDocument['nodes']
    const { says } = await open({ ...automatic, enableNodes: true, nodes })
    expect(await says('Ich möchte gerne reservieren')).toContain(phrases.de.retry.number)
    expect(await says('zu dritt')).toContain('How many rooms?')
    expect(await says('three')).toContain('3 in 3')
  })
})

describe('the language spoken', () => {
  const started = { lang: 'fr-FR' } as ConversationState['started']
  const message = (index: number, role: MessageView['role'], ...blocks: MessageView['blocks']) =>
    ({ id: `m${index}`, index, role, blocks, at: '2026-11-30T09:00:00.000Z' }) as MessageView
  const text = (said: string) => ({ type: 'text', text: said }) as const
  const of = (document: AgentDocument, ...messages: MessageView[]) =>
    spokenLanguage(document, { ...initialState, started, messages })

  it('is the browser’s before anything was written, and where the agent writes another', () => {
    expect(of(automatic)).toBe('fr')
    expect(of({}, message(0, 'agent', text('What would you like to know?')))).toBe('fr')
    expect(of({}, message(0, 'visitor', text('ok')))).toBe('fr')
  })

  it('is not told by the label of a button, which the agent’s author wrote', () => {
    const label = 'What do you offer for children?'
    const buttons = message(0, 'agent', { type: 'buttons', buttons: [{ id: 'b', label }] })
    expect(of(automatic, buttons, message(1, 'visitor', text(label)))).toBe('fr')
    expect(of(automatic, message(1, 'visitor', text(label)))).toBe('en')
    const cards = [{ title: 'Rooms', buttons: [{ label: 'Rooms', text: label }] }]
    const carousel = message(0, 'agent', { type: 'carousel', cards })
    expect(of(automatic, carousel, message(1, 'visitor', text(label)))).toBe('fr')
  })

  it('is the one of the translation where the agent’s texts are translated', () => {
    const german = message(0, 'visitor', text('Kann ich meinen Hund mitbringen?'))
    expect(of({ ...automatic, enableAITranslate: true }, german)).toBe('fr')
    expect(of({ ...automatic, enableAITranslate: true, AITranslateTo: 'nl' }, german)).toBe('nl')
    expect(of({ lang: 'es' }, german)).toBe('es')
    expect(of(automatic, german)).toBe('de')
  })
})
