/** The words of the mail that tells a client that its password was changed, in the clients' languages. */
import type { Language } from '@parley/contracts/languages.ts'

/** With places for `{agency}`, its name. */
type Words = { subject: string; changed: string; notMe: string }

export const passwordChangedWords: Record<Language, Words> = {
  en: {
    subject: 'The password of your account was changed',
    changed: 'From now on you sign in with the new password. Other sessions of your account were ended.',
    notMe: 'If you did not expect this, write to {agency} at once.',
  },
  de: {
    subject: 'Das Passwort Ihres Kontos wurde geändert',
    changed:
      'Ab jetzt melden Sie sich mit dem neuen Passwort an. Andere Sitzungen Ihres Kontos wurden beendet.',
    notMe: 'Wenn Sie das nicht erwartet haben, schreiben Sie sofort an {agency}.',
  },
  fr: {
    subject: 'Le mot de passe de votre compte a été modifié',
    changed:
      'Vous vous connectez désormais avec le nouveau mot de passe. Les autres sessions de votre compte ont été fermées.',
    notMe: 'Si vous ne vous y attendiez pas, écrivez immédiatement à {agency}.',
  },
  es: {
    subject: 'La contraseña de su cuenta ha cambiado',
    changed:
      'A partir de ahora inicia sesión con la nueva contraseña. Las demás sesiones de su cuenta se han cerrado.',
    notMe: 'Si no esperaba este cambio, escriba a {agency} de inmediato.',
  },
  it: {
    subject: 'La password del Suo account è stata modificata',
    changed:
      'D’ora in poi accede con la nuova password. Le altre sessioni del Suo account sono state chiuse.',
    notMe: 'Se non se lo aspettava, scriva subito a {agency}.',
  },
  pt: {
    subject: 'A senha da sua conta foi alterada',
    changed:
      'A partir de agora você entra com a nova senha. As outras sessões da sua conta foram encerradas.',
    notMe: 'Se você não esperava por isso, escreva imediatamente para {agency}.',
  },
  nl: {
    subject: 'Het wachtwoord van uw account is gewijzigd',
    changed: 'Vanaf nu logt u in met het nieuwe wachtwoord. Andere sessies van uw account zijn beëindigd.',
    notMe: 'Had u dit niet verwacht, schrijf dan meteen naar {agency}.',
  },
  pl: {
    subject: 'Hasło Twojego konta zostało zmienione',
    changed: 'Od teraz logujesz się nowym hasłem. Inne sesje Twojego konta zostały zakończone.',
    notMe: 'Jeśli się tego nie spodziewasz, od razu napisz do {agency}.',
  },
  tr: {
    subject: 'Hesabınızın parolası değiştirildi',
    changed: 'Artık yeni parolayla giriş yapıyorsunuz. Hesabınızın diğer oturumları sonlandırıldı.',
    notMe: 'Bunu beklemiyorsanız hemen {agency} ile iletişime geçin.',
  },
  ar: {
    subject: 'تم تغيير كلمة مرور حسابك',
    changed: 'من الآن فصاعدًا تسجل الدخول بكلمة المرور الجديدة. وقد أُنهيت جلسات حسابك الأخرى.',
    notMe: 'إذا لم تكن تتوقع ذلك، فاكتب إلى {agency} فورًا.',
  },
  hi: {
    subject: 'आपके खाते का पासवर्ड बदल दिया गया',
    changed: 'अब से आप नए पासवर्ड से साइन इन करते हैं। आपके खाते के दूसरे सत्र समाप्त कर दिए गए हैं।',
    notMe: 'यदि आपको इसकी अपेक्षा नहीं थी, तो तुरंत {agency} को लिखें।',
  },
  ja: {
    subject: 'アカウントのパスワードが変更されました',
    changed: '今後は新しいパスワードでログインします。アカウントのほかのセッションは終了しました。',
    notMe: 'お心当たりがない場合は、すぐに {agency} へご連絡ください。',
  },
  zh: {
    subject: '您账户的密码已更改',
    changed: '从现在起，您使用新密码登录。您账户的其他会话已结束。',
    notMe: '如果您没有预料到此更改，请立即联系 {agency}。',
  },
}
