import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Language, languages } from '../phrases.ts'
import { writtenLanguage } from './written-language.ts'

const told: Record<Language, readonly string[]> = {
  en: [
    'What time is breakfast?',
    'we are four, two adults and two children',
    'do you have “Die Verwandlung und andere Erzählungen” by Kafka?',
    'I was in Rio de Janeiro with my wife',
  ],
  de: [
    'Kann ich meinen Hund mitbringen?',
    'Bis wann kann ich kostenlos stornieren?',
    'Meine E-Mail ist klaus.müller@example.de, bitte schicken Sie mir ein Angebot. Tel +49 170 1234567',
    'Was kostet das Meeting?',
    'Guten Tag',
  ],
  es: [
    '¿A qué hora es el desayuno?',
    'cuanto cuesta una habitacion',
    'somos cuatro, dos adultos y dos niños',
  ],
  fr: ["Où se trouve l'hôtel ?", 'je voudrais réserver une table pour deux', "C'est possible d'annuler ?"],
  pt: [
    'somos quatro, dois adultos e duas crianças',
    'onde fica o hotel',
    'Até quando posso cancelar de graça?',
  ],
  it: ['A che ora è la colazione?', 'Posso portare il mio cane?', 'Fino a quando posso cancellare gratis?'],
  nl: ['Hoe laat is het ontbijt?', 'Mag ik mijn hond meenemen?', 'mijn bestelling is nog niet aangekomen'],
  pl: ['Czy mogę zabrać psa?', 'Do kiedy moge anulowac?', 'jest nas czworo, dwoje dorosłych i dwoje dzieci'],
  tr: ['Kahvaltı saat kaçta?', 'Köpeğimi getirebilir miyim?', 'Nerede park edebilirim'],
  ar: ['متى يكون الإفطار؟', 'هل يمكنني إحضار كلبي؟'],
  hi: ['नाश्ता कितने बजे है?', 'क्या मैं अपना कुत्ता ला सकता हूँ?'],
  ja: ['朝食は何時ですか？', '二人で予約したいのですが'],
  zh: ['房间多少钱？', '你们有停车场吗', '請問早餐幾點？'],
}

describe('the language of a message', () => {
  it.each(languages)('is told of a sentence in %s', (language) => {
    for (const text of told[language]) expect(writtenLanguage(text), text).toBe(language)
  })

  it.each([
    [
      'a word or two',
      'ok',
      'parking?',
      'menu',
      'no',
      'si',
      'ja',
      'non',
      'Super!',
      'perfect',
      'ok danke',
      'no no no',
    ],
    ['a number', '2 adults', '3', '+49 170 1234567', 'HP-1234', '2026-12-24'],
    ['a name', 'Maria de la Cruz', 'Jean-Luc de la Fontaine', 'Van der Berg', 'Mr and Mrs Smith', 'Will May'],
    ['a name in signs', '佐藤花子', 'さくら', '王小明', '東京都港区', '北京市朝阳区', 'محمد علي'],
    [
      'an address',
      'Rua da Prata 12, Lisboa',
      'Am Alten Markt 5',
      'Unter den Linden 4, 10117 Berlin',
      'Via dei Mille 4',
    ],
    [
      'a title',
      'Les Misérables',
      'Die Hard',
      'Que sera sera',
      'C’est la vie',
      'Casa do Rio',
      'Hotel de la Gare',
    ],
    ['an e-mail address', 'klaus.mueller@example.de', 'ich.bin.das@wer-ist-es.de'],
    ['an address of a page', 'https://example.de/wo-ist-das-und-wann-kann-ich'],
    ['words that several languages have', 'Quiero un guten Tag', 'the pool, la piscina'],
  ])('is not told of %s', (_, ...texts) => {
    for (const text of texts) expect(writtenLanguage(text), text).toBeUndefined()
  })

  it.each([
    ['Danish', 'Hvad koster det at have en hund med?'],
    ['Swedish', 'Hur mycket kostar ett rum?'],
    ['Norwegian', 'Har dere parkering?'],
    ['Romanian', 'Cât costă o cameră?'],
    ['Catalan', 'La meva comanda encara no ha arribat'],
    ['Galician', 'O meu pedido aínda non chegou'],
    ['Czech', 'Kolik stojí pokoj a můžu vzít psa?'],
    ['Croatian', 'Imate li parking?'],
    ['Hungarian', 'Mikor van a reggeli?'],
    ['Finnish', 'Tilaukseni ei ole vielä saapunut'],
    ['Indonesian', 'Berapa harga kamar?'],
    ['Afrikaans', 'Hoeveel kos die kamer?'],
    ['Russian', 'Сколько стоит номер?'],
    ['Persian', 'صبحانه چه ساعتی است؟'],
    ['Urdu', 'ناشتہ کب ہے؟'],
    ['Marathi', 'नाष्टा किती वाजता आहे?'],
  ])('is none of the 13 for a text in %s', (_, text) => {
    expect(writtenLanguage(text)).toBeUndefined()
  })

  it('is one of the 13 or none for any text, and reads long ones in no more time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect([undefined, ...languages]).toContain(writtenLanguage(text))
      }),
    )
    const whole = 'wann gibt es frühstück und kann ich meinen hund mitbringen '.repeat(20_000)
    writtenLanguage(whole)
    const began = performance.now()
    for (let nth = 0; nth < 100; nth++) writtenLanguage(whole)
    // Measured: 0.05 ms.
    expect((performance.now() - began) / 100).toBeLessThan(1)
  })
})
