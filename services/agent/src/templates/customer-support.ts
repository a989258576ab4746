import type { AgentTemplate } from '@parley/contracts/agent/templates.ts'
import { flow, modelSettings } from './template.ts'

const greeting =
  'Hi there! 👋 I’m the assistant of {{business}} and can help with **orders**, **delivery** and **returns**. What is it about?'

export const customerSupport: AgentTemplate = {
  key: 'customer-support',
  name: 'Customer Support',
  description: 'Answers questions about orders, returns and products from your knowledge.',
  icon: 'headset',
  template: {
    ...modelSettings,
    description: 'Answers questions about orders, delivery and returns.',
    enableNodes: true,
    enableHumanHandoff: true,
    UIhandoffTitle: 'Talk to a person',
    UIhandoffSubtitle: 'Our team answers Monday to Friday, 9 to 5.',
    vg_temperature: 0.3,
    vg_systemPrompt: `You are the customer-support assistant of {{business}}, an online shop.

Your job: solve the visitor's problem in this conversation, or bring it to a colleague with everything they need.

How you answer:
- Start with the answer, then the reason. Two to four short sentences, or a short list when there are steps.
- Use only the shop's knowledge for prices, dates, fees and policies. If it is not there, say that you do not know and offer to pass the question on.
- You cannot see orders, payments or accounts. When a visitor asks about one particular order, ask for the order number and e-mail address and say that a colleague will look it up.
- Never promise refunds, discounts or delivery days that the knowledge does not give.
- A visitor who is upset gets one honest sentence of apology, then a way forward.
- Write in the visitor's language.`,
    vg_initMessages: [greeting],
    nodes: flow(
      { id: 'start', type: 'start', next: 'topics' },
      {
        id: 'topics',
        type: 'buttons',
        title: 'Topics',
        text: greeting,
        buttons: [
          { id: 'order', label: 'Where is my order?', next: 'order-number' },
          { id: 'return', label: 'Return an item', next: 'returns' },
          { id: 'person', label: 'Talk to a person', next: 'contact' },
        ],
        next: 'answer',
      },
      {
        id: 'order-number',
        type: 'question',
        title: 'Order number',
        text: 'What is your order number? You find it in your confirmation e-mail.',
        variable: 'order_number',
        capture: 'text',
        code: true,
        retryText:
          'I need the number itself, as it is in your confirmation e-mail. If you don’t have it, write “person” and our team will find your order.',
        gaveUp: 'contact',
        next: 'order-email',
      },
      {
        id: 'order-email',
        type: 'question',
        title: 'E-mail of the order',
        text: 'And which e-mail address did you order with?',
        variable: 'email',
        capture: 'email',
        retryText: 'That does not look like an e-mail address. Could you check it?',
        next: 'order-passed-on',
      },
      {
        id: 'order-passed-on',
        type: 'handoff',
        title: 'Look the order up',
        text: 'Thank you. A colleague will look up order {{order_number}} and write to {{email}}. Is there anything else I can answer meanwhile?',
        next: 'answer',
      },
      {
        id: 'returns',
        type: 'message',
        title: 'Returns in short',
        text: 'You can return anything unused within **30 days**:\n\n1. Pack the item, in its own box if you still have it.\n2. Print the return label from our returns page.\n3. Drop the parcel at any pick-up point.\n\nThe refund arrives within 5 working days after we have the parcel. Ask me if your case is different.',
      },
      {
        id: 'contact',
        type: 'form',
        title: 'Contact',
        text: 'Happy to pass you on. How can we reach you, and what is it about?',
        fields: [
          { name: 'name', label: 'Your name', type: 'name' },
          { name: 'email', label: 'E-mail', type: 'email', required: true },
          { name: 'matter', label: 'What is it about?', type: 'long-text', required: true },
        ],
        submitLabel: 'Send to the team',
        next: 'person',
      },
      {
        id: 'person',
        type: 'handoff',
        title: 'Hand over',
        text: 'Thank you. Our team will answer to {{email}}, Monday to Friday from 9 to 5.',
        next: 'answer',
      },
      { id: 'answer', type: 'ai', title: 'Answer' },
      { id: 'default', type: 'default', next: 'answer' },
    ),
  },
  knowledge: [
    {
      name: 'Delivery and returns',
      kind: 'text',
      content: `Delivery

We deliver within the country and to all neighbouring countries. Parcels up to 30 kg take 2 to 4 working days and cost 4.90. Orders above 75 are delivered free of charge. Furniture comes by freight within 10 working days; the carrier calls the day before to agree on a two-hour window. Freight costs 39 per order and includes carrying the goods to the room of your choice.

Tracking

As soon as a parcel leaves our warehouse you receive an e-mail with a tracking link. If tracking has not changed for three working days, contact us with your order number and we start a search with the carrier.

Returns

Unused items can be returned within 30 days of delivery. Returning parcels is free; collecting furniture costs 25, which we deduct from the refund. Made-to-measure curtains and opened mattresses can't be returned. Refunds go to the payment method you used, within 5 working days after the goods have reached us.

Damaged goods

If something arrives damaged, send us a photo and your order number within 7 days. You choose between a replacement and a refund, and we arrange the collection at no cost.`,
    },
    {
      name: 'Frequent questions',
      kind: 'qa',
      pairs: [
        {
          question: 'Which payment methods do you accept?',
          answer:
            'Cards (Visa, Mastercard, American Express), PayPal, Apple Pay and payment by invoice within 14 days.',
        },
        {
          question: 'Can I change or cancel my order?',
          answer:
            'Yes, as long as it has not been packed, usually within 2 hours. Write to us with the order number as soon as you can.',
        },
        {
          question: 'How long is the warranty?',
          answer:
            'Two years on all products, five years on wooden frames. Keep the invoice: it is your warranty card.',
        },
        {
          question: 'How do I reach customer service?',
          answer:
            'By e-mail at any time, and by phone Monday to Friday from 9 am to 5 pm. The chat is answered by this assistant around the clock.',
        },
      ],
    },
  ],
}
