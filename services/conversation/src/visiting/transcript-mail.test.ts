import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { expect, test } from 'vitest'
import { replyMail, transcriptMail } from './transcript-mail.ts'

const at = '2026-11-21T10:05:00.000Z'
const said = (index: number, role: MessageView['role'], text: string, more: Partial<MessageView> = {}) => ({
  id: `m${index}`,
  index,
  role,
  at,
  blocks: [{ type: 'text' as const, text }],
  ...more,
})
const messages: MessageView[] = [
  said(0, 'agent', 'Hi!'),
  said(1, 'visitor', 'Is <b>this</b> "open"?\n& so on'),
  said(2, 'system', '', { blocks: [{ type: 'event', event: 'human-joined', name: 'Ada' }] }),
  said(3, 'human', 'Yes.', { author: 'Ada' }),
  said(4, 'agent', 'sorry', { failed: true }),
  said(5, 'visitor', '', { blocks: [{ type: 'file', name: 'cat.png', mimeType: 'image/png' }] }),
]

test('lists who said what, in order, without events that are not messages', () => {
  const { subject, text } = transcriptMail({ title: 'Fernhill' }, messages, { lang: 'en-GB' })
  expect(subject).toBe('Your conversation with Fernhill')
  expect(text).toMatch(
    /Fernhill \(.*UTC\)\nHi!\n\nYou \(.*\)\nIs <b>this<\/b>.*\n& so on\n\nAda .*\nYes\.\n\nYou .*\nFile: cat\.png/s,
  )
  expect(text).not.toMatch(/sorry|joined/)
})

test('shows that earlier messages are left out', () => {
  expect(JSON.stringify(transcriptMail({ title: 'Fern' }, messages, { lang: 'en' }))).not.toContain('…')
  const { text, html } = transcriptMail({ title: 'Fern' }, messages.slice(1), { lang: 'en' })
  expect(text).toMatch(/Fern\n\n…\n\nYou /)
  expect(html).toContain('</h1><p>…</p>')
})

test('escapes markup in messages', () => {
  const { html } = transcriptMail({ title: '<i>Fern</i>' }, messages, { lang: 'en' })
  expect(html).toContain('Is &lt;b&gt;this&lt;/b&gt; &quot;open&quot;?<br>&amp; so on')
  expect(html).not.toMatch(/<b>this|<i>Fern/)
})

test('uses the visitor’s language, Arabic from right to left, and does not name the platform', () => {
  expect(transcriptMail({ title: 'Fern' }, messages, { lang: 'de-AT' }).subject).toBe(
    'Ihre Unterhaltung mit Fern',
  )
  expect(transcriptMail({ title: 'Fern' }, messages, { lang: 'ar' }).lang).toBe('ar')
  expect(transcriptMail({ title: 'Fern' }, messages, { lang: 'xx' }).subject).toBe(
    'Your conversation with Fern',
  )
  for (const lang of ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'pl', 'tr', 'ar', 'hi', 'ja', 'zh'])
    expect(JSON.stringify(transcriptMail({ title: 'Fern' }, messages, { lang }))).not.toMatch(/parley/i)
})

test('what was said is read in its own direction, whatever the language of the mail', () => {
  const both = [said(0, 'visitor', 'متى تفتحون؟'), said(1, 'agent', 'Hello!')]
  const english = transcriptMail({ title: 'Fern' }, both, { lang: 'en' }).html
  expect(english).toContain('<div dir="rtl">متى تفتحون؟</div>')
  expect(english).toContain('<div>Hello!</div>')
  const arabic = transcriptMail({ title: 'Fern' }, both, { lang: 'ar' }).html
  expect(arabic).toContain('<div>متى تفتحون؟</div>')
  expect(arabic).toContain('<div dir="ltr">Hello!</div>')
})

test('tells times in the time zone of the reader, and in UTC if it is none', () => {
  const timesIn = (timeZone?: string, lang = 'en') =>
    /\((.*?)\)/.exec(transcriptMail({ title: 'Fern' }, messages, { lang, timeZone }).text)?.[1]
  expect(timesIn('Asia/Tokyo')).toMatch(/7:05\sPM GMT\+9$/)
  expect(timesIn('Europe/Berlin', 'de')).toBe('21.11.2026, 11:05 MEZ')
  expect(timesIn()).toMatch(/10:05\sAM UTC$/)
  expect(timesIn('Mars/Olympus')).toBe(timesIn())
})

test('a title can’t inject another header', () => {
  expect(transcriptMail({ title: 'Fern\r\nBcc: x@y.example' }, messages, { lang: 'en' }).subject).not.toMatch(
    /[\r\n]/,
  )
})

test('carries the brand of the agent', () => {
  const customThemeJSONString = JSON.stringify({ primary: '#f5d90a', nineColorPallet: ['#f5d90a'] })
  const roundedImageURL = 'https://fern.example/logo.png'
  expect(
    transcriptMail({ title: 'Fern', roundedImageURL, customThemeJSONString }, messages, { lang: 'en' }).brand,
  ).toEqual({
    name: 'Fern',
    logo: roundedImageURL,
    colour: '#f5d90a',
  })
  expect(transcriptMail({}, messages, { lang: 'de' }).brand.name).toBe('Team')
})

test('shows what the team and the agent formatted, and says it without marks where there is no HTML', () => {
  const both = [said(0, 'visitor', 'Is **this** it?'), said(1, 'human', 'Bring **a bag**.\n\nAnd a coat.')]
  const { text, html } = transcriptMail({ title: 'Fern' }, both, { lang: 'en' })
  expect(text).toContain('Is **this** it?')
  expect(text).toContain('\nBring a bag.\n\nAnd a coat.')
  expect(html).toContain('<div>Is **this** it?</div>')
  expect(html).toContain('<p>Bring <strong>a bag</strong>.</p>')
})

test('a mailed reply leads back to the chat', () => {
  const { text, html } = replyMail({
    ...{ agent: { title: 'Fern' }, replies: [said(1, 'human', 'Yes.')], earlier: [messages[0]!] },
    ...{ reader: { lang: 'en' }, answerable: false, chatLink: 'https://fern.example/?a=1&b=2' },
  })
  expect(text).toMatch(/not read\.\nhttps:\/\/fern\.example\/\?a=1&b=2\n\nEarlier/)
  expect(html).toContain('<a href="https://fern.example/?a=1&amp;b=2"')
})
