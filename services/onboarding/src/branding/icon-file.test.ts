import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { colorsOfPicture, fillsOfSvg, iconFileOf } from './icon-file.ts'

function png(side: number, color: [number, number, number]): Buffer {
  const picture = new PNG({ width: side, height: side })
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set([...color, 255], at)
  return PNG.sync.write(picture)
}

function ico(...images: { side: number; bytes: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + images.length * 16)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  for (const [nth, { side, bytes }] of images.entries()) {
    head[6 + nth * 16] = side
    head.writeUInt32LE(bytes.length, 6 + nth * 16 + 8)
    head.writeUInt32LE(offset, 6 + nth * 16 + 12)
    offset += bytes.length
  }
  return Buffer.concat([head, ...images.map(({ bytes }) => bytes)])
}

function bitmap(side: number, [red, green, blue]: [number, number, number]): Buffer {
  const image = Buffer.alloc(40 + side * side * 4 + side * 4)
  image.writeUInt32LE(40, 0)
  image.writeInt32LE(side, 4)
  image.writeInt32LE(side * 2, 8)
  image.writeUInt16LE(32, 14)
  for (let at = 40; at < 40 + side * side * 4; at += 4) image.set([blue, green, red, 255], at)
  return image
}

test('the largest picture of an .ico is taken, a bitmap as PNG', () => {
  const both = iconFileOf(
    ico({ side: 16, bytes: bitmap(16, [9, 9, 9]) }, { side: 48, bytes: png(48, [200, 0, 0]) }),
  )
  expect(both).toMatchObject({ type: 'image/png', width: 48 })
  const drawn = iconFileOf(ico({ side: 16, bytes: bitmap(16, [0, 150, 60]) }))
  expect(drawn).toMatchObject({ type: 'image/png', width: 16, height: 16 })
  expect(drawn && colorsOfPicture(drawn)).toEqual([{ color: [0, 150, 60], share: 1 }])
})

test('what is no picture, or is cut off, is none', () => {
  for (const bytes of ['<!doctype html><svg></svg>', 'not found', ''])
    expect(iconFileOf(Buffer.from(bytes))).toBeUndefined()
  const whole = ico({ side: 16, bytes: bitmap(16, [0, 150, 60]) })
  for (let length = 0; length < whole.length; length += 7)
    expect(() => iconFileOf(whole.subarray(0, length))).not.toThrow()
  const cut = iconFileOf(png(32, [1, 2, 3]).subarray(0, 40))
  expect(cut && colorsOfPicture(cut)).toEqual([])
})

test('a PNG that claims to be huge is not decoded', () => {
  const bytes = png(8, [200, 0, 0])
  bytes.writeUInt32BE(60_000, 16)
  bytes.writeUInt32BE(60_000, 20)
  const file = iconFileOf(bytes)
  expect(file && colorsOfPicture(file)).toEqual([])
})

test('a drawing says its fills', () => {
  const file = iconFileOf(
    Buffer.from('<?xml version="1.0"?><svg><path fill="#0a6"/><g style="fill:#ccc"/></svg>'),
  )
  expect(file && fillsOfSvg(file)).toEqual(['#0a6', '#ccc'])
})
