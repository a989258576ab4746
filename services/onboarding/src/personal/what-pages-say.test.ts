import { expect, test } from 'vitest'
import { mainLinks } from './main-pages.ts'
import { organisationIn } from './organisation.ts'
import { personalDocument } from './personal-document.ts'
import { whatPagesSay } from './what-pages-say.ts'

const page = (text: string) => ({ url: 'https://a.example/', title: 'A', text })
const said = (text: string, language = 'en', jsonLd: string[] = []) =>
  whatPagesSay({
    name: 'Acme',
    description: 'We build boats.',
    language,
    pages: [page(text)],
    organisation: organisationIn(jsonLd),
  })

test('questions that a page puts and answers are asked; rhetorical ones are not', () => {
  const { questions } = said(
    '## How long does delivery take?\nDelivery takes three working days within the country.\n## Ready for your boat?\nThen call us today, we are looking forward to it.\n## Why do we do this?\n## What else?',
  )
  expect(questions).toContain('How long does delivery take?')
  expect(questions.join()).not.toContain('Ready')
  expect(questions).not.toContain('Why do we do this?')
})

test('phone, mail and hours become facts and questions, in the language of the site', () => {
  const { facts, questions } = said(
    'Telefon: 0341 / 123 456 78\ninfo@acme-boote.de\nMo-Fr: 9:00 - 17:00 Uhr',
    'de',
  )
  expect(facts).toContain('Unsere Telefonnummer lautet 0341 / 123 456 78.')
  expect(facts).toContain('Unsere E-Mail-Adresse lautet info@acme-boote.de.')
  expect(facts.some((fact) => fact.includes('9:00 - 17:00'))).toBe(true)
  expect(questions).toContain('Wie sind Ihre Öffnungszeiten?')
  expect(questions.length).toBeLessThanOrEqual(4)
})

test('what a company offers is answered by its own sentence', () => {
  const { pairs, facts } = said('Nothing else is here.')
  expect(pairs).toContainEqual({ question: 'What does Acme offer?', answer: 'We build boats.' })
  expect(facts.filter((fact) => fact.includes('boats'))).toEqual(['We build boats.'])
})

test('structured data comes first, and a broken script is none', () => {
  const graph = JSON.stringify({
    '@graph': [
      {
        '@type': 'Bakery',
        telephone: '+49 30 1',
        address: { streetAddress: 'Weg 1', postalCode: '10115', addressLocality: 'Berlin' },
      },
      { '@type': 'FAQPage', mainEntity: [{ name: 'Do you bake without gluten?' }] },
    ],
  })
  const organisation = organisationIn(['{broken', graph])
  expect(organisation).toMatchObject({
    phone: '+49 30 1',
    address: 'Weg 1, 10115 Berlin',
    questions: ['Do you bake without gluten?'],
  })
})

test('telling pages of the same host are read first', () => {
  const links = [
    '/blog/a/b',
    '/contact.html',
    'https://other.example/faq',
    '/faq#top',
    '/privacy',
    '/logo.png',
    '/',
  ]
  expect(mainLinks(links, 'https://a.example/')).toEqual([
    'https://a.example/faq',
    'https://a.example/contact.html',
    'https://a.example/blog/a/b',
  ])
})

const documentOf = (of: Partial<Parameters<typeof personalDocument>[0]>) =>
  personalDocument({
    name: 'Acme',
    description: 'We build boats.',
    language: 'en',
    choices: { primaryColor: '#AA2200', themeMode: 'dark', faviconApproved: false },
    picture: undefined,
    said: { facts: [], questions: [] },
    ...of,
  })

test('a person can be asked for, since somebody has just signed up', () => {
  expect(documentOf({})).toMatchObject({ enableHumanHandoff: true, showHandoffEvenIfOffline: true })
})

test('braces of a name are no variables of the flow', () => {
  const document = documentOf({
    name: 'Acme {{email}}',
    description: 'We build {{boats}}.',
    said: { facts: [], questions: ['What is {{x}} for?'] },
  })
  expect(JSON.stringify(document)).not.toContain('{{')
  expect(document.theme).toBe('blue-dark')
})
