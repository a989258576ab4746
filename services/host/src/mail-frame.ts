/** The frame of every mail: the brand that it comes from, above and below what it says. */
import type { AgencyFooter, MailBrand } from '@parley/contracts/agency/looks.ts'
import { poweredByIn } from '@parley/contracts/agency/powered-by-words.ts'
import type { PoweredBy } from '@parley/contracts/agency/white-label.ts'
import { defaultPrimary, hexColour, textOn } from '@parley/contracts/agent/theme.ts'
import { directionAttribute } from '@parley/contracts/text-direction.ts'
import type { MailMessage } from '@parley/identity/mail/mailer.ts'
import { frameWords } from './mail-frame-words.ts'
import { escapeHtml } from './pages/page-files.ts'

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur'])

/** Returns the mail as it is sent, with HTML. `product`: the brand of mails that name no other. */
export function framedMail({ brand, lang, ...mail }: MailMessage, product: MailBrand): MailMessage {
  const language = lang ?? 'en'
  const direction = rightToLeft.has(language) ? 'rtl' : 'ltr'
  const body = mail.html ?? htmlOf(mail.text, direction)
  return {
    ...mail,
    ...(brand ? { fromName: brand.name } : {}),
    ...(brand?.poweredBy ? { text: withPoweredBy(mail.text, brand.poweredBy, language) } : {}),
    html: `<div lang="${language}" dir="${direction}" style="font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:0 auto;padding:32px 16px;color:#1a2233;overflow-wrap:anywhere">${header(brand ?? product)}${body}${brand?.footer ? footer(brand.name, brand.footer, language) : ''}${brand?.poweredBy ? poweredBy(brand.poweredBy, language) : ''}</div>`,
  }
}

/** Colours and sizes stand at the elements, since mail programs drop style sheets. */
function header({ name, logo, colour }: MailBrand): string {
  const fill = hexColour(colour) ?? defaultPrimary
  const size = 'width:40px;height:40px;border-radius:8px'
  const picture = /^https:\/\//.test(logo ?? '')
    ? `<img src="${escapeHtml(logo ?? '')}" alt="" width="40" height="40" style="${size};object-fit:cover;display:block">`
    : `<div aria-hidden="true" style="${size};background:${fill};color:${textOn(fill)};font-weight:700;line-height:40px;text-align:center">${escapeHtml(letterOf(name))}</div>`
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin-bottom:24px;border-bottom:2px solid ${fill};width:100%"><tr><td style="width:40px;padding-bottom:16px">${picture}</td><td style="padding:0 12px 16px;font:600 16px/1.5 system-ui,sans-serif;color:#1a2233"><bdi>${escapeHtml(name)}</bdi></td></tr></table>`
}

/** What the foot of the agency's pages says (`ClientFooter` of the dashboard); nothing if that is the name alone. */
function footer(
  name: string,
  { address, mainWebsite, supportEmail, tosPage, privacyPolicypPage }: AgencyFooter,
  language: string,
): string {
  const { website, terms, privacy } = frameWords(language)
  const grey = 'color:#5b6577'
  const link = (href: string, label: string) =>
    href ? [`<a href="${escapeHtml(href)}" style="${grey}">${escapeHtml(label)}</a>`] : []
  const parts = [
    ...(address ? [`<bdi>${escapeHtml(address)}</bdi>`] : []),
    ...link(mainWebsite, website),
    ...link(supportEmail && `mailto:${supportEmail}`, supportEmail),
    ...link(tosPage, terms),
    ...link(privacyPolicypPage, privacy),
  ]
  if (parts.length === 0) return ''
  return `<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #dfe3ea;font-size:13px;${grey}">${[`<bdi>${escapeHtml(name)}</bdi>`, ...parts].join(' · ')}</p>`
}

/** The text for mail programs that show no HTML says it too. */
function withPoweredBy(text: string, { name, address }: PoweredBy, language: string): string {
  return `${text.trimEnd()}\n\n${poweredByIn(language, name)}\n${address}\n`
}

function poweredBy({ name, address }: PoweredBy, language: string): string {
  const link = `<a href="${escapeHtml(address)}" style="color:#5b6577">${escapeHtml(name)}</a>`
  // The sentence is ours; the name takes its place in it, wherever a language has it.
  return `<p style="margin:16px 0 0;font-size:13px;color:#5b6577">${poweredByIn(language, link)}</p>`
}

const letterOf = (name: string) => [...name.trim()][0]?.toLocaleUpperCase() ?? ''

/** Paragraphs for empty lines, each in its own direction, and links for addresses. */
function htmlOf(text: string, around: 'ltr' | 'rtl'): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .map(
      (paragraph) =>
        `<p${directionAttribute(paragraph, around)}>${paragraph.split('\n').map(linked).join('<br>')}</p>`,
    )
    .join('')
}

function linked(line: string): string {
  return line
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => {
      const html = escapeHtml(part)
      return index % 2 === 1 ? `<a href="${html}" style="color:#0062d6">${html}</a>` : html
    })
    .join('')
}
