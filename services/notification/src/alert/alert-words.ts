/** The words of mails and push notifications, in the languages of clients. Those that clients read under their bell too are the same there. */
import type { Language } from '@parley/contracts/languages.ts'
import type { AgentNews, NewsTitle } from '@parley/contracts/notification/news.ts'

/** By plural form, with a place for `{count}`. */
export type CountedForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

export type AlertWords = {
  titles: Record<NewsTitle, string>
  /** With a place for `{agent}`. */
  agent: Record<AgentNews, string>
  /** With a place for `{address}`. */
  open: string
  settingsHint: string
  several: CountedForms
  /** Of a push notification that says no details, and of what it asks for. */
  newOne: string
  readOne: string
  newSeveral: CountedForms
  readSeveral: string
  test: { title: string; body: string }
}

export const alertWords: Record<Language, AlertWords> = {
  en: {
    titles: {
      'A visitor wrote to you': 'A visitor wrote to you',
      'New conversation': 'New conversation',
      'New lead': 'New lead',
      'A visitor asks for a person': 'A visitor asks for a person',
      'Nobody took over in time': 'Nobody took over in time',
    },
    agent: {
      'In a conversation with {agent} that you have taken over.':
        'In a conversation with {agent} that you have taken over.',
      'In a conversation with {agent}. Nobody was there when it was asked.':
        'In a conversation with {agent}. Nobody was there when it was asked.',
      'In a conversation with {agent}.': 'In a conversation with {agent}.',
      'A visitor wrote to {agent}.': 'A visitor wrote to {agent}.',
      'A visitor of {agent} left their details.': 'A visitor of {agent} left their details.',
      '{agent} goes on by itself with a visitor who waited for a person.':
        '{agent} goes on by itself with a visitor who waited for a person.',
    },
    open: 'Open it: {address}',
    settingsHint: 'You can choose what you are notified about under the bell of the dashboard.',
    several: {
      one: '{count} notification',
      other: '{count} notifications',
    },
    newOne: 'New notification',
    readOne: 'Open the dashboard to read it.',
    newSeveral: {
      one: '{count} new notification',
      other: '{count} new notifications',
    },
    readSeveral: 'Open the dashboard to read them.',
    test: {
      title: 'Test notification',
      body: 'Push notifications work in this browser.',
    },
  },
  de: {
    titles: {
      'A visitor wrote to you': 'Ein Besucher hat Ihnen geschrieben',
      'New conversation': 'Neue Unterhaltung',
      'New lead': 'Neuer Lead',
      'A visitor asks for a person': 'Ein Besucher möchte mit einem Menschen sprechen',
      'Nobody took over in time': 'Niemand hat rechtzeitig übernommen',
    },
    agent: {
      'In a conversation with {agent} that you have taken over.':
        'In einer Unterhaltung mit {agent}, die Sie übernommen haben.',
      'In a conversation with {agent}. Nobody was there when it was asked.':
        'In einer Unterhaltung mit {agent}. Niemand war da, als danach gefragt wurde.',
      'In a conversation with {agent}.': 'In einer Unterhaltung mit {agent}.',
      'A visitor wrote to {agent}.': 'Ein Besucher hat {agent} geschrieben.',
      'A visitor of {agent} left their details.':
        'Ein Besucher von {agent} hat seine Kontaktdaten hinterlassen.',
      '{agent} goes on by itself with a visitor who waited for a person.':
        '{agent} führt die Unterhaltung mit einem Besucher, der auf einen Menschen gewartet hat, allein weiter.',
    },
    open: 'Öffnen: {address}',
    settingsHint: 'Worüber Sie benachrichtigt werden, können Sie unter der Glocke des Dashboards wählen.',
    several: {
      one: '{count} Benachrichtigung',
      other: '{count} Benachrichtigungen',
    },
    newOne: 'Neue Benachrichtigung',
    readOne: 'Öffnen Sie das Dashboard, um sie zu lesen.',
    newSeveral: {
      one: '{count} neue Benachrichtigung',
      other: '{count} neue Benachrichtigungen',
    },
    readSeveral: 'Öffnen Sie das Dashboard, um sie zu lesen.',
    test: {
      title: 'Testbenachrichtigung',
      body: 'Push-Benachrichtigungen funktionieren in diesem Browser.',
    },
  },
  fr: {
    titles: {
      'A visitor wrote to you': 'Un visiteur vous a écrit',
      'New conversation': 'Nouvelle conversation',
      'New lead': 'Nouveau prospect',
      'A visitor asks for a person': 'Un visiteur demande à parler à une personne',
      'Nobody took over in time': 'Personne n’a pris le relais à temps',
    },
    agent: {
      'In a conversation with {agent} that you have taken over.':
        'Dans une conversation avec {agent} que vous avez reprise.',
      'In a conversation with {agent}. Nobody was there when it was asked.':
        'Dans une conversation avec {agent}. Personne n’était disponible au moment de la demande.',
      'In a conversation with {agent}.': 'Dans une conversation avec {agent}.',
      'A visitor wrote to {agent}.': 'Un visiteur a écrit à {agent}.',
      'A visitor of {agent} left their details.': 'Un visiteur de {agent} a laissé ses coordonnées.',
      '{agent} goes on by itself with a visitor who waited for a person.':
        '{agent} poursuit seul avec un visiteur qui attendait une personne.',
    },
    open: 'Ouvrir : {address}',
    settingsHint: 'Vous pouvez choisir ce dont vous êtes informé sous la cloche du tableau de bord.',
    several: {
      one: '{count} notification',
      other: '{count} notifications',
    },
    newOne: 'Nouvelle notification',
    readOne: 'Ouvrez le tableau de bord pour la lire.',
    newSeveral: {
      one: '{count} nouvelle notification',
      other: '{count} nouvelles notifications',
    },
    readSeveral: 'Ouvrez le tableau de bord pour les lire.',
    test: {
      title: 'Notification de test',
      body: 'Les notifications push fonctionnent dans ce navigateur.',
    },
  },
  es: {
    titles: {
      'A visitor wrote to you': 'Un visitante le ha escrito',
      'New conversation': 'Nueva conversación',
      'New lead': 'Nuevo lead',
      'A visitor asks for a person': 'Un visitante pide hablar con una persona',
      'Nobody took over in time': 'Nadie se hizo cargo a tiempo',
    },
    agent: {
      'In a conversation with {agent} that you have taken over.':
        'En una conversación con {agent} de la que usted se ha hecho cargo.',
      'In a conversation with {agent}. Nobody was there when it was asked.':
        'En una conversación con {agent}. No había nadie disponible cuando se pidió.',
      'In a conversation with {agent}.': 'En una conversación con {agent}.',
      'A visitor wrote to {agent}.': 'Un visitante ha escrito a {agent}.',
      'A visitor of {agent} left their details.': 'Un visitante de {agent} ha dejado sus datos.',
      '{agent} goes on by itself with a visitor who waited for a person.':
        '{agent} sigue por su cuenta con un visitante que esperaba a una persona.',
    },
    open: 'Abrir: {address}',
    settingsHint: 'Puede elegir sobre qué recibe notificaciones en la campana del panel.',
    several: {
      one: '{count} notificación',
      other: '{count} notificaciones',
    },
    newOne: 'Nueva notificación',
    readOne: 'Abra el panel para leerla.',
    newSeveral: {
      one: '{count} notificación nueva',
      other: '{count} notificaciones nuevas',
    },
    readSeveral: 'Abra el panel para leerlas.',
    test: {
      title: 'Notificación de prueba',
      body: 'Las notificaciones push funcionan en este navegador.',
    },
  },
  it: {
    titles: {
      'A visitor wrote to you': 'Un visitatore Le ha scritto',
      'New conversation': 'Nuova conversazione',
      'New lead': 'Nuovo lead',
      'A visitor asks for a person': 'Un visitatore chiede di parlare con una persona',
      'Nobody took over in time': 'Nessuno è subentrato in tempo',
    },
    agent: {
      'In a conversation with {agent} that you have taken over.':
        'In una conversazione con {agent} presa in carico da Lei.',
      'In a conversation with {agent}. Nobody was there when it was asked.':
        'In una conversazione con {agent}. Nessuno era disponibile al momento della richiesta.',
      'In a conversation with {agent}.': 'In una conversazione con {agent}.',
      'A visitor wrote to {agent}.': 'Un visitatore ha scritto a {agent}.',
      'A visitor of {agent} left their details.': 'Un visitatore di {agent} ha lasciato i suoi dati.',
      '{agent} goes on by itself with a visitor who waited for a person.':
        '{agent} prosegue da solo con un visitatore che attendeva una persona.',
    },
    open: 'Apri: {address}',
    settingsHint: 'È possibile scegliere su cosa ricevere notifiche dalla campanella della dashboard.',
    several: {
      one: '{count} notifica',
      other: '{count} notifiche',
    },
    newOne: 'Nuova notifica',
    readOne: 'Aprire la dashboard per leggerla.',
    newSeveral: {
      one: '{count} nuova notifica',
      other: '{count} nuove notifiche',
    },
    readSeveral: 'Aprire la dashboard per leggerle.',
    test: {
      title: 'Notifica di prova',
      body: 'Le notifiche push funzionano in questo browser.',
    },
  },
  pt: {
    titles: {
      'A visitor wrote to you': 'Um visitante escreveu para você',
      'New conversation': 'Nova conversa',
      'New lead': 'Novo lead',
      'A visitor asks for a person': 'Um visitante pede para falar com uma pessoa',
      'Nobody took over in time': 'Ninguém assumiu a tempo',
    },
    agent: {
      'In a conversation with {agent} that you have taken over.':
        'Em uma conversa com {agent} que você assumiu.',
      'In a conversation with {agent}. Nobody was there when it was asked.':
        'Em uma conversa com {agent}. Não havia ninguém disponível no momento do pedido.',
      'In a conversation with {agent}.': 'Em uma conversa com {agent}.',
      'A visitor wrote to {agent}.': 'Um visitante escreveu para {agent}.',
      'A visitor of {agent} left their details.': 'Um visitante de {agent} deixou seus dados.',
      '{agent} goes on by itself with a visitor who waited for a person.':
        '{agent} continua sozinho com um visitante que esperava por uma pessoa.',
    },
    open: 'Abrir: {address}',
    settingsHint: 'Você pode escolher sobre o que é notificado no sino do painel.',
    several: {
      one: '{count} notificação',
      other: '{count} notificações',
    },
    newOne: 'Nova notificação',
    readOne: 'Abra o painel para ler.',
    newSeveral: {
      one: '{count} nova notificação',
      other: '{count} novas notificações',
    },
    readSeveral: 'Abra o painel para ler.',
    test: {
      title: 'Notificação de teste',
      body: 'As notificações push funcionam neste navegador.',
    },
  },
  nl: {
    titles: {
      'A visitor wrote to you': 'Een bezoeker heeft u geschreven',
      'New conversation': 'Nieuw gesprek',
      'New lead': 'Nieuwe lead',
      'A visitor asks for a person': 'Een bezoeker vraagt om een medewerker',
      'Nobody took over in time': 'Niemand heeft op tijd overgenomen',
    },
    agent: {
      'In a conversation with {agent} that you have taken over.':
        'In een gesprek met {agent} dat u hebt overgenomen.',
      'In a conversation with {agent}. Nobody was there when it was asked.':
        'In een gesprek met {agent}. Er was niemand aanwezig toen erom werd gevraagd.',
      'In a conversation with {agent}.': 'In een gesprek met {agent}.',
      'A visitor wrote to {agent}.': 'Een bezoeker heeft {agent} geschreven.',
      'A visitor of {agent} left their details.': 'Een bezoeker van {agent} heeft gegevens achtergelaten.',
      '{agent} goes on by itself with a visitor who waited for a person.':
        '{agent} gaat zelf verder met een bezoeker die op een medewerker wachtte.',
    },
    open: 'Openen: {address}',
    settingsHint: 'Onder de bel van het dashboard kiest u waarover u meldingen krijgt.',
    several: {
      one: '{count} melding',
      other: '{count} meldingen',
    },
    newOne: 'Nieuwe melding',
    readOne: 'Open het dashboard om deze te lezen.',
    newSeveral: {
      one: '{count} nieuwe melding',
      other: '{count} nieuwe meldingen',
    },
    readSeveral: 'Open het dashboard om ze te lezen.',
    test: {
      title: 'Testmelding',
      body: 'Pushmeldingen werken in deze browser.',
    },
  },
  pl: {
    titles: {
      'A visitor wrote to you': 'Odwiedzający napisał do Ciebie',
      'New conversation': 'Nowa rozmowa',
      'New lead': 'Nowy lead',
      'A visitor asks for a person': 'Odwiedzający prosi o rozmowę z człowiekiem',
      'Nobody took over in time': 'Nikt nie przejął rozmowy na czas',
    },
    agent: {
      'In a conversation with {agent} that you have taken over.':
        'W przejętej przez Ciebie rozmowie z {agent}.',
      'In a conversation with {agent}. Nobody was there when it was asked.':
        'W rozmowie z {agent}. W chwili prośby nikogo nie było.',
      'In a conversation with {agent}.': 'W rozmowie z {agent}.',
      'A visitor wrote to {agent}.': 'Odwiedzający napisał do {agent}.',
      'A visitor of {agent} left their details.': 'Odwiedzający {agent} zostawił swoje dane.',
      '{agent} goes on by itself with a visitor who waited for a person.':
        '{agent} kontynuuje samodzielnie rozmowę z odwiedzającym, który czekał na człowieka.',
    },
    open: 'Otwórz: {address}',
    settingsHint: 'Pod dzwonkiem w panelu możesz wybrać, o czym chcesz być powiadamiany.',
    several: {
      one: '{count} powiadomienie',
      few: '{count} powiadomienia',
      many: '{count} powiadomień',
      other: '{count} powiadomienia',
    },
    newOne: 'Nowe powiadomienie',
    readOne: 'Otwórz panel, aby je przeczytać.',
    newSeveral: {
      one: '{count} nowe powiadomienie',
      few: '{count} nowe powiadomienia',
      many: '{count} nowych powiadomień',
      other: '{count} nowego powiadomienia',
    },
    readSeveral: 'Otwórz panel, aby je przeczytać.',
    test: {
      title: 'Powiadomienie testowe',
      body: 'Powiadomienia push działają w tej przeglądarce.',
    },
  },
  tr: {
    titles: {
      'A visitor wrote to you': 'Bir ziyaretçi size yazdı',
      'New conversation': 'Yeni görüşme',
      'New lead': 'Yeni müşteri adayı',
      'A visitor asks for a person': 'Bir ziyaretçi bir yetkiliyle görüşmek istiyor',
      'Nobody took over in time': 'Zamanında kimse devralmadı',
    },
    agent: {
      'In a conversation with {agent} that you have taken over.': '{agent} ile devraldığınız bir görüşmede.',
      'In a conversation with {agent}. Nobody was there when it was asked.':
        '{agent} ile bir görüşmede. İstendiği sırada kimse yoktu.',
      'In a conversation with {agent}.': '{agent} ile bir görüşmede.',
      'A visitor wrote to {agent}.': 'Bir ziyaretçi {agent} ajanına yazdı.',
      'A visitor of {agent} left their details.':
        '{agent} ajanının bir ziyaretçisi iletişim bilgilerini bıraktı.',
      '{agent} goes on by itself with a visitor who waited for a person.':
        '{agent}, bir yetkili bekleyen ziyaretçiyle tek başına devam ediyor.',
    },
    open: 'Aç: {address}',
    settingsHint: 'Hangi konularda bildirim alacağınızı panelin zil simgesi altında seçebilirsiniz.',
    several: {
      one: '{count} bildirim',
      other: '{count} bildirim',
    },
    newOne: 'Yeni bildirim',
    readOne: 'Okumak için paneli açın.',
    newSeveral: {
      one: '{count} yeni bildirim',
      other: '{count} yeni bildirim',
    },
    readSeveral: 'Okumak için paneli açın.',
    test: {
      title: 'Test bildirimi',
      body: 'Anlık bildirimler bu tarayıcıda çalışıyor.',
    },
  },
  ar: {
    titles: {
      'A visitor wrote to you': 'كتب إليك زائر',
      'New conversation': 'محادثة جديدة',
      'New lead': 'عميل محتمل جديد',
      'A visitor asks for a person': 'يطلب زائر التحدث إلى شخص',
      'Nobody took over in time': 'لم يتولَّ أحد المحادثة في الوقت المناسب',
    },
    agent: {
      'In a conversation with {agent} that you have taken over.': 'في محادثة مع {agent} توليتَها أنت.',
      'In a conversation with {agent}. Nobody was there when it was asked.':
        'في محادثة مع {agent}. لم يكن أحد متاحًا عند الطلب.',
      'In a conversation with {agent}.': 'في محادثة مع {agent}.',
      'A visitor wrote to {agent}.': 'كتب زائر إلى {agent}.',
      'A visitor of {agent} left their details.': 'ترك أحد زوار {agent} بياناته.',
      '{agent} goes on by itself with a visitor who waited for a person.':
        'يواصل {agent} بنفسه مع زائر كان ينتظر شخصًا.',
    },
    open: 'افتحه: {address}',
    settingsHint: 'يمكنك اختيار ما تتلقى إشعارات بشأنه من جرس لوحة التحكم.',
    several: {
      zero: 'لا إشعارات',
      one: 'إشعار واحد',
      two: 'إشعاران',
      few: '{count} إشعارات',
      many: '{count} إشعارًا',
      other: '{count} إشعار',
    },
    newOne: 'إشعار جديد',
    readOne: 'افتح لوحة التحكم لقراءته.',
    newSeveral: {
      zero: 'لا إشعارات جديدة',
      one: 'إشعار جديد',
      two: 'إشعاران جديدان',
      few: '{count} إشعارات جديدة',
      many: '{count} إشعارًا جديدًا',
      other: '{count} إشعار جديد',
    },
    readSeveral: 'افتح لوحة التحكم لقراءتها.',
    test: {
      title: 'إشعار تجريبي',
      body: 'تعمل الإشعارات الفورية في هذا المتصفح.',
    },
  },
  hi: {
    titles: {
      'A visitor wrote to you': 'एक विज़िटर ने आपको लिखा',
      'New conversation': 'नई बातचीत',
      'New lead': 'नई लीड',
      'A visitor asks for a person': 'एक विज़िटर किसी व्यक्ति से बात करना चाहता है',
      'Nobody took over in time': 'समय पर किसी ने नहीं सँभाला',
    },
    agent: {
      'In a conversation with {agent} that you have taken over.': '{agent} के साथ आपकी सँभाली हुई एक बातचीत में।',
      'In a conversation with {agent}. Nobody was there when it was asked.':
        '{agent} के साथ एक बातचीत में। अनुरोध के समय कोई मौजूद नहीं था।',
      'In a conversation with {agent}.': '{agent} के साथ एक बातचीत में।',
      'A visitor wrote to {agent}.': 'एक विज़िटर ने {agent} को लिखा।',
      'A visitor of {agent} left their details.': '{agent} के एक विज़िटर ने अपनी जानकारी दी।',
      '{agent} goes on by itself with a visitor who waited for a person.':
        '{agent} उस विज़िटर के साथ खुद आगे बढ़ रहा है जो किसी व्यक्ति की प्रतीक्षा में था।',
    },
    open: 'खोलें: {address}',
    settingsHint: 'आपको किस बारे में सूचित किया जाए, यह आप डैशबोर्ड की घंटी के नीचे चुन सकते हैं।',
    several: {
      one: '{count} सूचना',
      other: '{count} सूचनाएँ',
    },
    newOne: 'नई सूचना',
    readOne: 'पढ़ने के लिए डैशबोर्ड खोलें।',
    newSeveral: {
      one: '{count} नई सूचना',
      other: '{count} नई सूचनाएँ',
    },
    readSeveral: 'पढ़ने के लिए डैशबोर्ड खोलें।',
    test: {
      title: 'परीक्षण सूचना',
      body: 'इस ब्राउज़र में पुश सूचनाएँ काम कर रही हैं।',
    },
  },
  ja: {
    titles: {
      'A visitor wrote to you': '訪問者からメッセージが届きました',
      'New conversation': '新しい会話',
      'New lead': '新しいリード',
      'A visitor asks for a person': '訪問者が担当者との会話を希望しています',
      'Nobody took over in time': '時間内に引き継ぐ担当者がいませんでした',
    },
    agent: {
      'In a conversation with {agent} that you have taken over.': '引き継いだ{agent}との会話です。',
      'In a conversation with {agent}. Nobody was there when it was asked.':
        '{agent}との会話です。依頼時に対応できる担当者がいませんでした。',
      'In a conversation with {agent}.': '{agent}との会話です。',
      'A visitor wrote to {agent}.': '訪問者が{agent}にメッセージを送りました。',
      'A visitor of {agent} left their details.': '{agent}の訪問者が連絡先を残しました。',
      '{agent} goes on by itself with a visitor who waited for a person.':
        '担当者を待っていた訪問者に、{agent}が引き続き対応しています。',
    },
    open: '開く：{address}',
    settingsHint: '通知する内容は、ダッシュボードのベルから選べます。',
    several: {
      other: '{count}件の通知',
    },
    newOne: '新しい通知',
    readOne: 'ダッシュボードを開いて確認してください。',
    newSeveral: {
      other: '{count}件の新しい通知',
    },
    readSeveral: 'ダッシュボードを開いて確認してください。',
    test: {
      title: 'テスト通知',
      body: 'このブラウザーでプッシュ通知を受け取れます。',
    },
  },
  zh: {
    titles: {
      'A visitor wrote to you': '有访客给您发来消息',
      'New conversation': '新对话',
      'New lead': '新潜在客户',
      'A visitor asks for a person': '有访客要求人工服务',
      'Nobody took over in time': '无人及时接手',
    },
    agent: {
      'In a conversation with {agent} that you have taken over.': '在您接手的与{agent}的对话中。',
      'In a conversation with {agent}. Nobody was there when it was asked.':
        '在与{agent}的对话中。提出请求时无人在线。',
      'In a conversation with {agent}.': '在与{agent}的对话中。',
      'A visitor wrote to {agent}.': '有访客给{agent}发来消息。',
      'A visitor of {agent} left their details.': '{agent}的一位访客留下了联系方式。',
      '{agent} goes on by itself with a visitor who waited for a person.':
        '{agent}正在自行接待一位等待人工的访客。',
    },
    open: '打开：{address}',
    settingsHint: '您可以在仪表板的铃铛中选择接收哪些通知。',
    several: {
      other: '{count} 条通知',
    },
    newOne: '新通知',
    readOne: '请打开仪表板查看。',
    newSeveral: {
      other: '{count} 条新通知',
    },
    readSeveral: '请打开仪表板查看。',
    test: {
      title: '测试通知',
      body: '此浏览器可以接收推送通知。',
    },
  },
}
