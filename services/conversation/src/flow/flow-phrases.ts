/** What a flow says by itself where a visitor leaves the way that its author drew. */
import type { Language } from '../phrases.ts'

export type FlowPhrases = {
  /** After a button that leads to free questions. */
  ask: string
  /** The visitor wants no more questions. */
  stopped: string
  /** After the last failed try, if the node has no way of its own for that. */
  gaveUp: string
  /** The visitor wants to skip what is required. */
  required: string
  /** Added from the second failed try on: what else is possible. */
  hint: string
  /** A day that is over, or that is to come, where the other is meant. */
  past: string
  future: string
  /** Below a field of a form that may be left out, and the choice to do so. */
  maySkip: string
  skip: string
  /** The choices of a field that is ticked on the website. */
  yes: string
  no: string
}

export const flowPhrases: Record<Language, FlowPhrases> = {
  en: {
    ask: 'What would you like to know?',
    stopped: 'All right, I have stopped. You can ask me anything, or write “start over”.',
    gaveUp:
      'I am sorry that I did not understand. Let us leave it there. You can ask me anything, or write “start over”.',
    required: 'I need this to go on. You can also write “back” or “stop”.',
    hint: 'You can also ask me something else, or write “back” or “stop”.',
    past: 'That day is over. Which coming day do you mean?',
    future: 'That day is still to come. Which day do you mean?',
    maySkip: 'You can also write “skip”.',
    skip: 'Skip',
    yes: 'Yes',
    no: 'No',
  },
  de: {
    ask: 'Was möchten Sie wissen?',
    stopped: 'In Ordnung, ich höre auf. Sie können mich alles fragen oder „von vorne“ schreiben.',
    gaveUp:
      'Das habe ich leider nicht verstanden. Lassen wir es dabei. Sie können mich alles fragen oder „von vorne“ schreiben.',
    required: 'Das brauche ich, um weiterzumachen. Sie können auch „zurück“ oder „stopp“ schreiben.',
    hint: 'Sie können mich auch etwas anderes fragen oder „zurück“ oder „stopp“ schreiben.',
    past: 'Dieser Tag ist vorbei. Welchen kommenden Tag meinen Sie?',
    future: 'Dieser Tag kommt erst noch. Welchen Tag meinen Sie?',
    maySkip: 'Sie können auch „überspringen“ schreiben.',
    skip: 'Überspringen',
    yes: 'Ja',
    no: 'Nein',
  },
  es: {
    ask: '¿Qué quieres saber?',
    stopped: 'De acuerdo, lo dejo aquí. Puedes preguntarme lo que quieras o escribir «empezar de nuevo».',
    gaveUp:
      'Lo siento, no lo he entendido. Lo dejamos aquí. Puedes preguntarme lo que quieras o escribir «empezar de nuevo».',
    required: 'Lo necesito para continuar. También puedes escribir «atrás» o «parar».',
    hint: 'También puedes preguntarme otra cosa o escribir «atrás» o «parar».',
    past: 'Ese día ya ha pasado. ¿Qué próximo día quieres decir?',
    future: 'Ese día aún no ha llegado. ¿Qué día quieres decir?',
    maySkip: 'También puedes escribir «saltar».',
    skip: 'Saltar',
    yes: 'Sí',
    no: 'No',
  },
  fr: {
    ask: 'Que souhaitez-vous savoir ?',
    stopped: 'Très bien, j’arrête. Vous pouvez me poser une question ou écrire « recommencer ».',
    gaveUp:
      'Désolé, je n’ai pas compris. Restons-en là. Vous pouvez me poser une question ou écrire « recommencer ».',
    required: 'J’en ai besoin pour continuer. Vous pouvez aussi écrire « retour » ou « stop ».',
    hint: 'Vous pouvez aussi me poser une autre question, ou écrire « retour » ou « stop ».',
    past: 'Ce jour est passé. Quel jour à venir voulez-vous dire ?',
    future: 'Ce jour n’est pas encore venu. Quel jour voulez-vous dire ?',
    maySkip: 'Vous pouvez aussi écrire « passer ».',
    skip: 'Passer',
    yes: 'Oui',
    no: 'Non',
  },
  pt: {
    ask: 'O que gostaria de saber?',
    stopped: 'Certo, parei por aqui. Pode perguntar o que quiser ou escrever “começar de novo”.',
    gaveUp:
      'Desculpe, não entendi. Vamos deixar assim. Pode perguntar o que quiser ou escrever “começar de novo”.',
    required: 'Preciso disto para continuar. Também pode escrever “voltar” ou “parar”.',
    hint: 'Também pode perguntar outra coisa ou escrever “voltar” ou “parar”.',
    past: 'Esse dia já passou. Qual dia futuro quer dizer?',
    future: 'Esse dia ainda não chegou. Qual dia quer dizer?',
    maySkip: 'Também pode escrever “pular”.',
    skip: 'Pular',
    yes: 'Sim',
    no: 'Não',
  },
  it: {
    ask: 'Che cosa vorrebbe sapere?',
    stopped: 'Va bene, mi fermo qui. Può chiedermi quello che vuole o scrivere «ricominciare».',
    gaveUp:
      'Mi dispiace, non ho capito. Lasciamo stare. Può chiedermi quello che vuole o scrivere «ricominciare».',
    required: 'Mi serve per continuare. Può anche scrivere «indietro» o «stop».',
    hint: 'Può anche chiedermi altro, o scrivere «indietro» o «stop».',
    past: 'Quel giorno è passato. Quale prossimo giorno intende?',
    future: 'Quel giorno deve ancora venire. Quale giorno intende?',
    maySkip: 'Può anche scrivere «salta».',
    skip: 'Salta',
    yes: 'Sì',
    no: 'No',
  },
  nl: {
    ask: 'Wat wilt u weten?',
    stopped: 'Goed, ik stop ermee. U kunt me alles vragen of “opnieuw beginnen” schrijven.',
    gaveUp:
      'Sorry, dat heb ik niet begrepen. Laten we het daarbij. U kunt me alles vragen of “opnieuw beginnen” schrijven.',
    required: 'Dit heb ik nodig om verder te gaan. U kunt ook “terug” of “stop” schrijven.',
    hint: 'U kunt me ook iets anders vragen, of “terug” of “stop” schrijven.',
    past: 'Die dag is voorbij. Welke komende dag bedoelt u?',
    future: 'Die dag moet nog komen. Welke dag bedoelt u?',
    maySkip: 'U kunt ook “overslaan” schrijven.',
    skip: 'Overslaan',
    yes: 'Ja',
    no: 'Nee',
  },
  pl: {
    ask: 'Co chcesz wiedzieć?',
    stopped: 'Dobrze, kończę. Możesz zapytać mnie o wszystko albo napisać „od nowa”.',
    gaveUp: 'Przepraszam, nie rozumiem. Zostawmy to. Możesz zapytać mnie o wszystko albo napisać „od nowa”.',
    required: 'Potrzebuję tego, żeby kontynuować. Możesz też napisać „wróć” albo „stop”.',
    hint: 'Możesz też zapytać o coś innego albo napisać „wróć” lub „stop”.',
    past: 'Ten dzień już minął. O który nadchodzący dzień chodzi?',
    future: 'Ten dzień jeszcze nie nadszedł. O który dzień chodzi?',
    maySkip: 'Możesz też napisać „pomiń”.',
    skip: 'Pomiń',
    yes: 'Tak',
    no: 'Nie',
  },
  tr: {
    ask: 'Ne öğrenmek istersiniz?',
    stopped: 'Peki, bıraktım. Bana istediğinizi sorabilir veya “baştan başla” yazabilirsiniz.',
    gaveUp:
      'Üzgünüm, anlayamadım. Burada bırakalım. Bana istediğinizi sorabilir veya “baştan başla” yazabilirsiniz.',
    required: 'Devam etmek için buna ihtiyacım var. “geri” veya “dur” da yazabilirsiniz.',
    hint: 'Başka bir şey sorabilir veya “geri” ya da “dur” yazabilirsiniz.',
    past: 'O gün geçti. Gelecekteki hangi günü kastediyorsunuz?',
    future: 'O gün henüz gelmedi. Hangi günü kastediyorsunuz?',
    maySkip: '“atla” da yazabilirsiniz.',
    skip: 'Atla',
    yes: 'Evet',
    no: 'Hayır',
  },
  ar: {
    ask: 'ماذا تريد أن تعرف؟',
    stopped: 'حسنًا، توقفت. يمكنك أن تسألني عن أي شيء أو أن تكتب «من جديد».',
    gaveUp: 'عذرًا، لم أفهم ذلك. لنتوقف هنا. يمكنك أن تسألني عن أي شيء أو أن تكتب «من جديد».',
    required: 'أحتاج إلى هذا للمتابعة. يمكنك أيضًا كتابة «رجوع» أو «توقف».',
    hint: 'يمكنك أيضًا أن تسأل عن شيء آخر أو أن تكتب «رجوع» أو «توقف».',
    past: 'هذا اليوم مضى. أي يوم قادم تقصد؟',
    future: 'هذا اليوم لم يأت بعد. أي يوم تقصد؟',
    maySkip: 'يمكنك أيضًا كتابة «تخطي».',
    skip: 'تخطي',
    yes: 'نعم',
    no: 'لا',
  },
  hi: {
    ask: 'आप क्या जानना चाहेंगे?',
    stopped: 'ठीक है, मैं रुक गया। आप मुझसे कुछ भी पूछ सकते हैं या “फिर से शुरू” लिख सकते हैं।',
    gaveUp: 'क्षमा करें, मैं समझ नहीं पाया। इसे यहीं छोड़ते हैं। आप कुछ भी पूछ सकते हैं या “फिर से शुरू” लिख सकते हैं।',
    required: 'आगे बढ़ने के लिए मुझे यह चाहिए। आप “वापस” या “रुको” भी लिख सकते हैं।',
    hint: 'आप कुछ और भी पूछ सकते हैं, या “वापस” या “रुको” लिख सकते हैं।',
    past: 'वह दिन बीत चुका है। आप आने वाला कौन सा दिन कह रहे हैं?',
    future: 'वह दिन अभी आना बाकी है। आप कौन सा दिन कह रहे हैं?',
    maySkip: 'आप “छोड़ें” भी लिख सकते हैं।',
    skip: 'छोड़ें',
    yes: 'हाँ',
    no: 'नहीं',
  },
  ja: {
    ask: '何をお知りになりたいですか？',
    stopped: '承知しました。ここで止めます。何でもご質問いただくか、「最初から」とお書きください。',
    gaveUp:
      '申し訳ありません、理解できませんでした。ここまでにしましょう。何でもご質問いただくか、「最初から」とお書きください。',
    required: '続けるにはこちらが必要です。「戻る」または「やめる」とお書きいただくこともできます。',
    hint: '別の質問をしたり、「戻る」または「やめる」とお書きいただくこともできます。',
    past: 'その日は過ぎています。これからのどの日でしょうか？',
    future: 'その日はまだ来ていません。どの日でしょうか？',
    maySkip: '「スキップ」とお書きいただくこともできます。',
    skip: 'スキップ',
    yes: 'はい',
    no: 'いいえ',
  },
  zh: {
    ask: '您想了解什么？',
    stopped: '好的，我停下了。您可以问我任何问题，或输入“重新开始”。',
    gaveUp: '抱歉，我没有理解。先到这里吧。您可以问我任何问题，或输入“重新开始”。',
    required: '需要这一项才能继续。您也可以输入“返回”或“停止”。',
    hint: '您也可以问别的问题，或输入“返回”或“停止”。',
    past: '那天已经过去了。您指的是之后的哪一天？',
    future: '那天还没有到。您指的是哪一天？',
    maySkip: '您也可以输入“跳过”。',
    skip: '跳过',
    yes: '是',
    no: '否',
  },
}
