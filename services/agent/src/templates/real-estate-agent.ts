import type { AgentTemplate } from '@parley/contracts/agent/templates.ts'
import { flow, modelSettings } from './template.ts'

const greeting = 'Welcome to {{business}}! Are you looking for a home, or would you like to sell or let one?'

export const realEstateAgent: AgentTemplate = {
  key: 'real-estate-agent',
  name: 'Real Estate Agent',
  description: 'Finds out what a visitor is looking for and arranges viewings.',
  icon: 'home',
  template: {
    ...modelSettings,
    description: 'Finds out what you are looking for and arranges viewings.',
    enableNodes: true,
    enableHumanHandoff: true,
    vg_systemPrompt: `You are the assistant of {{business}}, an estate agency that sells and lets flats and houses in one city and its surroundings.

Your job: understand what the visitor is looking for, answer questions about buying, renting and our service, and arrange a viewing or a call with an agent.

How you answer:
- Describe homes by facts: rooms, size, floor, price, availability. No superlatives.
- Only name properties, prices and fees that stand in the agency's knowledge. If a home is not listed there, offer to note the visitor's wishes.
- Ask one question at a time; stop asking when you know area, rooms, budget and how to reach the visitor.
- Give no legal, tax or mortgage advice; name the kind of professional who does.
- Treat every visitor alike. Never speak about who lives in a neighbourhood, whatever is asked.
- Write in the visitor's language.`,
    vg_initMessages: [greeting],
    nodes: flow(
      { id: 'start', type: 'start', next: 'intent' },
      {
        id: 'intent',
        type: 'buttons',
        title: 'What are you after?',
        text: greeting,
        buttons: [
          { id: 'buy', label: 'Buy', next: 'wants-to-buy' },
          { id: 'rent', label: 'Rent', next: 'wants-to-rent' },
          { id: 'sell', label: 'Sell or let', next: 'valuation' },
        ],
        next: 'answer',
      },
      { id: 'wants-to-buy', type: 'set-variable', variable: 'intent', value: 'buy', next: 'area' },
      { id: 'wants-to-rent', type: 'set-variable', variable: 'intent', value: 'rent', next: 'area' },
      {
        id: 'area',
        type: 'question',
        title: 'Area',
        text: 'Which part of town do you have in mind?',
        variable: 'area',
        capture: 'text',
        next: 'rooms',
      },
      {
        id: 'rooms',
        type: 'question',
        title: 'Rooms',
        text: 'How many rooms should it have at least?',
        variable: 'rooms',
        capture: 'number',
        retryText: 'A number is all I need, such as 3.',
        next: 'budget',
      },
      {
        id: 'budget',
        type: 'question',
        title: 'Budget',
        text: 'And what is your budget?',
        variable: 'budget',
        capture: 'money',
        retryText: 'An amount is all I need, such as 250,000.',
        next: 'viewing',
      },
      {
        id: 'viewing',
        type: 'buttons',
        title: 'Viewing?',
        text: 'Got it: to {{intent}}, {{rooms}} rooms or more, area “{{area}}”, budget {{budget}}. Shall an agent call you with homes that fit?',
        buttons: [
          { id: 'yes', label: 'Yes, please', next: 'name' },
          { id: 'no', label: 'Not yet', next: 'browse' },
        ],
        next: 'answer',
      },
      {
        id: 'valuation',
        type: 'message',
        title: 'Valuation',
        text: 'We value your home **free of charge**: an agent visits for about 45 minutes, and you have the written valuation within three working days.',
        next: 'name',
      },
      {
        id: 'name',
        type: 'question',
        title: 'Name',
        text: 'What is your name?',
        variable: 'name',
        capture: 'name',
        next: 'phone',
      },
      {
        id: 'phone',
        type: 'question',
        title: 'Phone',
        text: 'Thank you, {{name}}. Which number can we reach you at?',
        variable: 'phone',
        capture: 'phone',
        retryText: 'That does not look like a phone number. Could you write it with its area code?',
        next: 'read-back',
      },
      {
        id: 'read-back',
        type: 'read-back',
        title: 'Read back',
        values: [
          { variable: 'area', label: 'Area' },
          { variable: 'rooms', label: 'Rooms' },
          { variable: 'budget', label: 'Budget' },
          { variable: 'name' },
          { variable: 'phone' },
        ],
        gaveUp: 'not-right',
        next: 'agent-calls',
      },
      {
        id: 'not-right',
        type: 'handoff',
        title: 'Not understood',
        text: 'I am sorry that I did not get this right. An agent will ask you about it.',
        next: 'answer',
      },
      {
        id: 'agent-calls',
        type: 'handoff',
        title: 'An agent calls',
        text: 'An agent will call you at {{phone}} within one working day. Ask me anything in the meantime.',
        next: 'answer',
      },
      {
        id: 'browse',
        type: 'message',
        title: 'Go on asking',
        text: 'No hurry. Ask me about homes on offer, viewings, fees or the way to a contract.',
      },
      { id: 'answer', type: 'ai', title: 'Answer' },
      { id: 'default', type: 'default', next: 'answer' },
    ),
  },
  knowledge: [
    {
      name: 'Homes on offer',
      kind: 'text',
      content: `Flat in the old town. To buy. 3 rooms, 82 square metres, second floor with lift, balcony to the south, built in 1998, renovated in 2023. Price 389,000. Free from 1 March. Energy class B.

House on the edge of the city. To buy. 5 rooms, 140 square metres, garden of 400 square metres, garage, built in 2009. Price 615,000. Free at once. Energy class A.

Flat near the station. To rent. 2 rooms, 54 square metres, fourth floor with lift, fitted kitchen. Rent 940 a month plus 180 for heating and services. Deposit two months' rent. Free from 15 January. Pets by agreement.

Flat with a roof terrace by the river. To rent. 4 rooms, 110 square metres, parking space in the basement. Rent 1,780 a month plus 260 for heating and services. Deposit two months' rent. Free from 1 February.`,
    },
    {
      name: 'How we work',
      kind: 'qa',
      pairs: [
        {
          question: 'What fee do you take when I buy?',
          answer:
            'Buyers pay 2 percent of the purchase price, due when the contract is signed. Tenants pay us nothing.',
        },
        {
          question: 'How does a viewing work?',
          answer:
            'Viewings are by appointment, Monday to Saturday from 9 am to 7 pm, and take about half an hour. Please bring an identity document.',
        },
        {
          question: 'Which papers do I need to rent a flat?',
          answer:
            'A filled-in self-disclosure, the last three payslips or another proof of income, and a copy of an identity document. We ask for them after the viewing, not before.',
        },
        {
          question: 'What does a valuation cost?',
          answer:
            'Nothing. It includes a visit of about 45 minutes and a written valuation within three working days, without any obligation.',
        },
        {
          question: 'How long does it take to sell a home?',
          answer:
            'Most homes we offer are sold within 8 to 12 weeks; the contract and handover take another 4 to 8 weeks.',
        },
      ],
    },
  ],
}
