import { type Business, growing, inTurns, topic } from '../business.ts'

const WORKSHOP = 'Workshop'
const SHOP = 'Shop questions'

const prompt = `You are the assistant of Kestrel Cycles, a bicycle shop with a workshop.

- Be brief and practical, like somebody behind the counter who rides every day.
- Prices, times and opening hours come from the knowledge alone; if they are not there, say so.
- Ask for the kind of bike before you name a price for a repair.
- Write in the visitor's language.`

export const kestrelCycles: Business = {
  key: 'kestrel-cycles',
  template: 'blank-template',
  name: 'Kestrel Cycles',
  title: 'Kestrel Cycles',
  since: 24,
  traffic: 12,
  site: 'https://kestrelcycles.example',
  pages: ['/', '/workshop', '/e-bikes', '/e-bikes/tern-250'],
  knowledge: [
    {
      name: WORKSHOP,
      kind: 'text',
      content: `The workshop is open Monday to Saturday from 8 am to 6 pm. A puncture is repaired while you wait, usually within 30 minutes, for 18 with a new tube.

A small service (brakes, gears, bolts, tyres) costs 65 and takes two working days. A full service costs 140 and takes four working days. E-bikes cost 20 more, and we read out the battery.

We lend you a bike free of charge while yours is with us, as long as there is one in the yard.`,
    },
    {
      name: SHOP,
      kind: 'qa',
      pairs: [
        {
          question: 'Can I try a bike before I buy it?',
          answer:
            'Yes, for half an hour on the spot with an identity card, or for a weekend for 40, which we deduct when you buy.',
        },
        {
          question: 'Do you buy used bikes?',
          answer: 'We take them in part exchange against a new one, with the proof of purchase.',
        },
        {
          question: 'How far does the Tern 250 go on one charge?',
          answer: '60 to 110 km, depending on hills, wind and how much you let it help.',
        },
        {
          question: 'Do you offer bike leasing?',
          answer: 'Yes, with all common providers; bring the approval of your employer.',
        },
      ],
    },
  ],
  topics: [
    topic(
      'en',
      WORKSHOP,
      'We fix a puncture while you wait, usually within 30 minutes. It costs **18** with a new tube.',
      'Got a flat tyre, can you fix it today?',
      'How much is a puncture repair?',
    ),
    topic(
      'en',
      WORKSHOP,
      'A small service is 65 and takes two working days, a full service 140 and four. For an e-bike add 20.',
      'What does a service cost?',
      'my gears skip, how long would you need the bike',
    ),
    topic(
      'en',
      WORKSHOP,
      'Yes, free of charge, as long as there is one in the yard.',
      'Can I borrow a bike while mine is being repaired?',
    ),
    topic(
      'en',
      SHOP,
      'Half an hour on the spot with an identity card, or a whole weekend for 40, which we deduct when you buy.',
      'Can I take the Tern for a test ride?',
      'is it possible to try a bike over the weekend',
    ),
    topic(
      'en',
      SHOP,
      'Between 60 and 110 km, depending on hills, wind and how much you let it help.',
      'What is the range of the Tern 250?',
      'how far does the e bike get me',
    ),
    topic(
      'de',
      WORKSHOP,
      'Einen Platten flicken wir, während Sie warten, meist in 30 Minuten, für 18 mit neuem Schlauch.',
      'Ich habe einen Platten, geht das heute noch?',
    ),
  ],
  unknown: ['Do you build wheels to order?', 'Is there a group ride on Sunday?', 'do you ship frames abroad'],
  edits: [
    {
      enableNodes: false,
      vg_systemPrompt: prompt,
      vg_initMessages: ['Hi! This is Kestrel Cycles. How can I help?'],
      vg_initPrompt: '',
    },
    ...inTurns(
      growing(prompt, [
        'For e-bikes always add 20 to the price of a service.',
        'Offer the free bike when a repair takes longer than a day.',
        'Say that a weekend test ride is deducted when the bike is bought.',
      ]),
      [
        { vg_initMessages: ['Hi, Kestrel Cycles here. 🚲 Flat tyre, service or a new bike?'] },
        { vg_initPrompt: 'Tell me what you ride and what is the matter with it.' },
        { proactiveMessage: 'Flat tyre? We fix it while you wait.' },
      ],
      [
        { description: 'Shop and workshop questions for Kestrel Cycles.' },
        { vg_defaultModel: 'gemini-2.5-flash' },
      ],
    ),
  ],
}
