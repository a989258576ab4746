import type { AgentTemplate } from '@parley/contracts/agent/templates.ts'
import { flow, modelSettings } from './template.ts'

const greeting =
  'Hello! I take appointment requests for {{business}} around the clock. Shall we find a time for you?'

export const makeAppointment: AgentTemplate = {
  key: 'make-appointment',
  name: 'Make Appointment',
  description: 'Collects name, day and reason for an appointment request.',
  icon: 'calendar-event',
  template: {
    ...modelSettings,
    description: 'Takes appointment requests around the clock.',
    enableNodes: true,
    enableHumanHandoff: true,
    vg_temperature: 0.3,
    vg_systemPrompt: `You take appointment requests for {{business}}, a hairdresser's.

- Collect what is missing, one question at a time: name, service, day, time of day, phone number.
- You can't see the calendar. Never say that a time is free or booked; say that the studio confirms by phone.
- Prices, durations and opening hours come from the knowledge alone.
- Repeat the request once when it is complete. Write in the visitor's language.`,
    vg_initMessages: [greeting],
    nodes: flow(
      { id: 'start', type: 'start', next: 'welcome' },
      {
        id: 'welcome',
        type: 'buttons',
        title: 'Welcome',
        text: greeting,
        buttons: [
          { id: 'book', label: 'Request an appointment', next: 'name' },
          { id: 'change', label: 'Change or cancel one', next: 'change' },
        ],
        next: 'answer',
      },
      {
        id: 'change',
        type: 'message',
        title: 'Change or cancel',
        text: 'No problem, free of charge up to 24 hours before. Tell me how to reach you and what should change.',
        next: 'name',
      },
      {
        id: 'name',
        type: 'question',
        title: 'Name',
        text: 'What is your name?',
        variable: 'name',
        capture: 'name',
        next: 'reason',
      },
      {
        id: 'reason',
        type: 'question',
        title: 'What for',
        text: 'Nice to meet you, {{name}}. What is the appointment for?',
        variable: 'reason',
        capture: 'text',
        next: 'day',
      },
      {
        id: 'day',
        type: 'question',
        title: 'Day',
        text: 'Which day suits you?',
        variable: 'day',
        capture: 'date',
        when: 'future',
        retryText: 'I could not read that as a day. Could you write it like 24 May or 2027-05-24?',
        next: 'time',
      },
      {
        id: 'time',
        type: 'buttons',
        title: 'Time of day',
        text: 'And which time of day?',
        variable: 'time',
        buttons: [
          { id: 'morning', label: 'Morning', next: 'phone' },
          { id: 'afternoon', label: 'Afternoon', next: 'phone' },
          { id: 'any', label: 'Any time', next: 'phone' },
        ],
        next: 'phone',
      },
      {
        id: 'phone',
        type: 'question',
        title: 'Phone',
        text: 'Which number can we call to confirm?',
        variable: 'phone',
        capture: 'phone',
        retryText: 'That does not look like a phone number. Could you check it?',
        next: 'read-back',
      },
      {
        id: 'read-back',
        type: 'read-back',
        title: 'Read back',
        values: [
          { variable: 'name' },
          { variable: 'reason', label: 'What for' },
          { variable: 'day' },
          { variable: 'time', label: 'Time of day' },
          { variable: 'phone' },
        ],
        gaveUp: 'not-right',
        next: 'requested',
      },
      {
        id: 'not-right',
        type: 'handoff',
        title: 'Not understood',
        text: 'I am sorry that I did not get this right. The studio will ask you about it.',
        next: 'answer',
      },
      {
        id: 'requested',
        type: 'handoff',
        title: 'Request passed on',
        text: 'Thank you, {{name}}! I have passed on your request: {{reason}}, {{day}} ({{time}}). The studio will call {{phone}} to confirm.',
        next: 'answer',
      },
      { id: 'answer', type: 'ai', title: 'Answer' },
      { id: 'default', type: 'default', next: 'answer' },
    ),
  },
  knowledge: [
    {
      name: 'Services and prices',
      kind: 'text',
      content: `{{business}} is open Tuesday to Friday from 9 am to 7 pm and Saturday from 9 am to 3 pm. We are closed on Sunday and Monday.

Cut and finish: 45 minutes, 48. Children up to 12: 30 minutes, 24. Beard trim: 20 minutes, 18. Colour: 90 minutes, from 75. Highlights: 120 minutes, from 110. Wash and blow-dry: 30 minutes, 32.`,
    },
    {
      name: 'Before you come',
      kind: 'qa',
      pairs: [
        {
          question: 'How soon is an appointment confirmed?',
          answer:
            'The studio calls on the same day if you write before 5 pm, otherwise on the next opening day.',
        },
        {
          question: 'What happens if I am late?',
          answer:
            'Up to ten minutes is fine. After that we may have to shorten the treatment or find a new time.',
        },
        {
          question: 'Does it cost anything to cancel?',
          answer: 'Cancelling is free up to 24 hours before. Later than that we charge half of the price.',
        },
        {
          question: 'How can I pay?',
          answer: 'In cash or by card, including phone payments. Vouchers are welcome.',
        },
      ],
    },
  ],
}
