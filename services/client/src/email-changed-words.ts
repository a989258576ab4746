/** The words of the mail that tells the former address of a client that it was changed, in the clients' languages. */
import type { Language } from '@parley/contracts/languages.ts'

/** With places for `{agency}`, its name. */
type Words = { subject: string; changed: string; notMe: string }

export const emailChangedWords: Record<Language, Words> = {
  en: {
    subject: 'The e-mail address of your account was changed',
    changed: 'From now on you sign in with another address, and the mails of {agency} go there.',
    notMe: 'If it was not you, write to {agency} at once.',
  },
  de: {
    subject: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
    changed:
      'Ab jetzt melden Sie sich mit einer anderen Adresse an, und die E-Mails von {agency} gehen dorthin.',
    notMe: 'Wenn Sie das nicht waren, schreiben Sie sofort an {agency}.',
  },
  fr: {
    subject: 'L’adresse e-mail de votre compte a été modifiée',
    changed: 'Vous vous connectez désormais avec une autre adresse, à laquelle {agency} envoie ses e-mails.',
    notMe: 'Si ce n’était pas vous, écrivez immédiatement à {agency}.',
  },
  es: {
    subject: 'La dirección de correo de su cuenta ha cambiado',
    changed: 'A partir de ahora inicia sesión con otra dirección, a la que {agency} envía sus correos.',
    notMe: 'Si no ha sido usted, escriba a {agency} de inmediato.',
  },
  it: {
    subject: 'L’indirizzo e-mail del Suo account è stato modificato',
    changed: 'D’ora in poi accede con un altro indirizzo, al quale {agency} invia le sue e-mail.',
    notMe: 'Se non è stato Lei, scriva subito a {agency}.',
  },
  pt: {
    subject: 'O endereço de e-mail da sua conta foi alterado',
    changed: 'A partir de agora você entra com outro endereço, para o qual {agency} envia os e-mails.',
    notMe: 'Se não foi você, escreva imediatamente para {agency}.',
  },
  nl: {
    subject: 'Het e-mailadres van uw account is gewijzigd',
    changed: 'Vanaf nu logt u in met een ander adres, waar de e-mails van {agency} naartoe gaan.',
    notMe: 'Was u dit niet, schrijf dan meteen naar {agency}.',
  },
  pl: {
    subject: 'Adres e-mail Twojego konta został zmieniony',
    changed: 'Od teraz logujesz się innym adresem, na który {agency} wysyła wiadomości.',
    notMe: 'Jeśli to nie Ty, od razu napisz do {agency}.',
  },
  tr: {
    subject: 'Hesabınızın e-posta adresi değiştirildi',
    changed: 'Artık başka bir adresle giriş yapıyorsunuz; {agency} e-postalarını oraya gönderiyor.',
    notMe: 'Bunu siz yapmadıysanız hemen {agency} ile iletişime geçin.',
  },
  ar: {
    subject: 'تم تغيير عنوان البريد الإلكتروني لحسابك',
    changed: 'من الآن فصاعدًا تسجل الدخول بعنوان آخر، وترسل {agency} رسائلها إليه.',
    notMe: 'إذا لم تكن أنت من غيّره، فاكتب إلى {agency} فورًا.',
  },
  hi: {
    subject: 'आपके खाते का ई-मेल पता बदल दिया गया',
    changed: 'अब से आप दूसरे पते से साइन इन करते हैं, और {agency} के ई-मेल वहीं जाते हैं।',
    notMe: 'यदि यह आपने नहीं किया, तो तुरंत {agency} को लिखें।',
  },
  ja: {
    subject: 'アカウントのメールアドレスが変更されました',
    changed: '今後は別のアドレスでログインし、{agency} からのメールもそちらに届きます。',
    notMe: 'お心当たりがない場合は、すぐに {agency} へご連絡ください。',
  },
  zh: {
    subject: '您账户的电子邮件地址已更改',
    changed: '从现在起，您使用另一个地址登录，{agency} 的邮件也会发送到那里。',
    notMe: '如果不是您本人操作，请立即联系 {agency}。',
  },
}
