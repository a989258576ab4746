import { type Business, growing, inTurns, promptOf, topic } from '../business.ts'

const OFFERS = 'Homes on offer'
const WORK = 'How we work'
const NEW_BUILD = 'Quayside development'

export const lindgrenHomes: Business = {
  key: 'lindgren-homes',
  template: 'real-estate-agent',
  name: 'Lindgren Homes',
  title: 'Lindgren Homes',
  since: 42,
  traffic: 22,
  site: 'https://lindgrenhomes.example',
  pages: ['/', '/buy', '/rent', '/rent/harbour-street-40', '/sell', '/quayside'],
  knowledge: [
    {
      name: NEW_BUILD,
      kind: 'text',
      content: `Quayside is a development of 24 flats at the Docks, ready to move into from September. Two to four rooms, 51 to 118 square metres, prices from 298,000 to 640,000. Heat pumps and solar roof, energy class A+. Eleven flats are still free.

The show flat at Harbour Street 44 is open on Saturdays from 11 am to 3 pm without an appointment.`,
    },
    {
      name: 'Addresses of homes on offer',
      kind: 'text',
      content: `The flat in the old town is Mill Lane 8. The house on the edge of the city is Orchard Road 21, Westfield. The flat near the station is Station Square 3. The flat with a roof terrace is Harbour Street 40, at the Docks.`,
    },
    {
      name: 'Letting your home',
      kind: 'qa',
      pairs: [
        {
          question: 'What does it cost to have you let my flat?',
          answer:
            'One month’s rent without heating and services, paid by the owner when the contract is signed.',
        },
        {
          question: 'Do you check tenants?',
          answer:
            'Yes: income, references of the last landlord and a credit report, with the applicant’s consent.',
        },
      ],
    },
  ],
  topics: [
    topic(
      'en',
      OFFERS,
      'At the moment we let two flats: **Station Square 3**, 2 rooms, 54 m², 940 a month, and **Harbour Street 40**, 4 rooms with a roof terrace, 110 m², 1,780 a month.',
      'What flats do you have to rent right now?',
      'looking for something to rent in the centre',
    ),
    topic(
      'en',
      OFFERS,
      'Mill Lane 8 in the Old Town: 3 rooms, 82 m², second floor with lift and a balcony to the south, 389,000, free from 1 March.',
      'Do you have a three room flat for sale?',
      'Anything with a balcony under 400k?',
    ),
    topic(
      'en',
      OFFERS,
      'At Station Square 3 pets are possible by agreement with the owner. Shall I note it for a viewing?',
      'Can I bring my dog to the flat at Station Square?',
      'Are pets allowed?',
    ),
    topic(
      'en',
      WORK,
      'Buyers pay 2 percent of the purchase price, due when the contract is signed. **Tenants pay us nothing.**',
      'What is your commission?',
      'How much do you charge me as a buyer?',
    ),
    topic(
      'en',
      WORK,
      'A filled-in self-disclosure, the last three payslips or another proof of income, and a copy of an identity document. We ask for them after the viewing.',
      'Which documents do I need to apply for a flat?',
      'what paperwork do you need from tenants',
    ),
    topic(
      'en',
      WORK,
      'A valuation is free of charge. An agent visits for about 45 minutes, and you have it in writing within three working days.',
      'How much is it to get my house valued?',
      'I am thinking of selling, what would a valuation cost?',
    ),
    topic(
      'en',
      NEW_BUILD,
      'Eleven flats are still free, from 298,000 to 640,000, ready in September. The show flat at Harbour Street 44 is open on Saturdays from 11 am to 3 pm.',
      'Are there still flats at Quayside?',
      'when can we see the show flat',
    ),
    topic(
      'es',
      WORK,
      'La tasación es gratuita: un agente la visita unos 45 minutos y la recibe por escrito en tres días laborables.',
      '¿Cuánto cuesta tasar mi casa?',
    ),
    topic(
      'de',
      OFFERS,
      'Zur Miete haben wir zurzeit zwei Wohnungen: Station Square 3 (2 Zimmer, 54 m², 940) und Harbour Street 40 (4 Zimmer, 110 m², 1.780).',
      'Haben Sie gerade Mietwohnungen im Zentrum?',
    ),
  ],
  unknown: [
    'Which schools are good around Orchard Road?',
    'Will interest rates go down next year?',
    'Do you also sell farmland?',
    'Is there fibre internet at Mill Lane 8?',
  ],
  edits: inTurns(
    growing(promptOf('real-estate-agent', 'Lindgren Homes'), [
      'When Quayside fits what the visitor is looking for, name it with its price range.',
      'Give prices with rent and services apart, never as one sum.',
      'Offer the open Saturday at the show flat before you ask for a phone number.',
      'Say that energy classes stand in the certificate, which we send on request.',
    ]),
    [
      { proactiveMessage: 'Looking for a home? Tell me what matters to you.' },
      { proactiveMessage: '🏡 Eleven flats left at Quayside. Questions?' },
    ],
    [
      { description: 'Finds homes and arranges viewings for Lindgren Homes, estate agents.' },
      { theme: 'blue-dark' },
      { vg_defaultModel: 'gpt-4o-mini' },
      { vg_temperature: 0.4 },
    ],
  ),
}
