import { describe, expect, test } from 'vitest'
import { partsOf } from './sections.ts'

const sectionsOf = (text: string) =>
  partsOf({ sourceName: 'Guests', text }).parts.map(({ heading, body }) => [heading, body])
const sentence = (about: string) => `${about} costs fifteen euros a night and is paid at the front desk.`

describe('sections of a chunk', () => {
  test('are what stands below its headings', () => {
    expect(
      partsOf({ sourceName: 'Guests', text: '# Stay\n## Pets\nDogs may stay.\n\nCats not.\n## Pool\nOpen.' }),
    ).toEqual({
      outer: 'Guests\nStay',
      parts: [
        { heading: 'Pets', body: 'Dogs may stay.\nCats not.' },
        { heading: 'Pool', body: 'Open.' },
      ],
    })
  })

  test('are the paragraphs of a text without headings; a short one is read with the next', () => {
    expect(sectionsOf(`${sentence('A dog')}\n\nHello.\n${sentence('A cot')}\n\nThank you.`)).toEqual([
      ['', sentence('A dog')],
      ['', `Hello.\n${sentence('A cot')}`],
      ['', 'Thank you.'],
    ])
  })

  test('have the titles that the first words of paragraphs are, if several are', () => {
    const text = [`Pets. ${sentence('A dog')}`, sentence('A cot'), `Cars: ${sentence('A place')}`].join(
      '\n\n',
    )
    expect(sectionsOf(text)).toEqual([
      ['Pets', sentence('A dog')],
      ['', sentence('A cot')],
      ['Cars', sentence('A place')],
    ])
    expect(sectionsOf(`Pets. ${sentence('A dog')}`)).toEqual([['', `Pets. ${sentence('A dog')}`]])
    const doctors = ['Dr. Smith', 'Dr. Jones'].map(sentence)
    expect(sectionsOf(doctors.join('\n\n'))).toEqual(doctors.map((body) => ['', body]))
  })

  test('are the paragraphs of a long section, with its heading', () => {
    const paragraphs = Array.from({ length: 12 }, (_, nth) => sentence(`Item ${nth}`))
    expect(sectionsOf(`# Prices\n\n${paragraphs.join('\n\n')}`)).toEqual(
      paragraphs.map((body) => ['Prices', body]),
    )
  })

  test('keep a list with what announces it', () => {
    const items = Array.from({ length: 12 }, (_, nth) => `- ${sentence(`Item ${nth}`)}`)
    const list = [`${sentence('Everything')} It has:`, ...items].join('\n\n')
    expect(sectionsOf(`# Prices\n\n${list}`)).toEqual([['Prices', list.replaceAll('\n\n', '\n')]])
  })
})
