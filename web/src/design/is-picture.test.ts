import { expect, test } from 'vitest'
import { isPicture } from './is-picture.ts'

const file = (...parts: (string | number[])[]) =>
  new File(
    parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))),
    'logo.png',
    { type: 'image/png' },
  )

test('knows pictures by their first bytes, whatever they are called', async () => {
  const pictures = [
    file([0x89], 'PNG\r\n\x1a\n', 'more'),
    file([0xff, 0xd8, 0xff, 0xe0]),
    file('GIF89a'),
    file('RIFF', [1, 2, 3, 4], 'WEBPVP8 '),
  ]
  for (const picture of pictures) expect(await isPicture(picture)).toBe(true)
  const others = [
    file('This is a text.'),
    file(),
    file('<svg/>'),
    file('RIFF', [1, 2, 3, 4], 'WAVEfmt '),
    file('%PDF-1.7'),
  ]
  for (const other of others) expect(await isPicture(other)).toBe(false)
})
