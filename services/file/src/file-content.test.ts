import { deflateRawSync } from 'node:zlib'
import { maxUploadMB } from '@parley/contracts/file/types.ts'
import { expect, test } from 'vitest'
import { acceptedType } from './file-content.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const png = bytes('\x89PNG\r\n\x1a\n....')
const office = (folder: string) => bytes(`PK\x03\x04....[Content_Types].xml....${folder}/document.xml`)

test.each<[string, Buffer, string]>([
  ['a.png', png, 'image/png'],
  ['A.JPG', bytes('\xff\xd8\xff\xe0'), 'image/jpeg'],
  ['a.gif', bytes('GIF89a'), 'image/gif'],
  ['a.webp', bytes('RIFF....WEBPVP8 '), 'image/webp'],
  ['a.avif', bytes('\0\0\0 ftypavif'), 'image/avif'],
  ['a.pdf', bytes('%PDF-1.7'), 'application/pdf'],
  ['notes.txt', Buffer.from('Grüße, 世界 <3'), 'text/plain'],
  ['a.csv', bytes('a,b\r\n1,2'), 'text/csv'],
  ['a.json', bytes('{"a":1}'), 'application/json'],
  ['a.docx', office('word'), expect.stringContaining('wordprocessingml') as unknown as string],
  ['a.mp3', bytes('ID3\x04'), 'audio/mpeg'],
  ['a.mp4', bytes('\0\0\0 ftypisom'), 'video/mp4'],
  ['a.webm', bytes('\x1a\x45\xdf\xa3'), 'video/webm'],
])('recognises %s', (name, content, type) => {
  expect(acceptedType(name, content)).toEqual(type)
})

test.each<[string, Buffer]>([
  ['html.png', bytes('<!doctype html><script>alert(1)</script>')],
  ['svg.png', bytes('<svg onload="alert(1)">')],
  ['page.html', bytes('<!doctype html>')],
  ['picture.svg', bytes('<svg/>')],
  ['page.txt', bytes('  \n<HTML><body>')],
  ['page.md', bytes('<script>alert(1)</script>')],
  ['feed.txt', bytes('<?xml version="1.0"?><svg/>')],
  ['program.txt', bytes('MZ\x90\0\x03')],
  ['program.exe', bytes('MZ\x90\0')],
  ['program.pdf', bytes('MZ\x90\0')],
  ['png.jpg', png],
  ['sheet.docx', office('xl')],
  ['bomb.docx', Buffer.concat([bytes('PK\x03\x04'), deflateRawSync(Buffer.alloc(1_000_000))])],
  ['broken.json', bytes('{"a":')],
  ['latin1.txt', bytes('Gr\xfc\xdfe')],
  ['nothing.txt', Buffer.alloc(0)],
  ['no-ending', png],
  ['png.', png],
  ['x.constructor', png],
  ['double.png.html', png],
])('refuses %s', (name, content) => {
  expect(acceptedType(name, content)).toBeUndefined()
})

test('the limit is the specification’s n × 1,000,000 bytes, and fits into the store', () => {
  expect(maxUploadMB * 1_000_000).toBeLessThan(15_000_000)
})
