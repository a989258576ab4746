import { type Business, growing, inTurns, promptOf, topic } from '../business.ts'

const PRACTICE = 'About the practice'
const PATIENTS = 'Questions of patients'
const FLU = 'Flu and travel vaccinations'

export const elmCourt: Business = {
  key: 'elm-court',
  template: 'health-care-agent',
  name: 'Elm Court',
  title: 'Elm Court Practice',
  since: 39,
  traffic: 24,
  site: 'https://elmcourt.example',
  pages: ['/', '/opening-hours', '/appointments', '/vaccinations', '/contact'],
  knowledge: [
    {
      name: FLU,
      kind: 'text',
      content: `Flu vaccinations are given from October to January, Monday and Thursday from 2 pm to 4 pm, without an appointment. They are free for people over 60, pregnant women and people with a chronic illness; everybody else pays 28.

Travel advice takes 30 minutes and costs 45. Come at least six weeks before you leave, with your vaccination record and your route.`,
    },
    {
      name: 'Prescriptions',
      kind: 'qa',
      pairs: [
        {
          question: 'How do I get a repeat prescription?',
          answer:
            'Order it in the patient portal or by phone before noon; it is ready from 8 am on the next working day.',
        },
        {
          question: 'Can somebody else collect my prescription?',
          answer: 'Yes, with your insurance card and a signed note from you.',
        },
      ],
    },
  ],
  topics: [
    topic(
      'en',
      PRACTICE,
      'Monday, Tuesday and Thursday from 8 am to 6 pm, Wednesday and Friday from 8 am to 1 pm. We are closed at weekends and on public holidays.',
      'When are you open?',
      'are you open on friday afternoon',
      'What are your opening times on Wednesday?',
    ),
    topic(
      'en',
      PRACTICE,
      'A sick note needs an appointment, in the practice or by video. It can be issued for **up to three days back**.',
      'I need a sick note for yesterday',
      'Can I get a doctor’s note without coming in?',
    ),
    topic(
      'en',
      PRACTICE,
      'Blood is taken Monday to Friday between 8 am and 10 am. Please come without breakfast; water is fine.',
      'What time can I come for a blood test?',
      'do i have to fast before the blood test',
    ),
    topic(
      'en',
      PATIENTS,
      'Yes, we take new patients. Please bring your insurance card and, if you have them, earlier findings and your vaccination record.',
      'Are you accepting new patients?',
      'We just moved here, can we register with you?',
    ),
    topic(
      'en',
      PATIENTS,
      'Yes: Tuesday and Thursday from 4 pm to 6 pm, for patients who have been here within the last year. You book it in the patient portal.',
      'Do you offer video appointments?',
      'can I talk to a doctor online',
    ),
    topic(
      'en',
      PATIENTS,
      'There are six parking places behind the house, two of them for people with disabilities. A ramp and a lift lead to the practice.',
      'My mother uses a wheelchair, can she get in?',
      'Where do I park?',
    ),
    topic(
      'en',
      FLU,
      'From October to January, Monday and Thursday from 2 pm to 4 pm, without an appointment. It is free over 60, in pregnancy and with a chronic illness; otherwise it costs 28.',
      'Can I get a flu shot without an appointment?',
      'how much is the flu jab',
    ),
    topic(
      'en',
      'Prescriptions',
      'Order it in the patient portal or by phone before noon. It is ready from 8 am on the next working day.',
      'How can I renew my prescription?',
      'I ran out of my blood pressure tablets',
    ),
    topic(
      'de',
      PRACTICE,
      'Montag, Dienstag und Donnerstag von 8 bis 18 Uhr, Mittwoch und Freitag von 8 bis 13 Uhr.',
      'Wann haben Sie geöffnet?',
      'Haben Sie am Freitagnachmittag offen?',
    ),
    topic(
      'es',
      PATIENTS,
      'Sí, aceptamos pacientes nuevos. Traiga su tarjeta sanitaria y, si los tiene, informes anteriores y su cartilla de vacunación.',
      '¿Aceptan pacientes nuevos?',
    ),
  ],
  unknown: [
    'Is Dr. Hale on holiday next week?',
    'Do you do acupuncture?',
    'Which pharmacy near you is open late?',
    'can you check my lab results from monday',
  ],
  edits: inTurns(
    growing(promptOf('health-care-agent', 'Elm Court'), [
      'Name the flu vaccination hours when somebody asks about vaccinations between October and January.',
      'For repeat prescriptions always say that orders before noon are ready on the next working day.',
      'If somebody describes chest pain, breathlessness or a stroke, name the emergency number first.',
      'Do not ask for dates of birth or insurance numbers.',
      'Answer in the formal form of address where the language has one.',
    ]),
    [
      { proactiveMessage: 'Questions about appointments or opening hours?' },
      { proactiveMessage: 'Flu vaccinations: Monday and Thursday, 2 to 4 pm' },
    ],
    [
      { description: 'Answers patients of Elm Court, general medical practice, around the clock.' },
      { vg_temperature: 0.1 },
      { vg_defaultModel: 'claude-sonnet-4-20250514' },
      { ifKnowsThreshold: 0.4 },
    ],
  ),
}
