/** The words of the mail that brings a client its sign-in details, in the clients' languages. */
import type { Language } from '@parley/contracts/languages.ts'

/** With places for `{agency}`, its name, and `{email}`, the client's address. */
type Words = { subject: string; lead: string; later: string }

/** The link is valid for seven days (`sign-in-links.ts`). */
export const signInLinkWords: Record<Language, Words> = {
  en: {
    subject: 'Your account at {agency}',
    lead: '{agency} has an account for you. This link signs you in once, within seven days.',
    later: 'After that, sign in here with {email}. Without a password, have a login code mailed to you.',
  },
  de: {
    subject: 'Ihr Konto bei {agency}',
    lead: '{agency} hat ein Konto für Sie. Dieser Link meldet Sie einmal an, innerhalb von sieben Tagen.',
    later:
      'Danach melden Sie sich hier mit {email} an. Ohne Passwort lassen Sie sich einen Anmeldecode schicken.',
  },
  fr: {
    subject: 'Votre compte chez {agency}',
    lead: '{agency} a un compte pour vous. Ce lien vous connecte une seule fois, dans les sept jours.',
    later:
      'Ensuite, connectez-vous ici avec {email}. Sans mot de passe, faites-vous envoyer un code de connexion.',
  },
  es: {
    subject: 'Su cuenta en {agency}',
    lead: '{agency} tiene una cuenta para usted. Este enlace le da acceso una sola vez, dentro de siete días.',
    later:
      'Después, inicie sesión aquí con {email}. Sin contraseña, pida que se le envíe un código de acceso.',
  },
  it: {
    subject: 'Il Suo account presso {agency}',
    lead: '{agency} ha un account per Lei. Questo link La fa accedere una sola volta, entro sette giorni.',
    later: 'In seguito acceda qui con {email}. Senza password, si faccia inviare un codice di accesso.',
  },
  pt: {
    subject: 'Sua conta em {agency}',
    lead: '{agency} tem uma conta para você. Este link permite entrar uma única vez, em até sete dias.',
    later:
      'Depois disso, entre aqui com {email}. Sem senha, peça que um código de acesso seja enviado a você.',
  },
  nl: {
    subject: 'Uw account bij {agency}',
    lead: '{agency} heeft een account voor u. Met deze link logt u één keer in, binnen zeven dagen.',
    later: 'Daarna logt u hier in met {email}. Zonder wachtwoord laat u zich een inlogcode mailen.',
  },
  pl: {
    subject: 'Twoje konto w {agency}',
    lead: '{agency} ma dla Ciebie konto. Ten link loguje jeden raz, w ciągu siedmiu dni.',
    later: 'Później zaloguj się tutaj adresem {email}. Bez hasła poproś o przesłanie kodu logowania.',
  },
  tr: {
    subject: '{agency} hesabınız',
    lead: '{agency} sizin için bir hesap açtı. Bu bağlantı, yedi gün içinde bir kez giriş yapmanızı sağlar.',
    later:
      'Sonrasında burada {email} ile giriş yapın. Parolanız yoksa size bir giriş kodu gönderilmesini isteyin.',
  },
  ar: {
    subject: 'حسابك لدى {agency}',
    lead: 'لدى {agency} حساب لك. يسجل هذا الرابط دخولك مرة واحدة خلال سبعة أيام.',
    later: 'بعد ذلك سجل الدخول هنا بالعنوان {email}. وإن لم تكن لديك كلمة مرور، فاطلب إرسال رمز دخول إليك.',
  },
  hi: {
    subject: '{agency} में आपका खाता',
    lead: '{agency} में आपके लिए एक खाता है। यह लिंक सात दिनों के भीतर आपको एक बार साइन इन कराता है।',
    later: 'उसके बाद यहाँ {email} से साइन इन करें। पासवर्ड न हो, तो अपने लिए लॉगिन कोड मँगवाएँ।',
  },
  ja: {
    subject: '{agency} のアカウント',
    lead: '{agency} にあなたのアカウントがあります。このリンクから、7日以内に1回ログインできます。',
    later:
      'その後は {email} を使ってこちらからログインしてください。パスワードがない場合は、ログインコードをメールで受け取れます。',
  },
  zh: {
    subject: '您在 {agency} 的账户',
    lead: '{agency} 为您准备了一个账户。此链接可在七天内让您登录一次。',
    later: '之后请使用 {email} 在此登录。没有密码时，可以让系统把登录验证码发送到您的邮箱。',
  },
}
