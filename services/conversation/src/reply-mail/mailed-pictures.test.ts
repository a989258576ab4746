import type { Attachment as Part } from 'postal-mime'
import { expect, it } from 'vitest'
import { picturesOf } from './mailed-pictures.ts'
import { pictureSize } from './picture-size.ts'

let made = 0

/** The beginning of a PNG of that size, each another one. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40)
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(++made, 36)
  return bytes
}

function part(id: string, content: Buffer, more: Partial<Part> = {}): Part {
  return {
    ...{ filename: `${id}.png`, mimeType: 'image/png', disposition: 'inline', contentId: `<${id}@mail>` },
    ...{ content, ...more },
  }
}

const photosIn = (html: string, ...attachments: Part[]) => {
  const pictures = picturesOf({ html, attachments })
  return attachments.filter(pictures.isPhoto).map(({ filename }) => filename)
}
const shown = (id: string, attributes = '') => `<img ${attributes} src="cid:${id}@mail">`

it('takes the photos that the text shows, however their address is written', () => {
  const photo = part('garden', png(1200, 900))
  expect(photosIn(`<p>Here:</p>${shown('garden', 'width="542" height="406"')}`, photo)).toHaveLength(1)
  expect(photosIn(`<img src='cid:garden%40mail' width="100%">`, photo)).toHaveLength(1)
  expect(photosIn('', photo)).toHaveLength(1)
})

it.each([
  ['a counter of readers', shown('x'), png(1, 1)],
  ['a logo', shown('x'), png(180, 60)],
  ['a large logo that is shown small', shown('x', 'width="150"'), png(600, 400)],
  ['a small picture of unknown size', shown('x'), Buffer.from('a logo')],
  ['what a quote shows', `<p>Yes</p><blockquote>${shown('x')}</blockquote>`, png(1200, 900)],
  [
    'what a signature shows',
    `<p>Yes</p><div class="gmail_signature"><div>Mia</div>${shown('x')}</div>`,
    png(1200, 900),
  ],
  [
    'what the mail quoted shows as well',
    `${shown('x')}<blockquote>${shown('x')}</blockquote>`,
    png(1200, 900),
  ],
])('leaves out %s', (_, html, bytes) => {
  expect(photosIn(html, part('x', bytes))).toEqual([])
  expect(photosIn(html, part('x', bytes, { disposition: 'attachment' }))).toEqual([])
})

it('leaves out a picture that comes twice, and drawings', () => {
  const logo = png(1200, 900)
  const drawing = part('drawing', Buffer.alloc(50_000), { mimeType: 'image/svg+xml' })
  const parts = [part('a', logo), part('b', logo), part('c', png(800, 600)), drawing]
  expect(photosIn(['a', 'b', 'c'].map((id) => shown(id)).join(''), ...parts)).toEqual(['c.png'])
})

it('takes a photo below a quote', () => {
  const html = `<div class="gmail_quote"><div>Ada</div><blockquote>?</blockquote></div><p>Here</p>${shown('x')}`
  expect(photosIn(html, part('x', png(1200, 900)))).toHaveLength(1)
})

it('removes what stands in the text in place of a picture, and nothing else', () => {
  const { withoutNames } = picturesOf({ attachments: [part('garden', png(1200, 900))] })
  expect(withoutNames('Here:\n\n[image: garden.png]\n\nAnd [image: other.png]')).toBe(
    'Here:\n\nAnd [image: other.png]',
  )
  expect(withoutNames('[cid:garden@mail]')).toBe('')
})

it.each([
  ['PNG', '89504e470d0a1a0a0000000d49484452000004b000000384'],
  ['GIF', '474946383961b004840300'],
  ['JPEG', 'ffd8ffe000104a46494600010100000100010000ffc0001108038404b003012200'],
  ['WebP', '52494646000000005745425056503820000000000000009d012ab0048403'],
  ['WebP without loss', '5249464600000000574542505650384c000000002fafc4e000'],
  ['extended WebP', '524946460000000057454250565038580a00000000000000af0400830300'],
])('reads the size of a %s', (_, hex) => {
  expect(pictureSize(Buffer.from(hex, 'hex'))).toEqual({ width: 1200, height: 900 })
})

it.each(['', 'ffd8', 'ffd8ffe0ffff', '89504e470d0a1a0a', '474946383961', '00112233'])(
  'knows no size of what is cut, such as %j',
  (hex) => expect(pictureSize(Buffer.from(hex, 'hex'))).toBeUndefined(),
)
