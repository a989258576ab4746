import { expect, it } from 'vitest'
import { languages } from '../phrases.ts'
import { isEmergency, languageOfEmergency } from './emergencies.ts'
import { emergencyWords } from './emergency-words.ts'

it.each(languages)('knows emergencies in %s', (language) => {
  const all = emergencyWords[language].split('|')
  expect(all.length).toBeGreaterThan(20)
  for (const one of all) expect([one, isEmergency(`... ${one}!`)]).toEqual([one, true])
})

it.each([
  'I have chest pain',
  'i have chset pain since this morning',
  'hello, my father can’t breathe, what do I do',
  'Ich habe starke Schmerzen in der Brust',
  'göğsüm ağrıyor ne yapmalıyım',
  'عندي ألم في الصدر',
  'मुझे सीने में दर्द है',
  '胸が痛いです',
  '我胸口疼',
])('%j is one', (said) => expect(isEmergency(said)).toBe(true))

it.each(['When are you open?', 'Ada', 'I need a repeat prescription', 'ich bin Anna', '我想预约', ''])(
  '%j is none',
  (said) => expect(isEmergency(said)).toBe(false),
)

it('knows the language of an emergency, and keeps to the usual one where it could be that', () => {
  expect(languageOfEmergency('Ich bekomme keine Luft', 'en')).toBe('de')
  expect(languageOfEmergency('胸が痛いです', 'en')).toBe('ja')
  expect(languageOfEmergency('my father had a stroke', 'fr')).toBe('en')
  expect(languageOfEmergency('overdose', 'fr')).toBe('fr')
})
