import { expect, test } from 'vitest'
import type { Language } from '../phrases.ts'
import { optionMeant } from './choices.ts'

const menus: Partial<Record<Language, string[]>> = {
  en: ['Request an appointment', 'Repeat prescription', 'It is urgent'],
  de: ['Termin anfragen', 'Folgerezept', 'Es ist dringend'],
  es: ['Pedir una cita', 'Cambiar o cancelar una cita'],
  fr: ['Demander un rendez-vous', 'Renouveler une ordonnance', 'C’est urgent'],
}
function meant(text: string, language: Language): string | undefined {
  const options = (menus[language] ?? []).map((label, nth) => ({ id: `b${nth}`, label }))
  return optionMeant(text, options, language)?.label
}

test.each<[string, Language, string]>([
  ['I need an appointment for my daughter on Friday', 'en', 'Request an appointment'],
  ['je voudrais un rendez-vous chez le médecin', 'fr', 'Demander un rendez-vous'],
  ['j’aimerais un rdv demain', 'fr', 'Demander un rendez-vous'],
  ['necesito una cita para mañana por la tarde', 'es', 'Pedir una cita'],
  ['Ich hätte gern einen Termin beim Arzt am Montag', 'de', 'Termin anfragen'],
  ['ich bräuchte ein neues Rezept', 'de', 'Folgerezept'],
])('%s (%s) means “%s”', (text, language, label) => {
  expect(meant(text, language)).toBe(label)
})

test.each<[string, Language]>([
  ['I need to cancel my appointment', 'en'],
  ['I do not want an appointment', 'en'],
  ['what happens if I miss my appointment', 'en'],
  ['I missed my appointment', 'en'],
  ['Muss ich einen Termin haben?', 'de'],
])('%s (%s) means none', (text, language) => {
  expect(meant(text, language)).toBeUndefined()
})

test.each<[text: string, language: Language, labels: string[], meant: string | undefined]>([
  [
    'Looking to buy a 2 bed flat near the harbour, budget around 350k',
    'en',
    ['Buy', 'Rent', 'Sell or let'],
    'Buy',
  ],
  ['Salve, cerco un bilocale, vorrei affittare', 'en', ['Buy', 'Rent', 'Sell or let'], 'Rent'],
  [
    'Hallo, ich bräuchte einen Termin',
    'en',
    ['Request an appointment', 'Change or cancel one'],
    'Request an appointment',
  ],
  ['quisiera una cita con el médico', 'de', ['Termin anfragen', 'Folgerezept'], 'Termin anfragen'],
  ['I want to know whether you buy old furniture', 'en', ['Buy', 'Rent'], undefined],
  ['I would like to send my parcel back', 'en', ['Where is my order?', 'Return an item'], undefined],
  ["my parcel hasn't turned up", 'en', ['Where is my order?', 'Return an item'], 'Where is my order?'],
  [
    "Hi, my order still hasn’t arrived and it's been two weeks",
    'en',
    ['Where is my order?', 'Return an item'],
    'Where is my order?',
  ],
  ['the package never came', 'en', ['Where is my order?', 'Return an item'], 'Where is my order?'],
  [
    "I've been waiting for weeks for my delivery",
    'en',
    ['Where is my order?', 'Return an item'],
    'Where is my order?',
  ],
  ['my order is late', 'en', ['Where is my order?', 'Return an item'], 'Where is my order?'],
  [
    'Mein Paket ist immer noch nicht angekommen',
    'de',
    ['Wo ist meine Bestellung?', 'Etwas zurückgeben'],
    'Wo ist meine Bestellung?',
  ],
  ['mi paquete no ha llegado', 'es', ['¿Dónde está mi pedido?', 'Devolver algo'], '¿Dónde está mi pedido?'],
  [
    'Mon colis n’est toujours pas arrivé',
    'fr',
    ['Où est ma commande ?', 'Retourner un article'],
    'Où est ma commande ?',
  ],
  ['Il pacco non è mai arrivato', 'it', ['Dov’è il mio ordine?', 'Restituire'], 'Dov’è il mio ordine?'],
  ['moja paczka nie dotarła', 'pl', ['Gdzie jest moje zamówienie?', 'Zwrot'], 'Gdzie jest moje zamówienie?'],
  [
    'mijn pakket is niet aangekomen',
    'nl',
    ['Waar is mijn bestelling?', 'Iets terugsturen'],
    'Waar is mijn bestelling?',
  ],
  ['a minha encomenda não chegou', 'pt', ['Onde está o meu pedido?', 'Devolver'], 'Onde está o meu pedido?'],
  ['my order number is HP-1234', 'en', ['Where is my order?', 'Return an item'], undefined],
  ['the parcel arrived broken', 'en', ['Where is my order?', 'Return an item'], undefined],
])('%s (%s) among %j means %s', (text, language, labels, label) => {
  const options = labels.map((each, nth) => ({ id: `b${nth}`, label: each }))
  expect(optionMeant(text, options, language)?.label).toBe(label)
})
