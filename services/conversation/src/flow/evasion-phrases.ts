/** What a flow says before it asks again, where a message was no answer, and where several buttons could be meant. */
import type { Language } from '../phrases.ts'
import type { Evasion } from '../understanding/evasions.ts'

export const evasionPhrases: Record<Language, Record<Evasion | 'which' | 'stuck', string>> = {
  en: {
    wait: 'Take your time.',
    unsure: 'No problem. You can also write “back”, “stop” or “person”.',
    abuse: 'I am sorry that this is annoying. You can also write “stop”, or “person” to reach our team.',
    which: 'Which of these do you mean?',
    stuck: 'You can choose one of these, or write “person”.',
  },
  de: {
    wait: 'Lassen Sie sich Zeit.',
    unsure: 'Kein Problem. Sie können auch „zurück“, „stopp“ oder „Mitarbeiter“ schreiben.',
    abuse:
      'Es tut mir leid, dass das ärgerlich ist. Sie können auch „stopp“ schreiben oder „Mitarbeiter“, um unser Team zu erreichen.',
    which: 'Was davon meinen Sie?',
    stuck: 'Sie können eines davon wählen oder „Mitarbeiter“ schreiben.',
  },
  es: {
    wait: 'Tómate tu tiempo.',
    unsure: 'No pasa nada. También puedes escribir «atrás», «parar» o «hablar con una persona».',
    abuse:
      'Siento que esto sea molesto. También puedes escribir «parar», o «hablar con una persona» para contactar con el equipo.',
    which: '¿Cuál de estas opciones quieres decir?',
    stuck: 'Puedes elegir una de estas opciones o escribir «hablar con una persona».',
  },
  fr: {
    wait: 'Prenez votre temps.',
    unsure: 'Pas de problème. Vous pouvez aussi écrire « retour », « stop » ou « parler à un humain ».',
    abuse:
      'Je suis désolé que ce soit pénible. Vous pouvez aussi écrire « stop », ou « parler à un humain » pour joindre notre équipe.',
    which: 'Laquelle de ces options voulez-vous dire ?',
    stuck: 'Vous pouvez choisir l’une de ces options ou écrire « parler à un humain ».',
  },
  pt: {
    wait: 'Sem pressa.',
    unsure: 'Sem problema. Também pode escrever “voltar”, “parar” ou “falar com uma pessoa”.',
    abuse:
      'Lamento que isto seja incómodo. Também pode escrever “parar”, ou “falar com uma pessoa” para contactar a equipa.',
    which: 'Qual destas opções quer dizer?',
    stuck: 'Pode escolher uma destas opções ou escrever “falar com uma pessoa”.',
  },
  it: {
    wait: 'Faccia con calma.',
    unsure: 'Nessun problema. Può anche scrivere «indietro», «stop» o «parlare con una persona».',
    abuse:
      'Mi dispiace che sia fastidioso. Può anche scrivere «stop», o «parlare con una persona» per raggiungere il team.',
    which: 'Quale di queste intende?',
    stuck: 'Può scegliere una di queste opzioni o scrivere «parlare con una persona».',
  },
  nl: {
    wait: 'Neem de tijd.',
    unsure: 'Geen probleem. U kunt ook “terug”, “stop” of “medewerker” schrijven.',
    abuse:
      'Het spijt me dat dit vervelend is. U kunt ook “stop” schrijven, of “medewerker” om ons team te bereiken.',
    which: 'Welke hiervan bedoelt u?',
    stuck: 'U kunt hieruit kiezen of “medewerker” schrijven.',
  },
  pl: {
    wait: 'Nie ma pośpiechu.',
    unsure: 'Nie szkodzi. Możesz też napisać „wróć”, „stop” albo „konsultant”.',
    abuse:
      'Przykro mi, że to denerwuje. Możesz też napisać „stop” albo „konsultant”, żeby dotrzeć do zespołu.',
    which: 'O którą z tych opcji chodzi?',
    stuck: 'Możesz wybrać jedną z tych opcji albo napisać „konsultant”.',
  },
  tr: {
    wait: 'Acele etmeyin.',
    unsure: 'Sorun değil. “geri”, “dur” veya “temsilci” de yazabilirsiniz.',
    abuse:
      'Bunun can sıkıcı olduğu için üzgünüm. “dur” veya ekibimize ulaşmak için “temsilci” yazabilirsiniz.',
    which: 'Bunlardan hangisini kastediyorsunuz?',
    stuck: 'Bunlardan birini seçebilir veya “temsilci” yazabilirsiniz.',
  },
  ar: {
    wait: 'خذ وقتك.',
    unsure: 'لا بأس. يمكنك أيضًا كتابة «رجوع» أو «توقف» أو «موظف».',
    abuse: 'آسف لأن هذا مزعج. يمكنك أيضًا كتابة «توقف»، أو «موظف» للوصول إلى فريقنا.',
    which: 'أي من هذه تقصد؟',
    stuck: 'يمكنك اختيار واحد من هذه أو كتابة «موظف».',
  },
  hi: {
    wait: 'आराम से सोचिए।',
    unsure: 'कोई बात नहीं। आप “वापस”, “रुको” या “इंसान से बात” भी लिख सकते हैं।',
    abuse: 'असुविधा के लिए क्षमा करें। आप “रुको” या हमारी टीम के लिए “इंसान से बात” भी लिख सकते हैं।',
    which: 'आपका मतलब इनमें से किससे है?',
    stuck: 'आप इनमें से एक चुन सकते हैं या “इंसान से बात” लिख सकते हैं।',
  },
  ja: {
    wait: 'ごゆっくりどうぞ。',
    unsure: '大丈夫です。「戻る」「やめる」「担当者」とお書きいただくこともできます。',
    abuse:
      'ご不快な思いをさせて申し訳ありません。「やめる」、または「担当者」とお書きいただくこともできます。',
    which: 'どちらのことでしょうか？',
    stuck: 'この中からお選びいただくか、「担当者」とお書きください。',
  },
  zh: {
    wait: '请慢慢来。',
    unsure: '没关系。您也可以输入“返回”、“停止”或“人工”。',
    abuse: '很抱歉给您带来不便。您也可以输入“停止”，或输入“人工”联系我们的团队。',
    which: '您指的是哪一个？',
    stuck: '您可以从中选择，或输入“人工”。',
  },
}

/** The same where no person can be asked for. */
const withoutPerson: Record<Language, Record<'unsure' | 'abuse' | 'stuck', string>> = {
  en: {
    unsure: 'No problem. You can also write “back” or “stop”.',
    abuse: 'I am sorry that this is annoying. You can also write “stop”.',
    stuck: 'You can choose one of these.',
  },
  de: {
    unsure: 'Kein Problem. Sie können auch „zurück“ oder „stopp“ schreiben.',
    abuse: 'Es tut mir leid, dass das ärgerlich ist. Sie können auch „stopp“ schreiben.',
    stuck: 'Sie können eines davon wählen.',
  },
  es: {
    unsure: 'No pasa nada. También puedes escribir «atrás» o «parar».',
    abuse: 'Siento que esto sea molesto. También puedes escribir «parar».',
    stuck: 'Puedes elegir una de estas opciones.',
  },
  fr: {
    unsure: 'Pas de problème. Vous pouvez aussi écrire « retour » ou « stop ».',
    abuse: 'Je suis désolé que ce soit pénible. Vous pouvez aussi écrire « stop ».',
    stuck: 'Vous pouvez choisir l’une de ces options.',
  },
  pt: {
    unsure: 'Sem problema. Também pode escrever “voltar” ou “parar”.',
    abuse: 'Lamento que isto seja incómodo. Também pode escrever “parar”.',
    stuck: 'Pode escolher uma destas opções.',
  },
  it: {
    unsure: 'Nessun problema. Può anche scrivere «indietro» o «stop».',
    abuse: 'Mi dispiace che sia fastidioso. Può anche scrivere «stop».',
    stuck: 'Può scegliere una di queste opzioni.',
  },
  nl: {
    unsure: 'Geen probleem. U kunt ook “terug” of “stop” schrijven.',
    abuse: 'Het spijt me dat dit vervelend is. U kunt ook “stop” schrijven.',
    stuck: 'U kunt hieruit kiezen.',
  },
  pl: {
    unsure: 'Nie szkodzi. Możesz też napisać „wróć” albo „stop”.',
    abuse: 'Przykro mi, że to denerwuje. Możesz też napisać „stop”.',
    stuck: 'Możesz wybrać jedną z tych opcji.',
  },
  tr: {
    unsure: 'Sorun değil. “geri” veya “dur” da yazabilirsiniz.',
    abuse: 'Bunun can sıkıcı olduğu için üzgünüm. “dur” da yazabilirsiniz.',
    stuck: 'Bunlardan birini seçebilirsiniz.',
  },
  ar: {
    unsure: 'لا بأس. يمكنك أيضًا كتابة «رجوع» أو «توقف».',
    abuse: 'آسف لأن هذا مزعج. يمكنك أيضًا كتابة «توقف».',
    stuck: 'يمكنك اختيار واحد من هذه.',
  },
  hi: {
    unsure: 'कोई बात नहीं। आप “वापस” या “रुको” भी लिख सकते हैं।',
    abuse: 'असुविधा के लिए क्षमा करें। आप “रुको” भी लिख सकते हैं।',
    stuck: 'आप इनमें से एक चुन सकते हैं।',
  },
  ja: {
    unsure: '大丈夫です。「戻る」「やめる」とお書きいただくこともできます。',
    abuse: 'ご不快な思いをさせて申し訳ありません。「やめる」とお書きいただくこともできます。',
    stuck: 'この中からお選びください。',
  },
  zh: {
    unsure: '没关系。您也可以输入“返回”或“停止”。',
    abuse: '很抱歉给您带来不便。您也可以输入“停止”。',
    stuck: '您可以从中选择。',
  },
}

/** `hasPeople`: whether a person can be asked for, whom the phrases then offer. */
export function evasionPhrase(what: Evasion | 'stuck', language: Language, hasPeople: boolean): string {
  const alone: Partial<Record<typeof what, string>> = hasPeople ? {} : withoutPerson[language]
  return alone[what] ?? evasionPhrases[language][what]
}
