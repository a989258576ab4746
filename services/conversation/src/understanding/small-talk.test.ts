import { describe, expect, it } from 'vitest'
import { languages } from '../phrases.ts'
import { smallTalkIn, smallTalkReply } from './small-talk.ts'
import { smallTalkWords } from './small-talk-words.ts'

describe('small talk', () => {
  it.each([
    ['ok', 'agreed'],
    ['great!', 'agreed'],
    ['👍', 'agreed'],
    ['thanks a lot', 'thanks'],
    ['ok, thank you so much!!', 'thanks'],
    ['thansk', 'thanks'],
    ['hiii', 'greeting'],
    ['hello, how are you?', 'wellbeing'],
    ['you are stupid', 'insult'],
    ['Are you stupid?', 'insult'],
    ['Fuck you!', 'insult'],
    ['you stupid bot', 'insult'],
    ['hello, you idiot', 'insult'],
    ['Du bist so dumm!', 'insult'],
    ['¡Eres un inútil!', 'insult'],
    ['t’es nul', 'insult'],
    ['你是废物', 'insult'],
    ['bye', 'goodbye'],
    ['thanks, bye', 'goodbye'],
    ['are you a robot?', 'about'],
    ['Hi, are you a real person?', 'about'],
    ['Hallo, wie geht es dir?', 'wellbeing'],
    ['danke, das war alles', 'goodbye'],
    ['bist du ein Roboter?', 'about'],
    ['¡Hola! ¿Qué tal?', 'wellbeing'],
    ['vale gracias', 'thanks'],
    ['Bonjour, ça va ?', 'wellbeing'],
    ['tudo bem?', 'wellbeing'],
    ['va bene, grazie mille', 'thanks'],
    ['prima, dank je wel', 'thanks'],
    ['super, dziękuję', 'thanks'],
    ['tamam teşekkürler', 'thanks'],
    ['هل أنت روبوت؟', 'about'],
    ['السلام عليكم', 'greeting'],
    ['ठीक है, धन्यवाद', 'thanks'],
    ['はい、ありがとうございます！', 'thanks'],
    ['你是机器人吗？', 'about'],
    ['好的，谢谢', 'thanks'],
  ] as const)('%j is %s', (said, kind) => expect(smallTalkIn(said)).toBe(kind))

  it.each([
    'Thanks, but where is my order?',
    'ok so how much is it',
    'Good morning, are you open on Sunday?',
    'Is breakfast great?',
    'How are you different from other shops?',
    'Ada',
    'Hallo Welt GmbH',
    '12',
    '',
    '?',
    'right of withdrawal',
    'shirt',
    // Of which somebody may want to know something.
    ...['garbage', 'Müll', 'basura', 'ゴミ', '垃圾', 'كلب', 'dom'],
    'The shower is shit, can I change rooms?',
    'stupid question: is breakfast included?',
    '你好吃的东西有吗',
  ])('%j is none', (said) => expect(smallTalkIn(said)).toBeUndefined())

  it.each(languages)('is complete in %s, and answered', (language) => {
    for (const [name, list] of Object.entries(smallTalkWords[language])) {
      if (typeof list !== 'string') continue
      expect(list.split('|').length, name).toBeGreaterThan(6)
      for (const one of list.split('|'))
        if (name !== 'filler') expect([one, smallTalkIn(one)]).toEqual([one, expect.any(String)])
    }
    for (const kind of ['greeting', 'wellbeing', 'thanks', 'agreed', 'goodbye', 'about'] as const)
      expect(smallTalkReply(kind, language).trim().length).toBeGreaterThan(3)
  })
})
