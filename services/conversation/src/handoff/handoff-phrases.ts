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
  /** When the team is back, outside its opening hours: on `{day}` at `{time}`. */
  back: string
  /** The agent has no handoff. */
  none: string
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
    back: 'We are back on {day} at {time}.',
    none: 'I am an automated assistant, and no person can be brought into this chat.',
  },
  es: {
    offline:
      'Ahora mismo no hay nadie del equipo. He anotado tu petición. Escribe aquí tu correo electrónico y el equipo te responderá por correo.',
    offlineKnown:
      'Ahora mismo no hay nadie del equipo. He anotado tu petición y el equipo te responderá por correo a {email}.',
    offlineChannel:
      'Ahora mismo no hay nadie del equipo. He anotado tu petición y el equipo te responderá aquí.',
    addressNoted: 'Gracias. El equipo te responderá por correo a {email}.',
    back: 'Volvemos el {day} a las {time}.',
    none: 'Soy un asistente automático y en este chat no puede atenderte ninguna persona.',
  },
  fr: {
    offline:
      'Personne de l’équipe n’est là en ce moment. J’ai noté votre demande. Écrivez ici votre adresse e-mail et l’équipe vous répondra par e-mail.',
    offlineKnown:
      'Personne de l’équipe n’est là en ce moment. J’ai noté votre demande et l’équipe vous répondra par e-mail à {email}.',
    offlineChannel:
      'Personne de l’équipe n’est là en ce moment. J’ai noté votre demande et l’équipe vous répondra ici.',
    addressNoted: 'Merci. L’équipe vous répondra par e-mail à {email}.',
    back: 'Nous serons de retour {day} à {time}.',
    none: 'Je suis un assistant automatique, et personne ne peut rejoindre cette discussion.',
  },
  de: {
    offline:
      'Vom Team ist gerade niemand da. Ich habe Ihren Wunsch vermerkt. Schreiben Sie hier Ihre E-Mail-Adresse, dann antwortet Ihnen das Team per E-Mail.',
    offlineKnown:
      'Vom Team ist gerade niemand da. Ich habe Ihren Wunsch vermerkt, und das Team antwortet Ihnen per E-Mail an {email}.',
    offlineChannel:
      'Vom Team ist gerade niemand da. Ich habe Ihren Wunsch vermerkt, und das Team antwortet Ihnen hier.',
    addressNoted: 'Danke. Das Team antwortet Ihnen per E-Mail an {email}.',
    back: 'Wir sind am {day} um {time} wieder da.',
    none: 'Ich bin ein automatischer Assistent, und in diesen Chat kann kein Mensch geholt werden.',
  },
  pt: {
    offline:
      'Não há ninguém da equipe agora. Anotei o seu pedido. Escreva aqui o seu e-mail e a equipe responderá por e-mail.',
    offlineKnown:
      'Não há ninguém da equipe agora. Anotei o seu pedido e a equipe responderá por e-mail para {email}.',
    offlineChannel: 'Não há ninguém da equipe agora. Anotei o seu pedido e a equipe responderá aqui.',
    addressNoted: 'Obrigado. A equipe responderá por e-mail para {email}.',
    back: 'Voltamos: {day}, às {time}.',
    none: 'Sou um assistente automático, e nenhuma pessoa pode ser chamada para este chat.',
  },
  it: {
    offline:
      'In questo momento non c’è nessuno del team. Ho annotato la tua richiesta. Scrivi qui il tuo indirizzo e-mail e il team ti risponderà via e-mail.',
    offlineKnown:
      'In questo momento non c’è nessuno del team. Ho annotato la tua richiesta e il team ti risponderà via e-mail a {email}.',
    offlineChannel:
      'In questo momento non c’è nessuno del team. Ho annotato la tua richiesta e il team ti risponderà qui.',
    addressNoted: 'Grazie. Il team ti risponderà via e-mail a {email}.',
    back: 'Torniamo {day} alle {time}.',
    none: 'Sono un assistente automatico e in questa chat non può intervenire una persona.',
  },
  nl: {
    offline:
      'Er is nu niemand van het team. Ik heb je vraag genoteerd. Schrijf hier je e-mailadres, dan antwoordt het team je per e-mail.',
    offlineKnown:
      'Er is nu niemand van het team. Ik heb je vraag genoteerd en het team antwoordt je per e-mail op {email}.',
    offlineChannel: 'Er is nu niemand van het team. Ik heb je vraag genoteerd en het team antwoordt je hier.',
    addressNoted: 'Bedankt. Het team antwoordt je per e-mail op {email}.',
    back: 'We zijn {day} om {time} weer terug.',
    none: 'Ik ben een automatische assistent, en in deze chat kan geen mens worden gehaald.',
  },
  pl: {
    offline:
      'Nikogo z zespołu teraz nie ma. Prośba została zapisana. Proszę wpisać tutaj adres e-mail, a zespół odpowie e-mailem.',
    offlineKnown:
      'Nikogo z zespołu teraz nie ma. Prośba została zapisana, a zespół odpowie e-mailem na adres {email}.',
    offlineChannel: 'Nikogo z zespołu teraz nie ma. Prośba została zapisana, a zespół odpowie tutaj.',
    addressNoted: 'Dziękuję. Zespół odpowie e-mailem na adres {email}.',
    back: 'Wracamy: {day}, godz. {time}.',
    none: 'Jestem automatycznym asystentem i do tego czatu nie może dołączyć człowiek.',
  },
  tr: {
    offline:
      'Şu anda ekipten kimse yok. İsteğinizi not ettim. E-posta adresinizi buraya yazın, ekip size e-postayla yanıt versin.',
    offlineKnown:
      'Şu anda ekipten kimse yok. İsteğinizi not ettim; ekip size {email} adresinden e-postayla yanıt verecek.',
    offlineChannel: 'Şu anda ekipten kimse yok. İsteğinizi not ettim; ekip size burada yanıt verecek.',
    addressNoted: 'Teşekkürler. Ekip size {email} adresine e-postayla yanıt verecek.',
    back: '{day} günü saat {time} itibarıyla yeniden buradayız.',
    none: 'Ben otomatik bir asistanım ve bu sohbete bir kişi bağlanamıyor.',
  },
  ar: {
    offline:
      'لا يوجد أحد من الفريق الآن. لقد سجلت طلبك. اكتب بريدك الإلكتروني هنا وسيجيبك الفريق عبر البريد الإلكتروني.',
    offlineKnown:
      'لا يوجد أحد من الفريق الآن. لقد سجلت طلبك وسيجيبك الفريق عبر البريد الإلكتروني على {email}.',
    offlineChannel: 'لا يوجد أحد من الفريق الآن. لقد سجلت طلبك وسيجيبك الفريق هنا.',
    addressNoted: 'شكرًا لك. سيجيبك الفريق عبر البريد الإلكتروني على {email}.',
    back: 'سنعود يوم {day} الساعة {time}.',
    none: 'أنا مساعد آلي، ولا يمكن إحضار شخص إلى هذه الدردشة.',
  },
  hi: {
    offline:
      'अभी टीम से कोई उपलब्ध नहीं है। मैंने आपका अनुरोध दर्ज कर लिया है। अपना ई-मेल पता यहाँ लिखें, टीम आपको ई-मेल से उत्तर देगी।',
    offlineKnown:
      'अभी टीम से कोई उपलब्ध नहीं है। मैंने आपका अनुरोध दर्ज कर लिया है और टीम आपको {email} पर ई-मेल से उत्तर देगी।',
    offlineChannel: 'अभी टीम से कोई उपलब्ध नहीं है। मैंने आपका अनुरोध दर्ज कर लिया है और टीम आपको यहीं उत्तर देगी।',
    addressNoted: 'धन्यवाद। टीम आपको {email} पर ई-मेल से उत्तर देगी।',
    back: 'हम {day} को {time} बजे वापस आएँगे।',
    none: 'मैं एक स्वचालित सहायक हूँ और इस चैट में किसी व्यक्ति को नहीं बुलाया जा सकता।',
  },
  ja: {
    offline:
      'ただいま担当者が不在です。ご要望は記録しました。こちらにメールアドレスをご記入いただければ、担当者がメールでお返事します。',
    offlineKnown:
      'ただいま担当者が不在です。ご要望は記録しました。担当者が {email} 宛てにメールでお返事します。',
    offlineChannel: 'ただいま担当者が不在です。ご要望は記録しました。担当者がこちらでお返事します。',
    addressNoted: 'ありがとうございます。担当者が {email} 宛てにメールでお返事します。',
    back: '{day} {time}に再開します。',
    none: '私は自動アシスタントです。このチャットでは担当者におつなぎできません。',
  },
  zh: {
    offline: '团队现在没有人在线。您的请求已记录。请在这里留下您的电子邮箱，团队会通过邮件回复您。',
    offlineKnown: '团队现在没有人在线。您的请求已记录，团队会通过邮件回复到 {email}。',
    offlineChannel: '团队现在没有人在线。您的请求已记录，团队会在这里回复您。',
    addressNoted: '谢谢。团队会通过邮件回复到 {email}。',
    back: '我们将于{day} {time}恢复服务。',
    none: '我是自动助手，本聊天无法转接真人。',
  },
}
