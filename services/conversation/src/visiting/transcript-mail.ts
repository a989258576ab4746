/** Mails with messages of a conversation, in the visitor's language. They do not name the platform. */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { themeOf } from '@parley/contracts/agent/theme.ts'
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import { markdownHtmlInPlace } from '@parley/contracts/conversation/markdown-html.ts'
import { plainText } from '@parley/contracts/conversation/markdown-text.ts'
import { directionAttribute } from '@parley/contracts/text-direction.ts'
import { knownTimeZone } from '@parley/kernel/time-zone.ts'
import { type Language, languageOf } from '../phrases.ts'
import { replyMailPhrases } from '../reply-mail/reply-mail-phrases.ts'

/** `brand`: that of the agent, and the agency from whose domain the mail comes. */
export type TranscriptMail = { subject: string; text: string; html: string; brand: MailBrand; lang: string }
type Agent = Pick<AgentDocument, 'title' | 'roundedImageURL' | 'theme' | 'customThemeJSONString'>

type MailWords = { subject: string; you: string; team: string; file: string; closing: string }

const words: Record<Language, MailWords> = {
  en: mail(
    'Your conversation with {title}',
    'You',
    'Team',
    'File',
    'You asked for this transcript in the chat.',
  ),
  de: mail(
    'Ihre Unterhaltung mit {title}',
    'Sie',
    'Team',
    'Datei',
    'Sie haben diese Abschrift im Chat angefordert.',
  ),
  es: mail(
    'Su conversación con {title}',
    'Usted',
    'Equipo',
    'Archivo',
    'Usted pidió esta transcripción en el chat.',
  ),
  fr: mail(
    'Votre conversation avec {title}',
    'Vous',
    'Équipe',
    'Fichier',
    'Vous avez demandé cette transcription dans le chat.',
  ),
  pt: mail('Sua conversa com {title}', 'Você', 'Equipe', 'Arquivo', 'Você pediu esta transcrição no chat.'),
  it: mail(
    'La tua conversazione con {title}',
    'Tu',
    'Team',
    'File',
    'Hai richiesto questa trascrizione nella chat.',
  ),
  nl: mail('Je gesprek met {title}', 'Jij', 'Team', 'Bestand', 'Je hebt dit verslag in de chat aangevraagd.'),
  pl: mail('Twoja rozmowa: {title}', 'Ty', 'Zespół', 'Plik', 'Ten zapis zamówiono na czacie.'),
  tr: mail('{title} ile görüşmeniz', 'Siz', 'Ekip', 'Dosya', 'Bu dökümü sohbette istediniz.'),
  ar: mail('محادثتك مع {title}', 'أنت', 'الفريق', 'ملف', 'لقد طلبت هذا النص في الدردشة.'),
  hi: mail('{title} के साथ आपकी बातचीत', 'आप', 'टीम', 'फ़ाइल', 'आपने चैट में यह प्रति माँगी थी।'),
  ja: mail(
    '{title}との会話',
    'あなた',
    '担当者',
    'ファイル',
    'このメールはチャットでのご依頼により送信されました。',
  ),
  zh: mail('您与 {title} 的对话', '您', '团队', '文件', '您在聊天中请求了此对话记录。'),
}

function mail(subject: string, you: string, team: string, file: string, closing: string): MailWords {
  return { subject, you, team, file, closing }
}

/** `lang`: a language tag; English if there are no phrases in it. `timeZone`: UTC if it is none that is known. */
export type Reader = { lang: string | undefined; timeZone?: string | undefined }

/** `…` stands for messages before the first. */
export function transcriptMail(
  agent: Agent,
  messages: readonly MessageView[],
  reader: Reader,
): TranscriptMail {
  const { language, own, name, brand } = openMail(agent, reader.lang)
  const subject = own.subject.replace('{title}', () => name)
  const as = { own, name, language, timeZone: zoneOf(reader) }
  const said = saidIn(messages, as)
  const isWhole = (messages[0]?.index ?? 0) === 0
  return {
    subject,
    brand,
    lang: language,
    text: `${subject}\n\n${isWhole ? '' : '…\n\n'}${said.text}\n\n${own.closing}\n`,
    html: headed(subject, `${isWhole ? '' : '<p>…</p>'}${said.html}${aside(own.closing)}`),
  }
}

/**
 * The replies of people that a visitor has not read, followed by what was said before. `answerable`: an answer to the
 * mail comes into the conversation.
 */
export function replyMail(given: {
  agent: Agent
  replies: readonly MessageView[]
  earlier: readonly MessageView[]
  /** Until when the addresses of files among the replies open them. */
  linksUntil?: Date
  reader: Reader
  answerable: boolean
  /** The address of a page with the chat. */
  chatLink: string
}): TranscriptMail {
  const { language, own, name, brand } = openMail(given.agent, given.reader.lang)
  const timeZone = zoneOf(given.reader)
  const phrases = replyMailPhrases[language]
  const subject = phrases.subject.replace('{title}', () => name)
  const closing = given.answerable ? phrases.answer : phrases.chat
  const until =
    given.linksUntil && phrases.linksUntil.replace('{date}', dayOf(given.linksUntil, language, timeZone))
  const asides = until === undefined ? [closing] : [until, closing]
  const as = { own, name, language, timeZone }
  const replies = saidIn(given.replies, as)
  const earlier = saidIn(given.earlier, as)
  const before =
    earlier.text === ''
      ? { text: '', html: '' }
      : {
          text: `\n\n${phrases.earlier}\n\n${earlier.text}`,
          html: `<h2 style="font-size:16px;margin-top:32px">${escaped(phrases.earlier)}</h2>${earlier.html}`,
        }
  return {
    subject,
    brand,
    lang: language,
    text: `${replies.text}\n\n${asides.join('\n\n')}\n${given.chatLink}${before.text}\n`,
    html: headed(
      subject,
      `${replies.html}${asides.map(aside).join('')}${link(given.chatLink)}${before.html}`,
    ),
  }
}

function openMail(agent: Agent, lang: string | undefined) {
  const language = languageOf(undefined, lang)
  const own = words[language]
  const name = (agent.title ?? '').replace(/[\r\n]+/g, ' ').trim() || own.team
  const { theme = '', customThemeJSONString = '', roundedImageURL: logo = '' } = agent
  const brand: MailBrand = { name, logo, colour: themeOf({ theme, customThemeJSONString }).primary }
  return { language, own, name, brand }
}

const zoneOf = ({ timeZone }: Reader) => knownTimeZone(timeZone) ?? 'UTC'

function saidIn(
  messages: readonly MessageView[],
  as: { own: MailWords; name: string; language: Language; timeZone: string },
) {
  const { own, name, language } = as
  const moment = momentsIn(language, as.timeZone)
  const said = messages.flatMap((message) => {
    const lines = linesIn(message, own)
    if (lines.length === 0 || message.role === 'system' || message.failed) return []
    return [{ who: whoOf(message, own, name), at: moment(message.at), lines }]
  })
  const around = language === 'ar' ? 'rtl' : 'ltr'
  const rows = said.map(
    ({ who, at, lines }) =>
      `<div style="margin:0 0 16px"><bdi><b>${escaped(who)}</b></bdi> <span style="color:#5b6577">${escaped(at)}</span>${lines.map((line) => `<div${directionAttribute(line.text, around)}>${asHtml(line)}</div>`).join('')}</div>`,
  )
  return {
    text: said.map(({ who, at, lines }) => `${who} (${at})\n${lines.map(asText).join('\n')}`).join('\n\n'),
    html: rows.join(''),
  }
}

const headed = (heading: string, html: string) => `<h1 style="font-size:20px">${escaped(heading)}</h1>${html}`

const aside = (text: string) => `<p style="color:#5b6577">${escaped(text)}</p>`

const link = (address: string) =>
  `<p><a href="${escaped(address)}" style="color:#0062d6">${escaped(address)}</a></p>`

function whoOf(message: MessageView, own: MailWords, title: string): string {
  if (message.role === 'visitor') return own.you
  return message.role === 'human' ? message.author || own.team : title
}

/** `html`: where it is more than the text. */
type Line = { text: string; html?: string; url?: string | undefined }

/** Visitors' words stand as they wrote them, like in the chat; what else is said is Markdown. */
function linesIn({ blocks, role }: MessageView, own: MailWords): Line[] {
  return blocks
    .map((block) => ({
      ...(block.type === 'text' && role !== 'visitor'
        ? { text: plainText(block.text), html: markdownHtmlInPlace(block.text) }
        : { text: textOf(block, own) }),
      url: block.type === 'file' && /^https?:\/\//.test(block.url ?? '') ? block.url : undefined,
    }))
    .filter(({ text }) => text.trim() !== '')
}

const asText = ({ text, url }: Line) => (url === undefined ? text : `${text}\n${url}`)

function asHtml({ text, html = escaped(text).replaceAll('\n', '<br>'), url }: Line): string {
  return url === undefined ? html : `<a href="${escaped(url)}">${html}</a>`
}

function textOf(block: Block, own: MailWords): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'buttons':
      return block.buttons.map(({ label }) => `• ${label}`).join('\n')
    case 'carousel':
      return block.cards
        .map(({ title, description }) => [`• ${title}`, description].filter(Boolean).join(': '))
        .join('\n')
    case 'file':
      return [`${own.file}: ${block.name}`, block.transcript?.text].filter(Boolean).join('\n')
    case 'form-answers':
      return Object.entries(block.answers)
        .map(([name, answer]) => `${name}: ${answer}`)
        .join('\n')
    case 'form':
      return block.title ?? ''
    case 'image':
      return block.alt ?? ''
    case 'video':
      return [block.title, block.url].filter(Boolean).join(': ')
    default:
      return ''
  }
}

/** Writes times with the name of the zone at that time, such as `GMT+2` or `UTC`. */
function momentsIn(language: Language, timeZone: string): (at: string) => string {
  const shown = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const zone = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'short' })
  return (at) => {
    const moment = new Date(at)
    if (Number.isNaN(moment.getTime())) return ''
    const named = zone.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value
    return `${shown.format(moment)} ${timeZone === 'UTC' ? timeZone : (named ?? timeZone)}`
  }
}

function dayOf(date: Date, language: string, timeZone: string): string {
  return date.toLocaleDateString(language, { dateStyle: 'long', timeZone })
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)
