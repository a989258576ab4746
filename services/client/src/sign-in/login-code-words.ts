/** The words of the mails that bring codes to clients, in their languages. */
import type { Language } from '@parley/contracts/languages.ts'

export type LoginCodeWords = {
  /** The subject, with a place for `{code}`, and what stands above the code. */
  'sign-in': { subject: string; lead: string }
  'sign-up': { subject: string; lead: string }
  rest: string
}

export const loginCodeWords: Record<Language, LoginCodeWords> = {
  en: words(
    ['{code} is your login code', 'Use this code to sign in:'],
    ['{code} is your verification code', 'Use this code to create your account:'],
    'The code is valid for 10 minutes and works once. If you did not ask for it, you can ignore this mail.',
  ),
  de: words(
    ['{code} ist Ihr Anmeldecode', 'Mit diesem Code melden Sie sich an:'],
    ['{code} ist Ihr Bestätigungscode', 'Mit diesem Code erstellen Sie Ihr Konto:'],
    'Der Code ist 10 Minuten gültig und funktioniert einmal. Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren.',
  ),
  fr: words(
    ['{code} est votre code de connexion', 'Utilisez ce code pour vous connecter :'],
    ['{code} est votre code de vérification', 'Utilisez ce code pour créer votre compte :'],
    'Le code est valable 10 minutes et ne fonctionne qu’une fois. Si vous ne l’avez pas demandé, vous pouvez ignorer cet e-mail.',
  ),
  es: words(
    ['{code} es su código de acceso', 'Use este código para iniciar sesión:'],
    ['{code} es su código de verificación', 'Use este código para crear su cuenta:'],
    'El código es válido durante 10 minutos y funciona una sola vez. Si no lo ha solicitado, puede ignorar este correo.',
  ),
  it: words(
    ['{code} è il Suo codice di accesso', 'Codice per accedere:'],
    ['{code} è il Suo codice di verifica', 'Codice per creare l’account:'],
    'Il codice è valido per 10 minuti e funziona una sola volta. Se non è stato richiesto da Lei, può ignorare questa e-mail.',
  ),
  pt: words(
    ['{code} é seu código de acesso', 'Use este código para entrar:'],
    ['{code} é seu código de verificação', 'Use este código para criar sua conta:'],
    'O código é válido por 10 minutos e funciona uma única vez. Se você não o pediu, pode ignorar este e-mail.',
  ),
  nl: words(
    ['{code} is uw inlogcode', 'Log in met deze code:'],
    ['{code} is uw verificatiecode', 'Maak uw account aan met deze code:'],
    'De code is 10 minuten geldig en werkt één keer. Hebt u er niet om gevraagd, dan kunt u deze e-mail negeren.',
  ),
  pl: words(
    ['{code} to Twój kod logowania', 'Użyj tego kodu, aby się zalogować:'],
    ['{code} to Twój kod weryfikacyjny', 'Użyj tego kodu, aby utworzyć konto:'],
    'Kod jest ważny przez 10 minut i działa jeden raz. Jeśli to nie była Twoja prośba, zignoruj tę wiadomość.',
  ),
  tr: words(
    ['{code} giriş kodunuz', 'Giriş yapmak için bu kodu kullanın:'],
    ['{code} doğrulama kodunuz', 'Hesabınızı oluşturmak için bu kodu kullanın:'],
    'Kod 10 dakika geçerlidir ve bir kez kullanılabilir. Bu kodu siz istemediyseniz bu e-postayı yok sayabilirsiniz.',
  ),
  ar: words(
    ['{code} هو رمز الدخول الخاص بك', 'استخدم هذا الرمز لتسجيل الدخول:'],
    ['{code} هو رمز التحقق الخاص بك', 'استخدم هذا الرمز لإنشاء حسابك:'],
    'الرمز صالح لمدة 10 دقائق ويعمل مرة واحدة. إذا لم تطلبه، يمكنك تجاهل هذه الرسالة.',
  ),
  hi: words(
    ['{code} आपका लॉगिन कोड है', 'साइन इन करने के लिए यह कोड डालें:'],
    ['{code} आपका सत्यापन कोड है', 'अपना खाता बनाने के लिए यह कोड डालें:'],
    'यह कोड 10 मिनट तक मान्य है और एक बार काम करता है। अगर आपने इसे नहीं माँगा था, तो इस मेल को अनदेखा कर सकते हैं।',
  ),
  ja: words(
    ['{code} がログインコードです', '次のコードでログインしてください。'],
    ['{code} が確認コードです', '次のコードでアカウントを作成してください。'],
    'コードの有効期間は10分で、使用できるのは1回だけです。お心当たりがない場合は、このメールを無視してください。',
  ),
  zh: words(
    ['{code} 是您的登录验证码', '请使用此验证码登录：'],
    ['{code} 是您的验证码', '请使用此验证码创建账户：'],
    '验证码 10 分钟内有效，仅可使用一次。如果不是您本人请求的，请忽略此邮件。',
  ),
}

function words(signIn: [string, string], signUp: [string, string], rest: string): LoginCodeWords {
  const of = ([subject, lead]: [string, string]) => ({ subject, lead })
  return { 'sign-in': of(signIn), 'sign-up': of(signUp), rest }
}
