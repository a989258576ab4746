import { expect, test } from 'vitest'
import { oggOf, waveOf } from './audio-double.ts'
import { audioSeconds } from './audio-length.ts'

test.each<[string, Buffer, string, number | undefined]>([
  ['a WAV file', waveOf(3), 'audio/wav', 3],
  ['a part of a second more', waveOf(3.2), 'audio/wav', 4],
  ['an Ogg file with Opus', oggOf(12), 'audio/ogg', 12],
  ['a file that says it is longer than its bytes', oggOf(2, 100_000), 'audio/ogg', undefined],
  ['a large file that says it is short', oggOf(900, 1), 'audio/ogg', undefined],
  ['a file that says nothing', Buffer.from('OggS'), 'audio/ogg', undefined],
  ['an MP3 without frames', Buffer.from('ID3\x04 nothing'), 'audio/mpeg', undefined],
  ['an MP4 without boxes', Buffer.from('\0\0\0 ftypM4A '), 'audio/mp4', undefined],
  ['no audio', Buffer.from('hello'), 'audio/mpeg', undefined],
])('the length of %s', async (_, bytes, mimeType, seconds) => {
  expect(await audioSeconds(bytes, mimeType)).toBe(seconds)
})

test('a container that takes too long to read has no length, and holds up nobody meanwhile', async () => {
  const box = Buffer.alloc(8)
  box.writeUInt32BE(8, 0)
  box.write('free', 4)
  const head = Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0M4A mp42', 'latin1')
  const bytes = Buffer.concat([head, ...Array.from({ length: 1_000_000 }, () => box)])
  let ticks = 0
  const ticking = setInterval(() => ticks++, 10)
  expect(await audioSeconds(bytes, 'audio/mp4')).toBeUndefined()
  clearInterval(ticking)
  expect(ticks).toBeGreaterThan(20)
}, 30_000)
