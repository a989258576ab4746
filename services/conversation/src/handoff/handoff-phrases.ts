/** What a visitor who asks for a person is told while nobody can come at once, in the languages of the chat. */
import type { Language } from '../phrases.ts'

export type HandoffPhrases = {
  /** Nobody is there, and no address of the visitor is known. */
  offline: string
  /** Nobody is there; the answer goes to `{email}`. */
  offlineKnown: string
  /** Nobody is there; the answer comes through the channel on which the visitor wrote. */
  offlineChannel: string
  /** The visitor left the address `{email}`. */
  addressNoted: string
  /** The visitor gave the address `{email}` without having asked for a person. */
  detailsNoted: string
  /** When the team is back, outside its opening hours: on `{day}` at `{time}`. */
  back: string
  /** The agent asks for a person by itself. */
  passedOn: string
  /** The agent has no handoff. */
  none: string
  /** The team resolved the conversation before anybody came. */
  closed: string
}

export const handoffPhrases: Record<Language, HandoffPhrases> = {
  en: {
    offline:
      'Nobody from the team is here right now. I have noted your request. Write your e-mail address here and the team will answer you by e-mail.',
    offlineKnown:
      'Nobody from the team is here right now. I have noted your request, and the team will answer you by e-mail at {email}.',
    offlineChannel:
      'Nobody from the team is here right now. I have noted your request, and the team will answer you here.',
    addressNoted: 'Thank you. The team will answer you by e-mail at {email}.',
    detailsNoted: 'Thank you. I have noted {email}, so that the team can write to you.',
    back: 'We are back on {day} at {time}.',
    passedOn:
      'I cannot answer this myself, so I have asked our team. They can read what you wrote and answer you here.',
    none: 'I am an automated assistant, and no person can be brought into this chat.',
    closed: 'Our team has closed your request. If you still need help, just write here.',
  },
  es: {
    offline:
      'Ahora mismo no hay nadie del equipo. He anotado tu petición. Escribe aquí tu correo electrónico y el equipo te responderá por correo.',
    offlineKnown:
      'Ahora mismo no hay nadie del equipo. He anotado tu petición y el equipo te responderá por correo a {email}.',
    offlineChannel:
      'Ahora mismo no hay nadie del equipo. He anotado tu petición y el equipo te responderá aquí.',
    addressNoted: 'Gracias. El equipo te responderá por correo a {email}.',
    detailsNoted: 'Gracias. He anotado {email}, para que el equipo pueda escribirte.',
    back: 'Volvemos el {day} a las {time}.',
    passedOn:
      'No puedo responder a esto, así que he avisado a nuestro equipo. Puede leer lo que has escrito y responderte aquí.',
    none: 'Soy un asistente automático y en este chat no puede atenderte ninguna persona.',
    closed: 'Nuestro equipo ha cerrado tu petición. Si todavía necesitas ayuda, escribe aquí.',
  },
  fr: {
    offline:
      'Personne de l’équipe n’est là en ce moment. J’ai noté votre demande. Écrivez ici votre adresse e-mail et l’équipe vous répondra par e-mail.',
    offlineKnown:
      'Personne de l’équipe n’est là en ce moment. J’ai noté votre demande et l’équipe vous répondra par e-mail à {email}.',
    offlineChannel:
      'Personne de l’équipe n’est là en ce moment. J’ai noté votre demande et l’équipe vous répondra ici.',
    addressNoted: 'Merci. L’équipe vous répondra par e-mail à {email}.',
    detailsNoted: 'Merci. J’ai noté {email}, afin que l’équipe puisse vous écrire.',
    back: 'Nous serons de retour {day} à {time}.',
    passedOn:
      'Je ne peux pas répondre à cela ; j’ai donc prévenu notre équipe. Elle peut lire vos messages et vous répondre ici.',
    none: 'Je suis un assistant automatique, et personne ne peut rejoindre cette discussion.',
    closed: 'Notre équipe a clos votre demande. Si vous avez encore besoin d’aide, écrivez ici.',
  },
  de: {
    offline:
      'Vom Team ist gerade niemand da. Ich habe Ihren Wunsch vermerkt. Schreiben Sie hier Ihre E-Mail-Adresse, dann antwortet Ihnen das Team per E-Mail.',
    offlineKnown:
      'Vom Team ist gerade niemand da. Ich habe Ihren Wunsch vermerkt, und das Team antwortet Ihnen per E-Mail an {email}.',
    offlineChannel:
      'Vom Team ist gerade niemand da. Ich habe Ihren Wunsch vermerkt, und das Team antwortet Ihnen hier.',
    addressNoted: 'Danke. Das Team antwortet Ihnen per E-Mail an {email}.',
    detailsNoted: 'Danke. Ich habe {email} notiert, damit das Team Ihnen schreiben kann.',
    back: 'Wir sind am {day} um {time} wieder da.',
    passedOn:
      'Das kann ich nicht selbst beantworten, deshalb habe ich unser Team gefragt. Es kann Ihre Nachrichten lesen und Ihnen hier antworten.',
    none: 'Ich bin ein automatischer Assistent, und in diesen Chat kann kein Mensch geholt werden.',
    closed:
      'Unser Team hat Ihre Anfrage geschlossen. Wenn Sie noch Hilfe brauchen, schreiben Sie einfach hier.',
  },
  pt: {
    offline:
      'Não há ninguém da equipe agora. Anotei o seu pedido. Escreva aqui o seu e-mail e a equipe responderá por e-mail.',
    offlineKnown:
      'Não há ninguém da equipe agora. Anotei o seu pedido e a equipe responderá por e-mail para {email}.',
    offlineChannel: 'Não há ninguém da equipe agora. Anotei o seu pedido e a equipe responderá aqui.',
    addressNoted: 'Obrigado. A equipe responderá por e-mail para {email}.',
    detailsNoted: 'Obrigado. Anotei {email}, para que a equipe possa escrever para você.',
    back: 'Voltamos: {day}, às {time}.',
    passedOn:
      'Não consigo responder a isto, por isso avisei a nossa equipa. Ela pode ler o que escreveu e responder-lhe aqui.',
    none: 'Sou um assistente automático, e nenhuma pessoa pode ser chamada para este chat.',
    closed: 'A nossa equipe encerrou o seu pedido. Se ainda precisar de ajuda, escreva aqui.',
  },
  it: {
    offline:
      'In questo momento non c’è nessuno del team. Ho annotato la tua richiesta. Scrivi qui il tuo indirizzo e-mail e il team ti risponderà via e-mail.',
    offlineKnown:
      'In questo momento non c’è nessuno del team. Ho annotato la tua richiesta e il team ti risponderà via e-mail a {email}.',
    offlineChannel:
      'In questo momento non c’è nessuno del team. Ho annotato la tua richiesta e il team ti risponderà qui.',
    addressNoted: 'Grazie. Il team ti risponderà via e-mail a {email}.',
    detailsNoted: 'Grazie. Ho annotato {email}, così il team può scriverti.',
    back: 'Torniamo {day} alle {time}.',
    passedOn:
      'Non so rispondere a questo, quindi ho avvisato il nostro team. Può leggere ciò che ha scritto e risponderle qui.',
    none: 'Sono un assistente automatico e in questa chat non può intervenire una persona.',
    closed: 'Il nostro team ha chiuso la tua richiesta. Se hai ancora bisogno di aiuto, scrivi qui.',
  },
  nl: {
    offline:
      'Er is nu niemand van het team. Ik heb je vraag genoteerd. Schrijf hier je e-mailadres, dan antwoordt het team je per e-mail.',
    offlineKnown:
      'Er is nu niemand van het team. Ik heb je vraag genoteerd en het team antwoordt je per e-mail op {email}.',
    offlineChannel: 'Er is nu niemand van het team. Ik heb je vraag genoteerd en het team antwoordt je hier.',
    addressNoted: 'Bedankt. Het team antwoordt je per e-mail op {email}.',
    detailsNoted: 'Bedankt. Ik heb {email} genoteerd, zodat het team je kan schrijven.',
    back: 'We zijn {day} om {time} weer terug.',
    passedOn:
      'Dit kan ik zelf niet beantwoorden, daarom heb ik ons team gevraagd. Zij kunnen lezen wat u schreef en u hier antwoorden.',
    none: 'Ik ben een automatische assistent, en in deze chat kan geen mens worden gehaald.',
    closed: 'Ons team heeft je verzoek gesloten. Heb je nog hulp nodig, schrijf dan hier.',
  },
  pl: {
    offline:
      'Nikogo z zespołu teraz nie ma. Prośba została zapisana. Proszę wpisać tutaj adres e-mail, a zespół odpowie e-mailem.',
    offlineKnown:
      'Nikogo z zespołu teraz nie ma. Prośba została zapisana, a zespół odpowie e-mailem na adres {email}.',
    offlineChannel: 'Nikogo z zespołu teraz nie ma. Prośba została zapisana, a zespół odpowie tutaj.',
    addressNoted: 'Dziękuję. Zespół odpowie e-mailem na adres {email}.',
    detailsNoted: 'Dziękuję. Zapisałem adres {email}, aby zespół mógł do Ciebie napisać.',
    back: 'Wracamy: {day}, godz. {time}.',
    passedOn:
      'Nie potrafię na to odpowiedzieć, więc powiadomiłem nasz zespół. Może on przeczytać Twoje wiadomości i odpowiedzieć tutaj.',
    none: 'Jestem automatycznym asystentem i do tego czatu nie może dołączyć człowiek.',
    closed: 'Nasz zespół zamknął Twoją prośbę. Jeśli nadal potrzebujesz pomocy, napisz tutaj.',
  },
  tr: {
    offline:
      'Şu anda ekipten kimse yok. İsteğinizi not ettim. E-posta adresinizi buraya yazın, ekip size e-postayla yanıt versin.',
    offlineKnown:
      'Şu anda ekipten kimse yok. İsteğinizi not ettim; ekip size {email} adresinden e-postayla yanıt verecek.',
    offlineChannel: 'Şu anda ekipten kimse yok. İsteğinizi not ettim; ekip size burada yanıt verecek.',
    addressNoted: 'Teşekkürler. Ekip size {email} adresine e-postayla yanıt verecek.',
    detailsNoted: 'Teşekkürler. Ekibin size yazabilmesi için {email} adresini not ettim.',
    back: '{day} günü saat {time} itibarıyla yeniden buradayız.',
    passedOn:
      'Buna kendim yanıt veremiyorum, bu yüzden ekibimize sordum. Yazdıklarınızı okuyup size burada yanıt verebilirler.',
    none: 'Ben otomatik bir asistanım ve bu sohbete bir kişi bağlanamıyor.',
    closed: 'Ekibimiz talebinizi kapattı. Hâlâ yardıma ihtiyacınız varsa buraya yazın.',
  },
  ar: {
    offline:
      'لا يوجد أحد من الفريق الآن. لقد سجلت طلبك. اكتب بريدك الإلكتروني هنا وسيجيبك الفريق عبر البريد الإلكتروني.',
    offlineKnown:
      'لا يوجد أحد من الفريق الآن. لقد سجلت طلبك وسيجيبك الفريق عبر البريد الإلكتروني على {email}.',
    offlineChannel: 'لا يوجد أحد من الفريق الآن. لقد سجلت طلبك وسيجيبك الفريق هنا.',
    addressNoted: 'شكرًا لك. سيجيبك الفريق عبر البريد الإلكتروني على {email}.',
    detailsNoted: 'شكرًا لك. سجلت {email} حتى يتمكن الفريق من مراسلتك.',
    back: 'سنعود يوم {day} الساعة {time}.',
    passedOn: 'لا أستطيع الإجابة عن هذا بنفسي، لذلك أبلغت فريقنا. يمكنه قراءة ما كتبته والرد عليك هنا.',
    none: 'أنا مساعد آلي، ولا يمكن إحضار شخص إلى هذه الدردشة.',
    closed: 'أغلق فريقنا طلبك. إذا كنت لا تزال بحاجة إلى مساعدة، فاكتب هنا.',
  },
  hi: {
    offline:
      'अभी टीम से कोई उपलब्ध नहीं है। मैंने आपका अनुरोध दर्ज कर लिया है। अपना ई-मेल पता यहाँ लिखें, टीम आपको ई-मेल से उत्तर देगी।',
    offlineKnown:
      'अभी टीम से कोई उपलब्ध नहीं है। मैंने आपका अनुरोध दर्ज कर लिया है और टीम आपको {email} पर ई-मेल से उत्तर देगी।',
    offlineChannel: 'अभी टीम से कोई उपलब्ध नहीं है। मैंने आपका अनुरोध दर्ज कर लिया है और टीम आपको यहीं उत्तर देगी।',
    addressNoted: 'धन्यवाद। टीम आपको {email} पर ई-मेल से उत्तर देगी।',
    detailsNoted: 'धन्यवाद। मैंने {email} लिख लिया है, ताकि टीम आपको लिख सके।',
    back: 'हम {day} को {time} बजे वापस आएँगे।',
    passedOn:
      'मैं इसका उत्तर स्वयं नहीं दे सकता, इसलिए मैंने हमारी टीम को बता दिया है। वे आपके संदेश पढ़कर यहीं उत्तर दे सकते हैं।',
    none: 'मैं एक स्वचालित सहायक हूँ और इस चैट में किसी व्यक्ति को नहीं बुलाया जा सकता।',
    closed: 'हमारी टीम ने आपका अनुरोध बंद कर दिया है। यदि अब भी मदद चाहिए, तो यहाँ लिखें।',
  },
  ja: {
    offline:
      'ただいま担当者が不在です。ご要望は記録しました。こちらにメールアドレスをご記入いただければ、担当者がメールでお返事します。',
    offlineKnown:
      'ただいま担当者が不在です。ご要望は記録しました。担当者が {email} 宛てにメールでお返事します。',
    offlineChannel: 'ただいま担当者が不在です。ご要望は記録しました。担当者がこちらでお返事します。',
    addressNoted: 'ありがとうございます。担当者が {email} 宛てにメールでお返事します。',
    detailsNoted: 'ありがとうございます。担当者からご連絡できるよう、{email} を控えました。',
    back: '{day} {time}に再開します。',
    passedOn:
      'これには私ではお答えできないため、チームに確認を依頼しました。お書きになった内容を担当者が読み、こちらでお返事できます。',
    none: '私は自動アシスタントです。このチャットでは担当者におつなぎできません。',
    closed: 'チームがご依頼を終了しました。まだお困りの場合は、こちらにお書きください。',
  },
  zh: {
    offline: '团队现在没有人在线。您的请求已记录。请在这里留下您的电子邮箱，团队会通过邮件回复您。',
    offlineKnown: '团队现在没有人在线。您的请求已记录，团队会通过邮件回复到 {email}。',
    offlineChannel: '团队现在没有人在线。您的请求已记录，团队会在这里回复您。',
    addressNoted: '谢谢。团队会通过邮件回复到 {email}。',
    detailsNoted: '谢谢。我已记下 {email}，以便团队给您写信。',
    back: '我们将于{day} {time}恢复服务。',
    passedOn: '这个问题我无法回答，因此已通知我们的团队。他们可以看到您写的内容并在这里答复您。',
    none: '我是自动助手，本聊天无法转接真人。',
    closed: '我们的团队已关闭您的请求。如果仍需帮助，请在这里留言。',
  },
}
