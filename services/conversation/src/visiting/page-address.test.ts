import { expect, test } from 'vitest'
import { pageAddress } from './page-address.ts'

test('an address is kept without what opens something', () => {
  for (const [given, kept] of [
    ['https://ada:pw@shop.example/x', 'https://shop.example/x'],
    ['https://shop.example/reset?token=abc&lang=en', 'https://shop.example/reset?token=…&lang=en'],
    ['https://shop.example/#access_token=a.b.c&state=1', 'https://shop.example/#access_token=…&state=1'],
    ['https://shop.example/#/reset?resetToken=a', 'https://shop.example/#/reset?resetToken=…'],
    [
      'https://shop.example/?code=a&apiKey=b&PHPSESSION=c',
      'https://shop.example/?code=…&apiKey=…&PHPSESSION=c',
    ],
    ['https://shop.example/?reset%5Ftoken=a;sid=b', 'https://shop.example/?reset%5Ftoken=…;sid=…'],
    [
      'https://shop.example/?next=https://a.example/?token=a',
      'https://shop.example/?next=https://a.example/?token=…',
    ],
  ] as const)
    expect(pageAddress(given)).toBe(kept)
})

test('any other address stays as it is', () => {
  for (const address of [
    'https://shop.example/lamps?product_code=17&sort_key=price&page=2#reviews',
    'https://shop.example/@ada?a=b%20c+d&tokens=3',
    '/relative?x=1',
    'javascript:alert(1)',
    '',
    '%E0%A4?%E0%A4=1',
  ])
    expect(pageAddress(address)).toBe(address)
})
