/** What an agent without a model answers to a recording of which it does not know what is said. */
import type { Language } from '../../phrases.ts'

export const unheardPhrases: Record<Language, { unheard: string }> = {
  en: {
    unheard: 'I can’t tell what is said in your recording. Please write to me what you would like to know.',
  },
  es: { unheard: 'No puedo saber qué dices en tu grabación. Escríbeme qué te gustaría saber.' },
  fr: {
    unheard:
      'Je ne peux pas savoir ce que vous dites dans votre enregistrement. Écrivez-moi ce que vous aimeriez savoir.',
  },
  de: {
    unheard:
      'Ich kann nicht erkennen, was Sie in Ihrer Aufnahme sagen. Bitte schreiben Sie mir, was Sie wissen möchten.',
  },
  pt: { unheard: 'Não consigo saber o que diz na sua gravação. Escreva-me o que gostaria de saber.' },
  it: {
    unheard: 'Non posso sapere che cosa dici nella tua registrazione. Scrivimi che cosa vorresti sapere.',
  },
  nl: { unheard: 'Ik kan niet horen wat je in je opname zegt. Schrijf me wat je wilt weten.' },
  pl: { unheard: 'Nie mogę rozpoznać, co jest powiedziane w tym nagraniu. Proszę napisać, o co chodzi.' },
  tr: { unheard: 'Kaydınızda ne söylediğinizi anlayamıyorum. Öğrenmek istediğinizi lütfen yazın.' },
  ar: { unheard: 'لا يمكنني معرفة ما تقوله في تسجيلك الصوتي. من فضلك اكتب لي ما تود معرفته.' },
  hi: {
    unheard: 'आपकी रिकॉर्डिंग में क्या कहा गया है, यह मुझे पता नहीं चल सकता। आप जो जानना चाहते हैं, कृपया लिखकर बताएँ।',
  },
  ja: { unheard: '録音の内容を聞き取ることができません。お知りになりたいことを文字で送ってください。' },
  zh: { unheard: '我无法得知您录音里说了什么。请用文字告诉我您想了解什么。' },
}
