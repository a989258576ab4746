import { describe, expect, it } from 'vitest'
import { languages } from '../phrases.ts'
import { commandWords } from './command-words.ts'
import { commandIn, isQuestion } from './commands.ts'

describe('the words', () => {
  it.each(languages)('are complete in %s', (language) => {
    const english = Object.keys(commandWords.en).sort()
    expect(Object.keys(commandWords[language]).sort()).toEqual(english)
    for (const list of Object.values(commandWords[language])) {
      const all = list.split('|')
      expect(all.length).toBeGreaterThan(3)
      expect(all.filter((one) => one.trim() === '')).toEqual([])
      expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([])
    }
  })

  it.each(languages)('mean one thing in %s', (language) => {
    const { back, restart, skip, stop } = commandWords[language]
    const all = [back, restart, skip, stop].flatMap((list) => list.split('|'))
    expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([])
    for (const [command, list] of Object.entries({ back, restart, skip, stop }))
      for (const one of list.split('|')) expect([one, commandIn(one)]).toEqual([one, command])
  })
})

describe('a command', () => {
  it.each([
    ['restart', 'restart'],
    ['Restart!', 'restart'],
    ['restrat please', 'restart'],
    ['ok, can we start over?', 'restart'],
    ['please go back', 'back'],
    ['I want to stop', 'stop'],
    ['cancle', 'stop'],
    ['Skip this question please', 'skip'],
    ['Ich möchte bitte von vorne anfangen', 'restart'],
    ['zurück bitte', 'back'],
    ['Stopp!', 'stop'],
    ['por favor volver atrás', 'back'],
    ['quiero empezar de nuevo', 'restart'],
    ['je voudrais recommencer svp', 'restart'],
    ['gostaria de parar por favor', 'stop'],
    ['voglio ricominciare', 'restart'],
    ['ik wil opnieuw beginnen', 'restart'],
    ['chcę zacząć od nowa', 'restart'],
    ['baştan başla lütfen', 'restart'],
    ['من فضلك ابدأ من جديد', 'restart'],
    ['कृपया फिर से शुरू करें', 'restart'],
    ['最初からお願いします', 'restart'],
    ['请重新开始', 'restart'],
    ['戻りたいです', 'back'],
  ])('%j is %s', (said, command) => expect(commandIn(said)).toBe(command))

  it.each([
    'Stop by at 5',
    'I had to stop working last week',
    'Can you bring the sofa back to the shop?',
    'Jim Back',
    'My name is Stop',
    'I do not want to stop',
    'The next bus',
    'yes',
    'no',
    'Ada',
    'HP-1234',
    'Halten Sie um fünf',
    'It starts again every night',
    '',
    '?',
  ])('%j is none', (said) => expect(commandIn(said)).toBeUndefined())
})

describe('a question', () => {
  it.each([
    ['How much is it', 'en'],
    ['is that free?', 'en'],
    ['ok but why do you need that', 'en'],
    ['Was kostet das', 'de'],
    ['bitte wie lange dauert es', 'de'],
    ['¿Cuánto cuesta', 'es'],
    ['Pourquoi', 'fr'],
    ['czy to jest darmowe', 'pl'],
    ['bu ne kadar', 'tr'],
    ['كم السعر', 'ar'],
    ['इसकी कीमत क्या है', 'hi'],
    ['いくらですか', 'ja'],
    ['多少钱', 'zh'],
  ] as const)('is %j', (said, language) => expect(isQuestion(said, language)).toBe(true))

  it.each([
    ['Ada Lovelace', 'en'],
    ['tomorrow at 10', 'en'],
    ['I would like a haircut', 'en'],
    ['ich möchte einen Haarschnitt', 'de'],
    ['明天', 'zh'],
  ] as const)('is not %j', (said, language) => expect(isQuestion(said, language)).toBe(false))
})
