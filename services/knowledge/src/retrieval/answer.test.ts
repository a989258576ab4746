import { describe, expect, test } from 'vitest'
import { chunkText } from '../ingestion/chunk.ts'
import { cleanDocument } from '../ingestion/clean-document.ts'
import { answerOf, placesOf } from './answer.ts'
import { loadLanguage } from './languages.ts'
import { createRetriever } from './retriever.ts'

const long = `# Handbook

## Delivery
We are a small shop by the sea. Our family has been here since 1962 and likes what it does. Parcels leave our house every weekday at noon and travel with the yellow van. Delivery takes three working days. To the islands it takes a week, since the ferry only goes on Tuesdays. We never use plastic. The boxes are made of old cardboard, which we collect from our neighbours in the village every Saturday morning. They like to talk about the weather while they help us to carry it to the car, and afterwards we drink tea with them on the terrace. In winter there is soup instead, with bread that the baker brings on his way home from the market in town. Whoever helps us may take a piece of it along, together with a bag of tea from the shelf behind the counter, where our grandmother kept it in tins of all colours when we were children, and where the cat likes to sleep.

## What to bring
We have a list for you, so that you forget nothing when you come to us on the island for a whole week in summer or in winter:
- warm socks and two pairs of shoes, one of them waterproof and made for long walks along the beach
- a towel, since we have none for guests, and a cap against the sun that shines nearly every day here
- your insurance card and a list of the medicines that you take each day, with their doses

## Pets
Dogs are welcome.`

const states = `# Taxes

We collect sales tax from customers in these states, by the rate of the place where they live and not by that of ours:
${'Alaska Arizona Connecticut Hawaii Iowa Kentucky Massachusetts Ohio Pennsylvania Tennessee Texas Utah Washington'
  .split(' ')
  .map(
    (state) => `- ${state}, where we add what the state and its counties ask for on the day of the invoice`,
  )
  .join('\n')}`

const hotel = `# Your stay

## Arriving
The front desk is staffed from 7 am to 11 pm. Rooms are ready from 3 pm. Please leave your room by 11 am.

## Breakfast
We serve breakfast from 7:30 to 10:00. We bake gluten-free bread; tell us of any allergy a day before.

## Pets
Dogs are welcome in the garden rooms for £10 a night.

## Cancelling
You can cancel without charge until 48 hours before you arrive. After that we charge the first night.

## Parking
Parking costs £12 a night behind the house.

## Pool
The indoor pool is open from 7 am to 9 pm.

## Internet
The network is called Harbour.`

const shop = `# Radhaus

## Öffnungszeiten
Wir haben dienstags bis freitags von 10 bis 18 Uhr geöffnet, samstags von 10 bis 14 Uhr.

## Versand
Wir versenden mit DHL nach Österreich und Belgien. In die Schweiz liefern wir nicht.

## Werkstatt
Wir reparieren Räder aller Marken innerhalb von drei Tagen.`

async function answer(question: string, text: string, before?: string) {
  const source = {
    sourceId: 's1',
    name: 'guide.md',
    version: 1,
    chunks: chunkText(cleanDocument(text)),
  }
  const retriever = createRetriever({ loadChunks: async () => [source] })
  const context = before === undefined ? {} : { before }
  return (await retriever.search('w1', 'a1', question, context)).answer
}

describe('the answer', () => {
  test('is that of a pair, with its source', async () => {
    const chunks = ['Q: Can I pay by card?\nA: Yes, **all** cards.', 'Tea is nice.']
    const retriever = createRetriever({
      loadChunks: async () => [{ sourceId: 's1', name: 'Guide', version: 1, chunks }],
    })
    expect((await retriever.search('w1', 'a1', 'do you take cards?')).answer).toEqual({
      text: 'Yes, **all** cards.',
      sources: [{ sourceId: 's1', name: 'Guide' }],
    })
  })
  test('of a follow-up is about its own words, not what was answered before', async () => {
    const before = 'what would it cost to have my order wrapped as a present?'
    const texts = [
      'Gift wrapping\n\nWe wrap any order as a gift for 6.50 and add a card with your own words. Wrapped orders leave our workshop one day later than others.',
      '# The Ember lantern\n\nThe battery lasts 14 hours on a full charge.\n\n# Care\n\nRub the glass with a dry cloth. Do not use soap.',
    ]
    const sources = texts.map((text, nth) => ({
      sourceId: `s${nth}`,
      name: `${nth}.md`,
      version: 1,
      chunks: chunkText(cleanDocument(text)),
    }))
    const retriever = createRetriever({ loadChunks: async () => sources })
    const { answer } = await retriever.search('w1', 'a1', 'And how do I polish its glass?', { before })
    expect(answer?.text ?? '').not.toContain('6.50')
  })
  test('is a short section under its heading', async () => {
    expect((await answer('Can I bring my dog?', long))?.text).toBe('**Pets**\n\nDogs are welcome.')
  })
  test('has whole sentences of a long section, in order', async () => {
    const text = (await answer('How long does delivery to the islands take?', long))?.text ?? ''
    expect(text).toMatch(/^\*\*Delivery\*\*\n\n/)
    expect(text).toContain('Delivery takes three working days. To the islands it takes a week')
    expect(text).not.toContain('grandmother')
  })
  test('keeps lists as lists', async () => {
    const text = (await answer('Do I need to bring a towel?', long))?.text
    expect(text).toContain('\n- warm socks')
    expect(text).toContain('\n- a towel')
  })
  test('of a long list has the item that was asked for, and shows that the list goes on', async () => {
    const text = (await answer('Do you collect sales tax in Texas?', states))?.text ?? ''
    expect(text).toContain('these states')
    expect(text).toContain('\n…\n- Texas')
    expect(text).toMatch(/…$/)
    expect(text).not.toContain('Ohio')
  })
  test('is not a neighbouring fact', async () => {
    expect((await answer('What time is check in?', hotel))?.text).toContain('ready from 3 pm')
  })
  test.each(['I can not eat wheat', 'How do I bake bread?'])(
    'to %j takes no word for a misspelled other one',
    async (question) => {
      const text = (await answer(question, hotel))?.text ?? 'gluten-free'
      expect(text).toContain('gluten-free')
    },
  )
  test.each([undefined, 'Wann habt ihr samstags geöffnet?'])(
    'finds other forms of a German verb, whatever was asked before (%s)',
    async (before) => {
      expect((await answer('Liefert ihr in die Schweiz?', shop, before))?.text).toContain('liefern wir nicht')
      expect((await answer('Repariert ihr auch Räder?', shop, before))?.text).toContain('reparieren Räder')
      expect(await answer('Habt ihr die Telefonnummer der Polizei?', shop, before)).toBeUndefined()
    },
  )

  test('to a follow-up is about what was asked before', async () => {
    expect((await answer('how much is that?', hotel, 'Can I bring my dog?'))?.text).toContain('£10 a night')
  })
  test('to two questions has two parts', async () => {
    const text = (await answer('Can I bring my dog and how much is parking?', hotel))?.text ?? ''
    expect(text).toContain('Dogs are welcome')
    expect(text).toContain('£12')
  })
  test('to two questions about one section says the section once', async () => {
    const text = (await answer('Where is parking and what does parking cost a night?', hotel))?.text ?? ''
    expect(text.split('Parking costs £12')).toHaveLength(2)
  })
  test('to two questions about long sections stays short, and holds both', async () => {
    const talk =
      'We have been here for many years and we like to tell our guests about the sea and the weather. '
    const wordy = hotel
      .replace('Dogs are welcome', `${talk.repeat(9)}Dogs are welcome`)
      .replace('Parking costs', `${talk.repeat(9)}Parking costs`)
    const text = (await answer('Can I bring my dog and how much is parking?', wordy))?.text ?? ''
    expect(text).toContain('Dogs are welcome')
    expect(text).toContain('£12')
    expect(text.length).toBeLessThan(1_100)
  })
  test.each(['How do I repair a bicycle tyre?', 'Do you have a discount code SPRING24?', 'thanks a lot'])(
    'to %j is none',
    async (question) => {
      expect(await answer(question, hotel)).toBeUndefined()
    },
  )
  test('shows no name of a file', async () => {
    expect((await answer('Can I bring my dog?', hotel))?.sources[0]?.name).toBe('Your stay')
  })
})

describe('after another question', () => {
  test.each([
    ['Can I bring my dog?', 'how much is that?', '£10'],
    ['Can I cancel?', 'what happens after that?', 'first night'],
    ['Is there internet?', 'whats it called', 'Harbour'],
  ])('%s %s', async (before, question, fact) => {
    expect((await answer(question, hotel, before))?.text).toContain(fact)
  })
  test.each([
    ['Can I bring my dog?', 'Do you have a gym?'],
    ['Can I bring my dog?', 'and snakes?'],
    ['When is breakfast?', 'Is there a casino?'],
    ['What does parking cost?', 'Verkaufen Sie Blumen?'],
  ])('%s %s: nothing', async (before, question) => {
    expect(await answer(question, hotel, before)).toBeUndefined()
  })
})

describe('places of an answer', () => {
  const place = (letter: string, length: number, rank: number) => ({
    text: letter.repeat(length),
    short: () => letter.repeat(Math.min(length, 400)),
    rank,
  })
  const shown = (...places: ReturnType<typeof place>[]) =>
    placesOf(places).map(({ text }) => `${text[0]}${text.length}`)

  test('are up to three if the further ones are nearly as good', () => {
    expect(shown(place('a', 500, 5), place('b', 500, 2.5), place('c', 50, 2.4), place('d', 20, 2.3))).toEqual(
      ['a500', 'b500', 'c50'],
    )
    expect(shown(place('a', 500, 5), place('b', 500, 1.9))).toEqual(['a500'])
  })
  test('are shortened where there is no room for all of the second', () => {
    expect(shown(place('a', 650, 5), place('b', 700, 4))).toEqual(['a650', 'b400'])
    expect(shown(place('a', 800, 5), place('b', 700, 4), place('c', 90, 3))).toEqual(['a800', 'c90'])
  })
})

describe('a question that is two', () => {
  test('is answered in both parts where one is known and the other is not improbable', async () => {
    const language = await loadLanguage('english')
    const found = (text: string, score: number) => {
      const chunk = { sourceId: text, sourceName: 'Guide', chunk: 0, text, language }
      return { words: [], found: [{ chunk, match: { section: 0, sentence: 0 }, rank: score, score }] }
    }
    const whole = found('Neither of them.', 0.1)
    const said = (first: number, second: number) =>
      answerOf(
        whole,
        [found('Dogs may come.', first), found('Cars may not.', second)],
        0.5,
        (sourceId, name) => ({
          sourceId,
          name,
        }),
      )?.text
    expect(said(0.6, 0.6)).toBe('Dogs may come.\n\nCars may not.')
    expect(said(0.6, 0.3)).toBe('Dogs may come.\n\nCars may not.')
    expect(said(0.6, 0.2)).toBe('Dogs may come.')
    expect(said(0.4, 0.4)).toBeUndefined()
  })
  test('has the second place of a part too while there is room, each place once', async () => {
    const language = await loadLanguage('english')
    const found = (...texts: string[]) => ({
      words: [],
      found: texts.map((text, n) => ({
        chunk: { sourceId: text, sourceName: 'Guide', chunk: n, text, language },
        match: { section: 0, sentence: 0 },
        rank: 5 - n,
        score: 0.6,
      })),
    })
    const said = (first: string[], second: string[]) =>
      answerOf(found(), [found(...first), found(...second)], 0.5, (sourceId, name) => ({ sourceId, name }))
    const long = (word: string) => `${word} `.repeat(85).trim()
    expect(said(['Dogs may come.', 'Cats may not.'], ['Cars may not.', 'Dogs may come.'])).toEqual({
      text: 'Dogs may come.\n\nCats may not.\n\nCars may not.',
      sources: ['Dogs may come.', 'Cats may not.', 'Cars may not.'].map((sourceId) => ({
        sourceId,
        name: 'Guide',
      })),
    })
    expect(said([long('dogs'), long('cats')], [long('cars'), 'Vans may.'])?.text).toBe(
      [long('dogs'), long('cars'), 'Vans may.'].join('\n\n'),
    )
  })
})
