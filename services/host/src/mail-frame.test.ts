import { contrast } from '@parley/contracts/agent/theme.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framedMail } from './mail-frame.ts'

const mail = {
  id: 'm1',
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'Hello\nAda\n\nOpen it: https://x.example/a?b=1&c=2\n',
}
const product = { name: 'Northwind' }
const htmlOf = (given: Partial<Parameters<typeof framedMail>[0]>, from = product) =>
  framedMail({ ...mail, ...given }, from).html ?? ''

describe('the frame of a mail', () => {
  it('shows the product by its first letter, and the text in paragraphs with links', () => {
    const html = htmlOf({})
    expect(html).toContain('>N</div>')
    expect(html).toContain('>Northwind</bdi>')
    expect(html).toContain('<p>Hello<br>Ada</p>')
    expect(html).toContain('<a href="https://x.example/a?b=1&amp;c=2"')
  })

  it('lets each paragraph be read in its own direction, whatever the language of the mail', () => {
    const text = 'Hello Ada\n\nمرحبًا! كيف يمكنني مساعدتك؟'
    expect(htmlOf({ text })).toContain('<p>Hello Ada</p><p dir="rtl">مرحبًا! كيف يمكنني مساعدتك؟</p>')
    expect(htmlOf({ text, lang: 'ar' })).toContain('<p dir="ltr">Hello Ada</p><p>مرحبًا!')
  })

  it('shows the brand that the mail names in its place, with logo and colour', () => {
    const brand = { name: 'Fern & Co', logo: 'https://fern.example/logo.png', colour: '#F5D90A' }
    const html = htmlOf({ brand, html: '<p>Hi</p>' })
    expect(html).toContain('<img src="https://fern.example/logo.png"')
    expect(html).toContain('Fern &amp; Co')
    expect(html).toContain('2px solid #f5d90a')
    expect(html).toContain('<p>Hi</p>')
    expect(html).not.toContain('Northwind')
    expect(framedMail({ ...mail, brand }, product).fromName).toBe('Fern & Co')
    expect(framedMail(mail, product)).not.toHaveProperty('fromName')
  })

  it('says below everything who it is powered by, in the language of the mail', () => {
    const poweredBy = { name: 'Fern & Co', address: 'https://fern.example' }
    const brand = { name: 'Moss', poweredBy }
    const link = '<a href="https://fern.example" style="color:#5b6577">Fern &amp; Co</a>'
    expect(htmlOf({ brand })).toContain(`>Powered by ${link}</p>`)
    expect(htmlOf({ brand, lang: 'tr' })).toContain(`>${link} altyapısıyla çalışır</p>`)
    expect(htmlOf({ brand: { name: 'Moss' } })).not.toContain('Fern')
    const text = (given: object) => framedMail({ ...mail, ...given }, product).text
    expect(text({ brand, lang: 'de' })).toBe(
      'Hello\nAda\n\nOpen it: https://x.example/a?b=1&c=2\n\nBereitgestellt mit Fern & Co\nhttps://fern.example\n',
    )
    expect(text({ brand: { name: 'Moss' } })).toBe(mail.text)
  })

  it('has the foot of the agency’s pages, with what it fills out alone', () => {
    const none = { address: '', mainWebsite: '', supportEmail: '', tosPage: '', privacyPolicypPage: '' }
    const of = (given: object) => htmlOf({ brand: { name: 'Fern', footer: { ...none, ...given } } })
    expect(of({})).toBe(htmlOf({ brand: { name: 'Fern' } }))
    const html = of({ address: 'Quay 1 <Hamburg>', tosPage: 'https://fern.example/terms?a=1&b="' })
    expect(html).toMatch(
      /<bdi>Fern<\/bdi> · <bdi>Quay 1 &lt;Hamburg&gt;<\/bdi> · <a [^<]*>Terms of Service<\/a><\/p>/,
    )
    expect(html).toContain('href="https://fern.example/terms?a=1&amp;b=&quot;"')
    expect(of({ supportEmail: 'help@fern.example' })).toContain('<a href="mailto:help@fern.example"')
  })

  it('has its foot in the language of the mail, or in English', () => {
    const footer = { address: '', mainWebsite: '', supportEmail: '', privacyPolicypPage: '' }
    const brand = { name: 'Fern', footer: { ...footer, tosPage: 'https://fern.example/terms' } }
    expect(htmlOf({ brand, lang: 'ar' })).toContain('>شروط الخدمة</a>')
    expect(htmlOf({ brand, lang: 'pt-BR' })).toContain('>Termos de serviço</a>')
    expect(htmlOf({ brand, lang: 'uk' })).toContain('>Terms of Service</a>')
  })

  it('runs in the direction of its language', () => {
    expect(htmlOf({})).toContain('<div lang="en" dir="ltr"')
    expect(htmlOf({ lang: 'ar' })).toContain('<div lang="ar" dir="rtl"')
  })

  it('takes no logo from an address that a mail program can’t open, and no other field of the brand along', () => {
    for (const logo of [
      'data:image/png;base64,AA',
      'javascript:alert(1)',
      '/files/logo.png',
      'http://x.example/l.png',
    ])
      expect(htmlOf({ brand: { name: 'Fern', logo } })).not.toContain('<img')
    expect(framedMail({ ...mail, brand: { name: 'Fern' } }, product)).not.toHaveProperty('brand')
  })

  it('is legible in any colour and holds no markup of anybody', () => {
    const colour = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`)
    const hostile = fc.oneof(fc.string(), fc.constantFrom('<script>', '"><img src=x onerror=1>', '</table>'))
    fc.assert(
      fc.property(colour, hostile, hostile, (fill, name, logo) => {
        const html = htmlOf({ brand: { name, colour: fill, logo: `https://x.example/${logo}` } })
        expect(html.match(/<(?!\/?(div|table|tr|td|p|br|a|img|bdi)\b)/g)).toBeNull()
        expect(html.match(/<img/g)).toHaveLength(1)
        const letter = htmlOf({ brand: { name, colour: fill } })
        const [, background = '', text = ''] = /background:(#\w{6});color:(#\w{6})/.exec(letter) ?? []
        expect(background).toBe(fill)
        expect(contrast(background, text)).toBeGreaterThanOrEqual(4.5)
      }),
    )
    expect(htmlOf({ brand: { name: 'Fern', colour: 'red;background:url(x)' } })).not.toContain('url(')
  })
})
