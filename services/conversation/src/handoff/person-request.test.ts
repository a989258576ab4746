/** Requests for a person, and what only mentions people, in each language. */
import { describe, expect, it } from 'vitest'
import { asksForPerson } from './person-request.ts'

const requests: Record<string, string[]> = {
  en: [
    'I want to talk to a human',
    'i wnat to tlak to a humna',
    'agent please',
    'Agent!',
    'representitive',
    'Can I speak with someone?',
    'can i speek to a real persn pls',
    'Please connect me to an agent',
    'transfer me to a live agent',
    'let me talk to your manager',
    'Is there someone I can talk to?',
    'This is useless. I want a human',
    'not a bot, a human please',
    'I don’t want to talk to a bot, I want to talk to a person!',
    'why can’t I talk to a human',
    'I DONT WANT A BOT GIVE ME A HUMAN',
    'would you be able to connect me to an agent?',
    'I would like to talk to a human',
    'How do I get in touch with customer service?',
    'I need to speak to somebody from your team about my order 4711',
    'could someone call me back?',
    'human',
    'real person please',
    'customer service',
    'I would prefer talking to a person',
    'my name is Sam and my parcel is lost, can you put me through to an operator',
  ],
  es: [
    'Quiero hablar con una persona',
    'quiero ablar con una persona real',
    'agente por favor',
    '¿Puedo hablar con alguien?',
    'Pásame con un humano',
    'necesito hablar con un asesor',
    'atención al cliente',
    'no quiero un robot, quiero hablar con un humano',
  ],
  fr: [
    'je veux parler à quelqu’un',
    'Je voudrais parler à un conseiller',
    'je veux parlez a un humain',
    'un agent s’il vous plaît',
    'Pouvez-vous me mettre en relation avec un conseiller ?',
    'parler à une vraie personne',
    'je souhaite parler avec un être humain',
    'service client svp',
  ],
  de: [
    'Ich möchte mit einem Menschen sprechen',
    'mit einem Menschen sprechen',
    'ich will mit einem mitarbieter reden',
    'Mitarbeiter bitte',
    'Kann ich mit jemandem sprechen?',
    'Verbinden Sie mich bitte mit einem Mitarbeiter',
    'Kann ich jemanden sprechen?',
    'Ich würde gern mit jemandem aus Ihrem Team reden',
    'Können Sie mich mit dem Kundenservice verbinden?',
    'ich brauche einen echten Menschen',
  ],
  pt: [
    'Quero falar com uma pessoa',
    'quero falar com um atendente',
    'falar com atendnte por favor',
    'Posso falar com alguém?',
    'atendente',
    'me transfere para um humano',
    'preciso falar com alguém da equipe',
  ],
  it: [
    'Voglio parlare con una persona',
    'vorrei parlare con un operatore',
    'operatore per favore',
    'Posso parlare con qualcuno?',
    'vorei parlare con un opertore umano',
    'mi passi un operatore',
    'parlare con un essere umano',
  ],
  nl: [
    'Ik wil met een mens praten',
    'Kan ik iemand spreken?',
    'medewerker graag',
    'Ik wil graag met een medewerker spreken',
    'ik wil met een medewrker praten',
    'Verbind me met de klantenservice',
    'kan ik met een echt persoon praten',
  ],
  pl: [
    'Chcę rozmawiać z człowiekiem',
    'chce porozmawiac z konsultantem',
    'konsultant proszę',
    'Czy mogę porozmawiać z kimś?',
    'Proszę połączyć z konsultantem',
    'połącz mnie z prawdziwym człowiekiem',
    'chcialbym porozmawiac z zywym czlowiekem',
  ],
  tr: [
    'Bir insanla konuşmak istiyorum',
    'musteri temsilcisi ile gorusmek istiyorum',
    'Müşteri temsilcisi lütfen',
    'Biriyle konuşabilir miyim?',
    'Beni bir temsilciye bağla',
    'gerçek bir kişiyle görüşmek istiyorum',
    'canlı destek',
  ],
  ar: [
    'أريد التحدث مع شخص حقيقي',
    'اريد التحدث مع موظف',
    'موظف من فضلك',
    'هل يمكنني التحدث إلى أحد؟',
    'حولني إلى خدمة العملاء',
    'أريد التحدث إلى إنسان',
    'ممكن اكلم موظف',
  ],
  hi: [
    'मुझे किसी इंसान से बात करनी है',
    'मैं किसी व्यक्ति से बात करना चाहता हूँ',
    'एजेंट चाहिए',
    'क्या मैं किसी से बात कर सकता हूँ?',
    'mujhe insan se baat karni hai',
    'mujhe kisi agent se baat karni hai',
    'ग्राहक सेवा',
  ],
  ja: [
    '人と話したいです',
    '担当者と話したい',
    'オペレーターにつないでください',
    'オペレーターお願いします',
    '人間のスタッフとお話しできますか？',
    '有人チャット',
    '誰かと話せますか',
  ],
  zh: [
    '我想和真人说话',
    '转人工',
    '人工客服',
    '请帮我转接人工客服',
    '我要找客服',
    '可以跟人聊聊吗',
    '我想跟真人客服對話',
    '有人可以帮我吗',
  ],
}

const others: Record<string, string[]> = {
  en: [
    'Is this a human resources tool?',
    'Are you a human?',
    'Am I talking to a human?',
    'am i speaking to a real person or a bot',
    'I don’t want to talk to a human',
    'Can I book without talking to a person?',
    'Can customers talk to a human with your product?',
    'Hello agent',
    'How many people can stay in a room?',
    'a table for one person',
    'How many agents can I create?',
    'I need an agent that answers questions about travel',
    'Can someone help me with my order?',
    'What does the support plan cost?',
    'Talk to me about pricing',
    'How do I contact you?',
    'Is breakfast included per person?',
    'What time is check in?',
    'I talked to an agent yesterday and my refund is still missing',
    'My urgent event is in person',
    'What happens when I ask to talk to a human?',
    'human rights',
    'I do not want a human',
    'Hi, what is an agent?',
    'Who is the person in the picture?',
    'contact form',
    'please give me the name of the agent',
    'my agent',
    'operator manual',
    'The person I spoke to was rude',
  ],
  es: ['¿Eres una persona?', '¿Cuánto cuesta por persona?', 'no quiero hablar con nadie', '¿Hablan inglés?'],
  fr: [
    'Êtes-vous un humain ?',
    'une table pour une personne',
    'Parlez-vous anglais ?',
    'combien par personne',
  ],
  de: [
    'Bist du ein Mensch?',
    'Sprechen Ihre Mitarbeiter Englisch?',
    'Welche Sprachen können Ihre Mitarbeiter sprechen?',
    'Ein Tisch für eine Person',
    'Ich möchte nicht mit einem Menschen sprechen',
    'Spreche ich mit einem Menschen?',
    'Wie viele Mitarbeiter haben Sie?',
  ],
  pt: ['Você é humano?', 'quanto custa por pessoa', 'não quero falar com ninguém'],
  it: ['Sei una persona?', 'quanto costa a persona', 'non voglio parlare con un operatore'],
  nl: ['Ben je een mens?', 'hoeveel kost het per persoon', 'Ik wil niet met een mens praten'],
  pl: ['Czy jesteś człowiekiem?', 'ile kosztuje za osobę', 'Nie chcę rozmawiać z człowiekiem'],
  tr: ['İnsan mısın?', 'insan kaynakları', 'kişi başı ne kadar', 'bir insanla konuşmak istemiyorum'],
  ar: ['هل أنت إنسان؟', 'كم السعر للشخص', 'لا أريد التحدث مع موظف'],
  hi: ['क्या आप इंसान हैं?', 'प्रति व्यक्ति कितना', 'मानव संसाधन'],
  ja: ['あなたは人間ですか？', '一人いくらですか', '人気の商品は？', '人と話したくないです'],
  zh: ['你是真人吗？', '每人多少钱', '人工智能是什么', '不想和客服说话', '有几个人'],
}

describe('a request for a person', () => {
  for (const [language, texts] of Object.entries(requests))
    it.each(texts)(`is recognised (${language}): %s`, (text) => expect(asksForPerson(text)).toBe(true))
})

describe('no request for a person', () => {
  for (const [language, texts] of Object.entries(others))
    it.each(texts)(`is (${language}): %s`, (text) => expect(asksForPerson(text)).toBe(false))
})

describe('a long message', () => {
  const words = 'The parcel that I ordered in spring has not come, though the page says otherwise. '
  it('is searched at both ends, in bounded time', () => {
    expect(asksForPerson(`${words.repeat(100)} Please let me talk to a human.`)).toBe(true)
    expect(asksForPerson(`I want to talk to a human. ${words.repeat(100)}`)).toBe(true)
    expect(asksForPerson(words.repeat(100))).toBe(false)
    expect(asksForPerson('a '.repeat(50_000))).toBe(false)
    expect(asksForPerson('talk to a '.repeat(5_000))).toBe(false)
  })
})

describe('in sentences that its words were not made for, a person is asked for', () => {
  it.each([
    'I want to talk to a human',
    'can i speak to someone real please',
    'talk to a persn',
    'AGENT!!!',
    'get me a human now',
    'Could you connect me with an operater?',
    'this is useless, let me speak to your manager',
    'Ich möchte mit einem Menschen sprechen',
    'kann ich mit jemandem reden?',
    'quiero hablar con una persona',
    'Je voudrais parler à un conseiller',
    'quero falar com um atendente',
    'vorrei parlare con un operatore',
    'ik wil met een medewerker praten',
    'chcę rozmawiać z człowiekiem',
    'bir insanla konuşmak istiyorum',
    'müşteri temsilcisine bağlanmak istiyorum',
    'أريد التحدث مع شخص',
    'मुझे किसी इंसान से बात करनी है',
    'mujhe kisi insaan se baat karni hai',
    '担当者と話したいです',
    '人と話したい',
    '我想找人工客服',
    '转人工',
  ])('by %j', (said) => expect(asksForPerson(said)).toBe(true))

  it.each([
    'Are you a human?',
    'I do not want to talk to a person',
    'How many people fit into the room?',
    'How much is it per person?',
    'A table for one person',
    'What does your agent cost?',
    'Was kostet das pro Person?',
    'Ich will nicht mit einem Menschen sprechen',
  ])('not by %j', (said) => expect(asksForPerson(said)).toBe(false))
})
