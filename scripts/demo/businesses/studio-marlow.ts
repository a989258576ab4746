import { type Business, growing, inTurns, promptOf, topic } from '../business.ts'

const PRICES = 'Services and prices'
const BEFORE = 'Before you come'
const COLOUR = 'Colour and care'

export const studioMarlow: Business = {
  key: 'studio-marlow',
  template: 'make-appointment',
  name: 'Studio Marlow',
  title: 'Studio Marlow',
  since: 33,
  traffic: 14,
  site: 'https://studiomarlow.example',
  pages: ['/', '/prices', '/book', '/team'],
  knowledge: [
    {
      name: COLOUR,
      kind: 'text',
      content: `A patch test is needed 48 hours before a first colour; it takes five minutes and is free. We colour from the age of 16.

Colour lasts longest with lukewarm water and two days without washing. We use vegan products without ammonia.`,
    },
    {
      name: 'Vouchers and offers',
      kind: 'qa',
      pairs: [
        {
          question: 'Do you sell gift vouchers?',
          answer: 'Yes, for any amount from 20, in the studio or by phone.',
        },
        {
          question: 'Is there a student discount?',
          answer: '15 percent on cuts from Tuesday to Thursday, with a student card.',
        },
      ],
    },
  ],
  topics: [
    topic(
      'en',
      PRICES,
      'A cut and finish takes 45 minutes and costs **48**. Children up to 12 pay 24.',
      'How much is a haircut?',
      'price for a cut pls',
      'What do you charge for kids?',
    ),
    topic(
      'en',
      PRICES,
      'Highlights take about two hours and start at **110**. Colour takes 90 minutes, from 75.',
      'What do highlights cost and how long do they take?',
      'how much for balayage or highlights',
    ),
    topic(
      'en',
      PRICES,
      'Tuesday to Friday from 9 am to 7 pm and Saturday from 9 am to 3 pm. We are closed on Sunday and Monday.',
      'Are you open on Mondays?',
      'What time do you close on Saturday?',
    ),
    topic(
      'en',
      BEFORE,
      'Cancelling is free up to 24 hours before. Later than that we charge half of the price.',
      'I have to cancel tomorrow, does it cost anything?',
      'can i move my appointment',
    ),
    topic(
      'en',
      COLOUR,
      'Yes: a patch test is needed 48 hours before a first colour. It takes five minutes and is free.',
      'Do I need a patch test?',
      'first time colouring, anything i should know?',
    ),
    topic(
      'en',
      'Vouchers and offers',
      'With a student card there is **15 percent** off cuts from Tuesday to Thursday.',
      'Do students get a discount?',
    ),
    topic(
      'fr',
      PRICES,
      'Coupe et brushing : 45 minutes, 48. Les enfants jusqu’à 12 ans paient 24.',
      'Combien coûte une coupe ?',
    ),
  ],
  unknown: [
    'Is Jo working this Friday?',
    'Do you do wedding hair at home?',
    'do you sell that shampoo that smells of figs',
  ],
  edits: inTurns(
    growing(promptOf('make-appointment', 'Studio Marlow'), [
      'Ask about the last colour before you take a request for highlights.',
      'Say that a patch test is needed 48 hours before a first colour.',
      'Name the student discount when somebody says that they study.',
    ]),
    [
      { proactiveMessage: '✂️ Shall we find a time for you?' },
      { description: 'Takes appointment requests for Studio Marlow, hairdresser.' },
      { theme: 'blue-dark' },
    ],
    [{ vg_defaultModel: 'gpt-4o-mini' }, { vg_temperature: 0.2 }],
  ),
}
