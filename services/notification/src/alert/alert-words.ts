/** The words of mails and push notifications in the languages of clients, beside those of the news themselves. */
import type { Language } from '@parley/contracts/languages.ts'

/** By plural form, with a place for `{count}`. */
export type CountedForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

export type AlertWords = {
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
  /** Labels of what a visitor gave. */
  fields: { name: string; email: string; phone: string }
}

export const alertWords: Record<Language, AlertWords> = {
  en: {
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
    fields: { name: 'Name', email: 'E-mail', phone: 'Phone' },
  },
  de: {
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
    fields: { name: 'Name', email: 'E-Mail', phone: 'Telefon' },
  },
  fr: {
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
    fields: { name: 'Nom', email: 'E-mail', phone: 'Téléphone' },
  },
  es: {
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
    fields: { name: 'Nombre', email: 'Correo electrónico', phone: 'Teléfono' },
  },
  it: {
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
    fields: { name: 'Nome', email: 'E-mail', phone: 'Telefono' },
  },
  pt: {
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
    fields: { name: 'Nome', email: 'E-mail', phone: 'Telefone' },
  },
  nl: {
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
    fields: { name: 'Naam', email: 'E-mail', phone: 'Telefoon' },
  },
  pl: {
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
    fields: { name: 'Imię i nazwisko', email: 'E-mail', phone: 'Telefon' },
  },
  tr: {
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
    fields: { name: 'Ad', email: 'E-posta', phone: 'Telefon' },
  },
  ar: {
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
    fields: { name: 'الاسم', email: 'البريد الإلكتروني', phone: 'الهاتف' },
  },
  hi: {
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
    fields: { name: 'नाम', email: 'ईमेल', phone: 'फ़ोन' },
  },
  ja: {
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
    fields: { name: '名前', email: 'メール', phone: '電話' },
  },
  zh: {
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
    fields: { name: '姓名', email: '电子邮箱', phone: '电话' },
  },
}
