import { expect, test } from 'vitest'
import type { Language } from '../../phrases.ts'
import { needsHistory } from './follow-up.ts'

const cases: [Language, 'continues' | 'suffices', string[]][] = [
  [
    'en',
    'continues',
    [
      'And on Sundays?',
      'how much is it?',
      'Why?',
      'Do they come in red?',
      'What about children?',
      'is the second one cheaper?',
      'for two people?',
      'yes please',
      'Can I return those as well?',
      'the blue one',
    ],
  ],
  [
    'en',
    'suffices',
    [
      'When are you open on Sundays?',
      'When are you open?',
      'Is it possible to pay by credit card?',
      'Do you ship parcels to Canada?',
      'What is your return policy?',
      'I want to cancel my order 4711',
      'Do you sell winter shoes and do they come in red leather?',
    ],
  ],
  [
    'de',
    'continues',
    [
      'Und am Sonntag?',
      'Was kostet das?',
      'Wie lange dauert es?',
      'Gilt das auch für Kinder?',
      'Und in Rot?',
      'Gibt es die anderen auch billiger?',
      'Warum?',
    ],
  ],
  [
    'de',
    'suffices',
    [
      'Wann haben Sie am Sonntag geöffnet?',
      'Gibt es Parkplätze am Hotel?',
      'Welche Zahlungsarten akzeptieren Sie?',
      'Kann ich meine Bestellung stornieren?',
    ],
  ],
  [
    'fr',
    'continues',
    ['Et le dimanche ?', 'Combien ça coûte ?', 'Et pour les enfants ?', 'Pourquoi ?', 'Et celui en rouge ?'],
  ],
  [
    'fr',
    'suffices',
    [
      'Quels sont vos horaires du dimanche ?',
      'Est-ce que vous livrez les colis en Belgique ?',
      'Y a-t-il un parking gratuit ?',
    ],
  ],
  [
    'es',
    'continues',
    ['¿Y los domingos?', '¿Cuánto cuesta eso?', '¿Y para niños?', '¿Por qué?', '¿Tienen ese en rojo?'],
  ],
  [
    'es',
    'suffices',
    ['¿Abren la tienda los domingos?', '¿Hacen envíos a Canarias gratis?', '¿Cómo puedo cancelar mi pedido?'],
  ],
  ['pt', 'continues', ['E aos domingos?', 'Quanto custa isso?', 'E para crianças?']],
  ['pt', 'suffices', ['Vocês abrem a loja aos domingos?', 'Como cancelo meu pedido?']],
  ['it', 'continues', ['E la domenica?', 'Quanto costa?', 'E quello rosso?']],
  ['it', 'suffices', ['Siete aperti la domenica mattina?', 'Come posso annullare il mio ordine?']],
  ['nl', 'continues', ['En op zondag?', 'Hoeveel kost dat?', 'En die rode?']],
  ['nl', 'suffices', ['Zijn jullie op zondag geopend?', 'Kan ik mijn bestelling annuleren?']],
  ['pl', 'continues', ['A w niedzielę?', 'Ile to kosztuje?', 'A dla dzieci?']],
  ['pl', 'suffices', ['Czy sklep jest otwarty w niedzielę?', 'Jak anulować zamówienie?']],
  ['tr', 'continues', ['Peki pazar günü?', 'Bu ne kadar?', 'Ya çocuklar için?']],
  ['tr', 'suffices', ['Pazar günü kaçta açılıyorsunuz?', 'Siparişimi nasıl iptal ederim?']],
  ['ar', 'continues', ['وماذا عن الأحد؟', 'كم سعره؟', 'لماذا؟']],
  ['ar', 'suffices', ['متى يفتح المتجر يوم الأحد؟', 'كيف يمكنني إلغاء طلبي الأخير؟']],
  ['hi', 'continues', ['और रविवार को?', 'इसकी कीमत क्या है?', 'क्यों?']],
  ['hi', 'suffices', ['रविवार को दुकान कब खुलती है?', 'मैं अपना ऑर्डर कैसे रद्द करूँ?']],
  ['ja', 'continues', ['日曜日は？', 'それはいくらですか？', 'なぜですか？', 'では子供は？']],
  [
    'ja',
    'suffices',
    ['日曜日の営業時間は何時から何時までですか？', '注文をキャンセルする方法を教えてください'],
  ],
  ['zh', 'continues', ['那星期天呢？', '它多少钱？', '为什么？', '还有别的颜色吗？']],
  ['zh', 'suffices', ['你们星期天几点开门营业？', '怎么取消我的订单？']],
]

test.each(cases)('%s: %s', (language, expected, questions) => {
  const needed = questions.filter((question) => needsHistory(question, language))
  expect(needed).toEqual(expected === 'continues' ? questions : [])
})

test('reads the language that a question is written in, whatever the language of the conversation', () => {
  expect(needsHistory('Und am Sonntag?', 'en')).toBe(true)
  expect(needsHistory('Gibt es Parkplätze am Hotel?', 'en')).toBe(false)
  expect(needsHistory('¿Cuánto cuesta eso?', 'tr')).toBe(true)
})

test('a question of a hundred thousand characters is decided as soon', () => {
  expect(needsHistory('and '.repeat(25_000), 'en')).toBe(true)
  expect(needsHistory(`${'日曜日'.repeat(30_000)}`, 'ja')).toBe(false)
})
