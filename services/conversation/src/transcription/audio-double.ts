/** Recordings for tests: silence of a given length. Never used by the product. */

/** A WAV file of 8 kHz, 8 bits, one channel. */
export function waveOf(seconds: number): Buffer {
  const rate = 8_000
  const samples = Buffer.alloc(Math.round(rate * seconds), 0x80)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/** An Ogg file with Opus, as WhatsApp and Telegram send voice notes, a page a second. `claims`: the length that it says, if another. */
export function oggOf(seconds: number, claims = seconds): Buffer {
  const identification = Buffer.alloc(19)
  identification.write('OpusHead', 0)
  identification.writeUInt8(1, 8)
  identification.writeUInt8(1, 9)
  identification.writeUInt32LE(48_000, 12)
  const comments = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)])
  const pages = [pageOf(identification, { nth: 0, flags: 2, samples: 0 })]
  pages.push(pageOf(comments, { nth: 1, flags: 0, samples: 0 }))
  for (let nth = 1; nth <= Math.ceil(seconds); nth++) {
    const isLast = nth === Math.ceil(seconds)
    const samples = Math.round((isLast ? claims : nth) * 48_000)
    for (let part = 0; part < 8; part++)
      pages.push(
        pageOf(Buffer.alloc(250, nth), { nth: nth * 8 + part, flags: isLast && part === 7 ? 4 : 0, samples }),
      )
  }
  return Buffer.concat(pages)
}

function pageOf(
  content: Buffer,
  { nth, flags, samples }: { nth: number; flags: number; samples: number },
): Buffer {
  const head = Buffer.alloc(28)
  head.write('OggS', 0)
  head.writeUInt8(flags, 5)
  head.writeBigUInt64LE(BigInt(samples), 6)
  head.writeUInt32LE(7, 14)
  head.writeUInt32LE(nth, 18)
  head.writeUInt8(1, 26)
  head.writeUInt8(content.length, 27)
  return Buffer.concat([head, content])
}
