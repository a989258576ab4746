/** What is said to a visitor who describes an emergency, in their language, with the number of their country. */
import type { Language } from '../phrases.ts'
import { emergencyNumber } from './emergency-numbers.ts'

/** `call` has the place `{number}`; `callLocal` names no number. */
type EmergencyPhrases = { call: string; callLocal: string; noHelpHere: string }

export const emergencyPhrases: Record<Language, EmergencyPhrases> = {
  en: {
    call: 'Please call {number} now.',
    callLocal: 'Please call your local emergency number now.',
    noHelpHere: 'This chat can’t help in an emergency. Don’t wait for an answer here, and don’t stay alone.',
  },
  de: {
    call: 'Bitte rufen Sie jetzt die {number} an.',
    callLocal: 'Bitte rufen Sie jetzt den Notruf an.',
    noHelpHere:
      'Dieser Chat kann in einem Notfall nicht helfen. Warten Sie hier nicht auf eine Antwort und bleiben Sie nicht allein.',
  },
  es: {
    call: 'Llama ahora al {number}.',
    callLocal: 'Llama ahora al número de emergencias de tu zona.',
    noHelpHere:
      'Este chat no puede ayudar en una emergencia. No esperes aquí una respuesta y no te quedes a solas.',
  },
  fr: {
    call: 'Appelez maintenant le {number}.',
    callLocal: 'Appelez maintenant le numéro d’urgence local.',
    noHelpHere:
      'Ce chat ne peut pas aider en cas d’urgence. N’attendez pas de réponse ici et ne restez pas sans compagnie.',
  },
  pt: {
    call: 'Ligue agora para o {number}.',
    callLocal: 'Ligue agora para o número de emergência da sua região.',
    noHelpHere:
      'Este chat não pode ajudar numa emergência. Não espere por uma resposta aqui e não fique sem companhia.',
  },
  it: {
    call: 'Chiami subito il {number}.',
    callLocal: 'Chiami subito il numero di emergenza locale.',
    noHelpHere:
      'Questa chat non può aiutare in un’emergenza. Non aspetti una risposta qui e non resti senza compagnia.',
  },
  nl: {
    call: 'Bel nu {number}.',
    callLocal: 'Bel nu het lokale alarmnummer.',
    noHelpHere:
      'Deze chat kan in een noodgeval niet helpen. Wacht hier niet op antwoord en blijf niet alleen.',
  },
  pl: {
    call: 'Zadzwoń teraz pod numer {number}.',
    callLocal: 'Zadzwoń teraz pod lokalny numer alarmowy.',
    noHelpHere:
      'Ten czat nie może pomóc w nagłym wypadku. Nie czekaj tu na odpowiedź i nie zostawaj bez opieki.',
  },
  tr: {
    call: 'Lütfen hemen {number} numarasını arayın.',
    callLocal: 'Lütfen hemen yerel acil durum numarasını arayın.',
    noHelpHere: 'Bu sohbet acil durumlarda yardımcı olamaz. Burada yanıt beklemeyin ve yalnız kalmayın.',
  },
  ar: {
    call: 'يرجى الاتصال بالرقم {number} الآن.',
    callLocal: 'يرجى الاتصال برقم الطوارئ المحلي الآن.',
    noHelpHere: 'لا يمكن لهذه المحادثة المساعدة في حالات الطوارئ. لا تنتظر الرد هنا ولا تبق وحدك.',
  },
  hi: {
    call: 'कृपया अभी {number} पर कॉल करें।',
    callLocal: 'कृपया अभी अपने स्थानीय आपातकालीन नंबर पर कॉल करें।',
    noHelpHere: 'यह चैट आपात स्थिति में मदद नहीं कर सकती। यहाँ जवाब का इंतज़ार न करें और अकेले न रहें।',
  },
  ja: {
    call: '今すぐ{number}番に電話してください。',
    callLocal: '今すぐお住まいの地域の緊急通報番号に電話してください。',
    noHelpHere:
      'このチャットでは緊急時の対応ができません。ここで返事を待たず、一人にならないようにしてください。',
  },
  zh: {
    call: '请立即拨打{number}。',
    callLocal: '请立即拨打当地的急救电话。',
    noHelpHere: '本聊天无法处理紧急情况。请不要在这里等待答复，也不要独自一人。',
  },
}

export function emergencyAnswer(language: Language, region: string | undefined): string {
  const { call, callLocal, noHelpHere } = emergencyPhrases[language]
  const number = emergencyNumber(region)
  const first = number === undefined ? callLocal : call.replace('{number}', () => number)
  return `**${first}** ${noHelpHere}`
}
