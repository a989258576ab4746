import { maxMessageLength } from '@parley/contracts/conversation/endpoints.ts'
import { expect, it } from 'vitest'
import { plainOf, withoutQuotes } from './written-text.ts'

it.each([
  ['Thank you!\n\nOn Mon, 23 Nov 2026 at 10:00, Ada <ada@example.com> wrote:\n> Hello\n', 'Thank you!'],
  ['Danke\n\nAm 23.11.2026 um 10:00 schrieb Ada Lovelace\n<ada@example.com>:\n\n> Hallo', 'Danke'],
  ['Yes\n-- \nMia\n+49 30 1234', 'Yes'],
  ['Yes\n\n-----Original Message-----\nFrom: Ada', 'Yes'],
  ['> When?\nTomorrow.\n> Where?\nAt home.', 'Tomorrow.\nAt home.'],
  ['Sent from Berlin, order 5', 'Sent from Berlin, order 5'],
  ['My address is mia@example.com:\nMain Street 5', 'My address is mia@example.com:\nMain Street 5'],
  ['Two things:\n- tea\n\n\n\n- bread', 'Two things:\n- tea\n\n- bread'],
])('of %j is what was written anew', (text, written) => expect(withoutQuotes(text)).toBe(written))

it('marks a text that it cuts', () => {
  const written = withoutQuotes('x'.repeat(2 * maxMessageLength))
  expect(written).toHaveLength(maxMessageLength)
  expect(written.endsWith('…')).toBe(true)
})

it.each([
  ['<div>Yes</div><blockquote>Old<blockquote>Older</blockquote>Old</blockquote><p>No</p>', 'Yes\n\nNo'],
  [
    '<div>Yes<br><div class="gmail_signature"><div>Mia</div>Berlin</div></div><div class="gmail_quote">On Monday, Ada wrote:</div>',
    'Yes',
  ],
  [
    '<div>Yes</div><div id="appendonsend"></div><div id="divRplyFwdMsg">From: Ada</div><div>Which one?</div>',
    'Yes',
  ],
])('of %s is what was written anew', (html, written) => expect(withoutQuotes(plainOf(html))).toBe(written))

it('takes the text of HTML, without styles and quotes', () => {
  const html =
    '<html><head><style>p{color:red}</style></head><body><p>Yes &amp; no</p><div>Mia</div><blockquote>Old</blockquote></body></html>'
  expect(withoutQuotes(plainOf(html))).toBe('Yes & no\n\nMia')
})
