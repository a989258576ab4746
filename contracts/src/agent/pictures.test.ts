import { expect, test } from 'vitest'
import { type AgentDocument, agentDocumentSchema } from './document.ts'
import { agentEvents } from './events.ts'
import { pictureFields, picturesIn, withPictures } from './pictures.ts'

test('pictures are found and replaced wherever the schema marks them, and nothing else is', () => {
  const paths = pictureFields.map(({ path }) => path.join('.'))
  expect(paths).toEqual(['roundedImageURL', 'squareImageURL', 'webFont.faces.*.url', 'chatBgURL'])
  const document: AgentDocument = { title: 'Ada', chatBgURL: '/b.png', roundedImageURL: '/a.png' }
  expect(picturesIn(document)).toEqual([
    { address: '/a.png', field: 'roundedImageURL', kind: 'picture' },
    { address: '/b.png', field: 'chatBgURL', kind: 'picture' },
  ])
  expect(withPictures(document, ['/c.png', ''])).toEqual({
    title: 'Ada',
    chatBgURL: '',
    roundedImageURL: '/c.png',
  })
})

test.each(pictureFields.filter(({ kind }) => kind === 'picture'))(
  'no event holds an uploaded picture at $path',
  ({ path: [name = ''] }) => {
    const document = { [name]: 'data:image/png;base64,AAAA' }
    expect(agentDocumentSchema.safeParse(document).success).toBe(true)
    const common = { agentId: 'a1', lastModified: 1 }
    const restored = { ...common, version: 2, restoredFrom: 1, changed: [] }
    const { AgentCreated, AgentPublished, AgentVersionRestored } = agentEvents
    for (const [{ data }, given] of [
      [AgentCreated, (held: object) => ({ ...common, document: held, keyHash: '' })],
      [AgentPublished, (held: object) => ({ ...common, changes: held })],
      [AgentVersionRestored, (held: object) => ({ ...restored, document: held })],
    ] as const) {
      expect(data.safeParse(given({ [name]: '/a.png' })).error).toBeUndefined()
      expect(data.safeParse(given(document)).error?.issues[0]?.message).toBe(
        'Pictures are kept as files before a document is saved.',
      )
    }
  },
)

test('no event holds an uploaded file of a font', () => {
  const fontOf = (url: string) => ({ webFont: { source: '', family: 'Lora', faces: [{ url }] } })
  const uploaded = fontOf('data:font/woff2;base64,d09GMgAA')
  expect(agentDocumentSchema.safeParse(uploaded).success).toBe(true)
  const published = (changes: AgentDocument) =>
    agentEvents.AgentPublished.data.safeParse({ agentId: 'a1', lastModified: 1, changes }).success
  expect(published(uploaded)).toBe(false)
  expect(published(fontOf('/api/na/public/files/t1.a1.f1.0.s/font.woff2'))).toBe(true)
})

test.each([
  'https://fonts.example/lora.woff2',
  '//fonts.example/lora.woff2',
  '/api/na/public/files/../../../widget/x',
  'data:text/html;base64,AAAA',
  '',
])('a font can not be loaded from %s', (url) => {
  const webFont = { source: '', family: 'Lora', faces: [{ url }] }
  expect(agentDocumentSchema.safeParse({ webFont }).success).toBe(false)
})
