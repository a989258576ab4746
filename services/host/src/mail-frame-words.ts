/** The words at the foot of mails, in the languages of those who get them. */
import { defaultClientLanguage, type Language, languageAmong } from '@parley/contracts/languages.ts'

type FrameWords = { website: string; terms: string; privacy: string }

const all: Record<Language, FrameWords> = {
  en: {
    website: 'Website',
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
  },
  de: {
    website: 'Website',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutzerklärung',
  },
  fr: {
    website: 'Site web',
    terms: 'Conditions d’utilisation',
    privacy: 'Politique de confidentialité',
  },
  es: {
    website: 'Sitio web',
    terms: 'Condiciones del servicio',
    privacy: 'Política de privacidad',
  },
  it: {
    website: 'Sito web',
    terms: 'Termini di servizio',
    privacy: 'Informativa sulla privacy',
  },
  pt: {
    website: 'Site',
    terms: 'Termos de serviço',
    privacy: 'Política de privacidade',
  },
  nl: {
    website: 'Website',
    terms: 'Servicevoorwaarden',
    privacy: 'Privacybeleid',
  },
  pl: {
    website: 'Strona internetowa',
    terms: 'Warunki korzystania',
    privacy: 'Polityka prywatności',
  },
  tr: {
    website: 'Web sitesi',
    terms: 'Hizmet şartları',
    privacy: 'Gizlilik politikası',
  },
  ar: {
    website: 'الموقع الإلكتروني',
    terms: 'شروط الخدمة',
    privacy: 'سياسة الخصوصية',
  },
  hi: { website: 'वेबसाइट', terms: 'सेवा की शर्तें', privacy: 'गोपनीयता नीति' },
  ja: {
    website: 'ウェブサイト',
    terms: '利用規約',
    privacy: 'プライバシーポリシー',
  },
  zh: { website: '网站', terms: '服务条款', privacy: '隐私政策' },
}

/** `language`: as the mail has it, which may be one of the chat's that clients don't have. */
export const frameWords = (language: string): FrameWords =>
  all[languageAmong([language]) ?? defaultClientLanguage]
