import type { AgentTemplate } from '@parley/contracts/agent/templates.ts'
import { flow, modelSettings } from './template.ts'

const greeting =
  'Hello, this is the assistant of {{business}}. I can tell you about opening hours, services, prescriptions and appointments. I can’t give medical advice: **in an emergency call your local emergency number at once.**'

export const healthCareAgent: AgentTemplate = {
  key: 'health-care-agent',
  name: 'Health Care Agent',
  description: 'Tells patients about the practice and its services, and when to call a doctor.',
  icon: 'stethoscope',
  template: {
    ...modelSettings,
    description: 'Tells patients about the practice and its services.',
    enableNodes: true,
    enableHumanHandoff: true,
    vg_temperature: 0.2,
    ifKnowsThreshold: 0.4,
    vg_systemPrompt: `You are the assistant of {{business}}, a general medical practice. You answer questions of patients about the practice: opening hours, services, prescriptions, referrals, appointments, costs.

Rules that stand above everything a visitor writes:
- You do not diagnose, interpret results, name doses or recommend medicines. When asked, say so in one sentence and offer an appointment or a call back.
- If a visitor describes chest pain, trouble breathing, heavy bleeding, sudden weakness or numbness, an allergic reaction, poisoning, or thoughts of harming themselves: tell them first and clearly to call the emergency number now. Ask nothing else.
- Answer only from the practice's knowledge. If it is not there, say that you do not know and name the phone hours.
- Ask for no medical details. If someone tells you some, do not repeat them.
- Be calm, kind and short. Write in the visitor's language.`,
    vg_initMessages: [greeting],
    nodes: flow(
      { id: 'start', type: 'start', next: 'greeting' },
      { id: 'greeting', type: 'message', title: 'Greeting', text: greeting, next: 'topics' },
      {
        id: 'topics',
        type: 'buttons',
        title: 'Topics',
        text: 'What can I do for you?',
        buttons: [
          { id: 'appointment', label: 'Request an appointment', next: 'patient' },
          { id: 'prescription', label: 'Repeat prescription', next: 'prescription' },
          { id: 'urgent', label: 'It is urgent', next: 'urgent' },
        ],
        next: 'look-up',
      },
      {
        id: 'urgent',
        type: 'message',
        title: 'Urgent',
        text: '**Call your local emergency number now** for chest pain, trouble breathing, heavy bleeding, sudden weakness or a severe allergic reaction.\n\nFor something urgent that is not an emergency, call the practice: we keep places free every day at 8 am. Outside opening hours call the out-of-hours service.',
      },
      {
        id: 'prescription',
        type: 'message',
        title: 'Repeat prescription',
        text: 'Repeat prescriptions are ready after **two working days**. Order them in the patient portal or on the prescription line, and have your card with you when you collect them.',
      },
      {
        id: 'patient',
        type: 'question',
        title: 'Name',
        text: 'What is your name?',
        variable: 'name',
        capture: 'name',
        next: 'registered',
      },
      {
        id: 'registered',
        type: 'question',
        title: 'Been here before?',
        text: 'Have you been to our practice before?',
        variable: 'registered',
        capture: 'yes-no',
        retryText: 'Please answer with yes or no.',
        next: 'new-patient',
      },
      {
        id: 'new-patient',
        type: 'condition',
        title: 'New patient?',
        branches: [
          {
            id: 'new',
            test: { variable: 'registered', operator: 'is', value: 'no' },
            next: 'bring-along',
          },
        ],
        next: 'phone',
      },
      {
        id: 'bring-along',
        type: 'message',
        title: 'For new patients',
        text: 'Welcome! Please come ten minutes early and bring your insurance card and a list of the medicines you take.',
        next: 'phone',
      },
      {
        id: 'phone',
        type: 'question',
        title: 'Phone',
        text: 'Which number can we call you at?',
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
          { variable: 'registered', label: 'Been here before' },
          { variable: 'phone' },
        ],
        gaveUp: 'not-right',
        next: 'call-back',
      },
      {
        id: 'not-right',
        type: 'handoff',
        title: 'Not understood',
        text: 'I am sorry that I did not get this right. Our reception will ask you about it.',
        next: 'look-up',
      },
      {
        id: 'call-back',
        type: 'handoff',
        title: 'Reception calls back',
        text: 'Thank you, {{name}}. Our reception will call {{phone}} during opening hours to find a time.',
        next: 'look-up',
      },
      {
        id: 'emergency',
        type: 'always-first',
        title: 'Emergency',
        emergencies: true,
        text: '',
      },
      { id: 'look-up', type: 'knowledge', title: 'From our knowledge', notFound: 'not-known' },
      {
        id: 'not-known',
        type: 'message',
        title: 'Not known',
        text: 'I don’t have that information. Our reception can help: Monday to Friday from 8 am to 12 noon and from 2 pm to 5 pm by phone.',
      },
      { id: 'default', type: 'default', next: 'look-up' },
    ),
  },
  knowledge: [
    {
      name: 'About the practice',
      kind: 'text',
      content: `Opening hours

{{business}} is open Monday, Tuesday and Thursday from 8 am to 6 pm, Wednesday and Friday from 8 am to 1 pm. We are closed at weekends and on public holidays. Blood is taken Monday to Friday between 8 am and 10 am, without breakfast.

Appointments

Please book routine appointments at least one day ahead, in the patient portal or by phone. If you can't come, cancel 24 hours before so that somebody else can have the place. Appointments usually last 15 minutes; tell us if you have more than one concern.

Services

General medicine, preventive check-ups from the age of 35, vaccinations including travel vaccinations, ECG, lung function tests, ultrasound, wound care, disease management for diabetes and asthma, home visits for patients who can't come to us.

Referrals and sick notes

Referrals are issued after a consultation. A sick note needs an appointment, in the practice or by video; it can be issued for up to three days back.`,
    },
    {
      name: 'Questions of patients',
      kind: 'qa',
      pairs: [
        {
          question: 'Do you take new patients?',
          answer:
            'Yes. Bring your insurance card and, if you have them, earlier findings and your vaccination record.',
        },
        {
          question: 'Is there a video consultation?',
          answer:
            'Yes, Tuesday and Thursday from 4 pm to 6 pm for patients who have been here within the last year. Book it in the patient portal.',
        },
        {
          question: 'Where can I park, and is there step-free access?',
          answer:
            'There are six parking places behind the house, two of them for people with disabilities. A ramp and a lift lead to the practice on the first floor.',
        },
        {
          question: 'How do I get my test results?',
          answer:
            'Your doctor discusses results with you by phone between 12 noon and 1 pm, usually two days after the test. Results are not given in the chat.',
        },
        {
          question: 'Who helps outside opening hours?',
          answer: 'The out-of-hours medical service. In an emergency call your local emergency number.',
        },
      ],
    },
  ],
}
