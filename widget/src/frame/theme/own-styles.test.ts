import { expect, test } from 'vitest'
import { leadsElsewhere } from './own-styles.ts'

const own = 'https://parley.example'

test.each([
  'red',
  'url("data:image/svg+xml,<svg fill=\'url(#a)\'/>")',
  'url(#shade)',
  'image-set(url("/a.png") 1x, url("/b.png") 2x)',
  '"“ (said)"',
  'url( /widget/a.png )',
  `url('${own}/a.png'), url("/b.png")`,
])('%s stays', (value) => expect(leadsElsewhere(value, own)).toBe(false))

test.each([
  'url("https://elsewhere.example/a.png")',
  'url(https://elsewhere.example/a.png)',
  'url(https://elsewhere.example/a\\(b.png)',
  'url(/a.png), url( "//elsewhere.example/a.png" )',
  'URL(//elsewhere.example)',
  'url(https://elsewhere.example/a(b.png)',
  'image-set("https://elsewhere.example/a.png" 1x)',
  'image-set("https://elsewhere.example/a.png" 1x, url(#) 2x)',
  'u\\72l(https://elsewhere.example/a.png)',
  'src("https://elsewhere.example/a.png")',
])('%s is taken out', (value) => expect(leadsElsewhere(value, own)).toBe(true))
