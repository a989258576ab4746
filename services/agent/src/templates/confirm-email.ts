import type { AgentTemplate } from '@parley/contracts/agent/templates.ts'
import { flow, modelSettings } from './template.ts'

const greeting = 'Hi! To keep you up to date, {{business}} needs your e-mail address. It takes half a minute.'

export const confirmEmail: AgentTemplate = {
  key: 'confirm-email',
  name: 'Confirm Email',
  description: "Asks for a visitor's e-mail address and reads it back to be confirmed.",
  icon: 'mail-check',
  template: {
    ...modelSettings,
    description: 'Takes down your e-mail address and makes sure it is right.',
    enableNodes: true,
    vg_temperature: 0.2,
    vg_systemPrompt: `You help visitors of {{business}} to leave a correct e-mail address.

- Your only job is the address: why it is asked for, how it is used, how to correct it. Answer such questions from the knowledge in one or two sentences, then come back to it.
- Never say that an address exists or that a mail has arrived; you can't know. Read it back and let the visitor confirm.
- Ask for nothing else: no password, no date of birth, no payment details.
- Write in the visitor's language.`,
    vg_initMessages: [greeting],
    nodes: flow(
      { id: 'start', type: 'start', next: 'greeting' },
      { id: 'greeting', type: 'message', title: 'Greeting', text: greeting, next: 'email' },
      {
        id: 'email',
        type: 'question',
        title: 'E-mail',
        text: 'What is your e-mail address?',
        variable: 'email',
        capture: 'email',
        retryText: 'That does not look like an e-mail address. Could you check it?',
        next: 'read-back',
      },
      {
        id: 'read-back',
        type: 'read-back',
        title: 'Read back',
        values: [{ variable: 'email' }],
        next: 'confirmed',
      },
      { id: 'confirmed', type: 'set-variable', variable: 'email_confirmed', value: 'yes', next: 'consent' },
      {
        id: 'consent',
        type: 'question',
        title: 'News?',
        text: 'Thank you! May we also send you our monthly news?',
        variable: 'wants_news',
        capture: 'yes-no',
        retryText: 'Please answer with yes or no.',
        next: 'done',
      },
      {
        id: 'done',
        type: 'end',
        title: 'Done',
        text: 'All set. You will hear from us at {{email}}.',
      },
      { id: 'later', type: 'ai', title: 'Anything else' },
      { id: 'default', type: 'default', next: 'later' },
    ),
  },
  knowledge: [
    {
      name: 'About your e-mail address',
      kind: 'qa',
      pairs: [
        {
          question: 'Why do you need my e-mail address?',
          answer:
            'To send you the confirmation you asked for and to answer you if the conversation is interrupted.',
        },
        {
          question: 'Do you share my e-mail address?',
          answer: 'No. We use it only to write to you and give it to nobody else.',
        },
        {
          question: 'How do I unsubscribe or have my address deleted?',
          answer:
            'Every mail carries a link to unsubscribe. To have your address deleted, answer to any of our mails with the word delete.',
        },
        {
          question: 'I did not receive a mail.',
          answer:
            'Look into the spam folder and check the address for typing errors. Mails usually arrive within five minutes.',
        },
      ],
    },
  ],
}
