import { expect, it } from 'vitest'
import { campaignMail } from './send-by-mail.ts'

it('shows formatted words in a mail, and says them without marks where there is no HTML', () => {
  const ending = 'Unsubscribe: https://shop.example/u?a=1&b=2'
  const { text, html } = campaignMail('Hello **Ada**,\n\n- <b>one</b>\n- two', { lang: 'en', ending })
  expect(text).toBe(`Hello Ada,\n• <b>one</b>\n• two\n\n—\n${ending}`)
  expect(html).toContain('<p>Hello <strong>Ada</strong>,</p><ul><li>&lt;b&gt;one&lt;/b&gt;</li>')
  expect(html).toContain('href="https://shop.example/u?a=1&amp;b=2"')
  expect(campaignMail('Hello', { lang: 'ar', ending: 'x' }).html).toContain('<div dir="ltr">')
})
