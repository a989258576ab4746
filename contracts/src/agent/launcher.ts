/**
 * The data that the website script needs to show an agent's launcher. The server computes it once per agent and puts it
 * into the script, so that a visitor's browser neither computes colours nor downloads texts it does not show.
 */
import type { PublicAgent } from './document.ts'
import { normalOrigin } from './origin-spelling.ts'
import { themeOf } from './theme.ts'

export type LauncherData = {
  title: string
  /** `automatic` or the language of the chat. */
  lang: string
  /**
   * By two-letter language, separated by bars: open, close, dismiss, that the chat could not be loaded, try again. English
   * is always included.
   */
  words: Record<string, string>
  /** Values of the launcher's custom properties. */
  colours: Record<'primary' | 'on-primary' | 'surface' | 'ink' | 'line', string>
  /** A value of `font-family`: `inherit` for the page's own, or a name, which applies if the page has that font. */
  font: string
  /** The proactive message; empty for none. */
  proactive: string
  /** The link of the WhatsApp button and its icon as a CSS shape, included only if the button is shown. */
  whatsapp?: { href: string; icon: string }
  mode: string
  /** What the page's browser may let the chat use. */
  allow: string
  autoOpen: boolean
  autoStart: boolean
  followPage: boolean
  ignorePaths: boolean
  syncBrowser: boolean
  forget: boolean
  /** Websites that may embed the agent; empty for any. */
  origins: string[]
}

const surfaces = {
  light: { surface: '#fff', ink: '#1a2233', line: '#e4e8ef' },
  dark: { surface: '#161a22', ink: '#e8ebf1', line: '#2c3340' },
}

export function launcherData(agent: PublicAgent, allowedOrigins: readonly string[]): LauncherData {
  const { scheme, primary, onPrimary } = themeOf(agent)
  const silent = agent.proactiveMessage === 'none' || agent.autoStartWidget
  return {
    title: agent.title,
    lang: agent.lang || 'en',
    words: wordsFor(agent.lang),
    colours: { primary, 'on-primary': onPrimary, ...surfaces[scheme] },
    font: agent.fontFamily === 'inherit' ? 'inherit' : JSON.stringify(agent.fontFamily),
    proactive: silent ? '' : agent.proactiveMessage,
    ...whatsappOf(agent),
    mode: agent.ui.widgetType,
    allow: `clipboard-write; fullscreen${agent.enableAudioSupport ? '; microphone' : ''}`,
    autoOpen: agent.autoOpenWidget,
    autoStart: agent.autoStartWidget,
    followPage: agent.listenForUrlChanges,
    ignorePaths: agent.vfSettings.enableIgnoreUrlPaths,
    syncBrowser: agent.syncBrowser,
    forget: agent.chatForget,
    origins: allowedOrigins.map((entry) => normalOrigin(entry) ?? entry),
  }
}

/** The number is reduced to digits for the link (part 1 §5). */
function whatsappOf(agent: PublicAgent): Pick<LauncherData, 'whatsapp'> {
  const digits = agent.whatsappPhoneNumber.replace(/\D/g, '')
  if (!agent.ui.showWhatsappButtonOnWeb || !digits) return {}
  return { whatsapp: { href: `https://wa.me/${digits}`, icon: whatsappIcon } }
}

const whatsappIcon =
  "path(evenodd, 'M12 2.6a9.3 9.3 0 0 0-8 14L2.7 21.3l4.8-1.2A9.3 9.3 0 1 0 12 2.6zm0 1.8a7.5 7.5 0 1 1-3.9 13.9l-2.8.8.7-2.8A7.5 7.5 0 0 1 12 4.4zM9 7.9c-1.7 2.3 3.1 8 6.4 7.3l1-1.8-2.3-1.3-1 .9c-1.2-.5-2-1.3-2.5-2.5l.8-1-1-2z')"

/** All texts of the launcher and of its panel. */
export const launcherWords: Record<string, string> = {
  en: 'Open chat|Close chat|Dismiss message|Something went wrong:|Try again',
  es: 'Abrir el chat|Cerrar el chat|Descartar mensaje|Algo ha fallado:|Reintentar',
  fr: 'Ouvrir le chat|Fermer le chat|Ignorer le message|Une erreur est survenue :|Réessayer',
  de: 'Chat öffnen|Chat schließen|Nachricht ausblenden|Etwas ist schiefgelaufen:|Erneut versuchen',
  pt: 'Abrir chat|Fechar chat|Dispensar mensagem|Algo deu errado:|Tentar novamente',
  it: 'Apri la chat|Chiudi la chat|Ignora messaggio|Qualcosa è andato storto:|Riprova',
  nl: 'Chat openen|Chat sluiten|Bericht sluiten|Er ging iets mis:|Opnieuw proberen',
  pl: 'Otwórz czat|Zamknij czat|Odrzuć wiadomość|Coś poszło nie tak:|Spróbuj ponownie',
  tr: 'Sohbeti aç|Sohbeti kapat|Mesajı kapat|Bir şeyler ters gitti:|Tekrar dene',
  ar: 'فتح الدردشة|إغلاق الدردشة|إخفاء الرسالة|حدث خطأ ما:|إعادة المحاولة',
  hi: 'चैट खोलें|चैट बंद करें|संदेश हटाएँ|कुछ गड़बड़ हो गई:|फिर कोशिश करें',
  ja: 'チャットを開く|チャットを閉じる|メッセージを閉じる|問題が発生しました:|再試行',
  zh: '打开聊天|关闭聊天|忽略消息|出了点问题:|重试',
}

/** Includes all languages only if the visitor's browser chooses. */
function wordsFor(lang: string): Record<string, string> {
  const { en = '' } = launcherWords
  const spoken = lang.slice(0, 2).toLowerCase()
  const line = launcherWords[spoken]
  return lang === 'automatic' ? launcherWords : { en, ...(line ? { [spoken]: line } : {}) }
}
