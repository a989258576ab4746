/** Questions about handbooks of organisations that retrieval is not tuned on: never look at which of them fail. */
import type { LabelledQuestions } from './labelled.ts'

/** A software company, more than 500 pages. */
export const softwareCompany: LabelledQuestions = {
  direct: [
    ['How high is the monthly wellness stipend?', '$100'],
    ['How many weeks of paid parental leave are there?', '16 weeks'],
    ['How much is reimbursed for professional development?', '$1,000'],
    ['What is the budget for the desk set-up?', '$2,000'],
    ['How much do we get for a coworking space?', '$300'],
    ['How much is reimbursed for internet each month?', '$50'],
    ['How much is reimbursed for a mobile phone?', '$75'],
    ['In which countries can we not work?', 'Cuba|North Korea'],
    ['Who is eligible for health benefits?', 'US-based full-time'],
    ['Until when must an expense report be filed?', '60 days'],
    ['How long can a medical leave of absence be?', '12 weeks|4 weeks'],
    ['Until what age are children covered?', 'age 26'],
    ['How many days do new hires have to enroll in insurance?', '30 days'],
    ['How long should a remote hackathon be?', '1 week|5 days'],
  ],
  paraphrased: [
    ['can I be an employee while living in Russia', 'cannot support|Russia'],
    ['does the company help when I change flats', 'movers|moving'],
    ['we are adopting a child', '16 weeks|adoption'],
    ['may I use a Windows laptop', 'only support Mac'],
    [
      'I want to move to another department',
      'reach out to your Manager|Internal Job Board|eligible to request',
    ],
    ['is there money for a gym membership', 'wellness'],
  ],
  misspelled: [
    ['welness stipend', '$100'],
    ['parental leav how many weaks', '16 weeks'],
    ['desk setup buget', '$2,000'],
    ['coworkng space budget', '$300'],
    ['profesional developement reimbursment', '$1,000'],
  ],
  'other language': [
    ['Wie viele Wochen bezahlte Elternzeit gibt es?', '16 weeks'],
    ['¿Cuánto se reembolsa por el teléfono móvil?', '$75'],
    ['Dans quels pays ne peut-on pas travailler ?', 'Cuba|North Korea'],
  ],
  'two-part': [
    ['How much do we get for internet and how much for the mobile phone?', '$50', '$75'],
    ['What is the desk budget and until when must I file the expense report?', '$2,000', '60 days'],
    ['How long is parental leave and how long is medical leave?', '16 weeks', '12 weeks|4 weeks'],
  ],
  'follow-up': [
    ['What is the budget for the desk set-up?', 'Does it expire?', 'does not expire'],
    ['What are impact awards?', 'How often are they given?', 'quarterly'],
    ['How does parental leave work?', 'Is there a minimum tenure for it?', 'no minimum tenure|day 1'],
  ],
  nearby: [
    'How much is the daily allowance for pets?',
    'Which dentist is close to the office?',
    'Do we get a company car?',
    'How many parking spaces are there?',
    'Is there a canteen with vegan food?',
    'What is the name of the office dog?',
    'Do we get free beer on Fridays?',
    'What is the wifi password in the San Francisco office?',
    'How much does a licence cost for a school?',
    'Do you sell T-shirts with the logo?',
    'Can I rent the meeting room for a wedding?',
  ],
  'far off': [
    'How do I bake sourdough bread?',
    'When is the next ferry?',
    'Can you repair my roof?',
    'What is the boiling point of mercury?',
    'How do I get a visa for Japan?',
    'Do you cut hair without an appointment?',
    'Which wine goes with salmon?',
    'I have chest pain',
  ],
}
