/** The words at the foot of mails, in the languages of those who get them. */
import { defaultClientLanguage, type Language, languageAmong } from '@parley/contracts/languages.ts'

/** `poweredBy`: with a place for `{name}`. */
type FrameWords = { website: string; terms: string; privacy: string; poweredBy: string }

const all: Record<Language, FrameWords> = {
  en: {
    website: 'Website',
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
    poweredBy: 'Powered by {name}',
  },
  de: {
    website: 'Website',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutzerklärung',
    poweredBy: 'Bereitgestellt mit {name}',
  },
  fr: {
    website: 'Site web',
    terms: 'Conditions d’utilisation',
    privacy: 'Politique de confidentialité',
    poweredBy: 'Propulsé par {name}',
  },
  es: {
    website: 'Sitio web',
    terms: 'Condiciones del servicio',
    privacy: 'Política de privacidad',
    poweredBy: 'Con la tecnología de {name}',
  },
  it: {
    website: 'Sito web',
    terms: 'Termini di servizio',
    privacy: 'Informativa sulla privacy',
    poweredBy: 'Con tecnologia {name}',
  },
  pt: {
    website: 'Site',
    terms: 'Termos de serviço',
    privacy: 'Política de privacidade',
    poweredBy: 'Com tecnologia {name}',
  },
  nl: {
    website: 'Website',
    terms: 'Servicevoorwaarden',
    privacy: 'Privacybeleid',
    poweredBy: 'Mogelijk gemaakt door {name}',
  },
  pl: {
    website: 'Strona internetowa',
    terms: 'Warunki korzystania',
    privacy: 'Polityka prywatności',
    poweredBy: 'Obsługiwane przez {name}',
  },
  tr: {
    website: 'Web sitesi',
    terms: 'Hizmet şartları',
    privacy: 'Gizlilik politikası',
    poweredBy: '{name} altyapısıyla çalışır',
  },
  ar: {
    website: 'الموقع الإلكتروني',
    terms: 'شروط الخدمة',
    privacy: 'سياسة الخصوصية',
    poweredBy: 'مدعوم من {name}',
  },
  hi: { website: 'वेबसाइट', terms: 'सेवा की शर्तें', privacy: 'गोपनीयता नीति', poweredBy: '{name} द्वारा संचालित' },
  ja: {
    website: 'ウェブサイト',
    terms: '利用規約',
    privacy: 'プライバシーポリシー',
    poweredBy: '{name} で動いています',
  },
  zh: { website: '网站', terms: '服务条款', privacy: '隐私政策', poweredBy: '由 {name} 提供支持' },
}

/** `language`: as the mail has it, which may be one of the chat's that clients don't have. */
export const frameWords = (language: string): FrameWords =>
  all[languageAmong([language]) ?? defaultClientLanguage]
