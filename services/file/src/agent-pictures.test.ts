import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AgentDocument, agentDocumentSchema } from '@parley/contracts/agent/document.ts'
import { pictureFields, picturesIn } from '@parley/contracts/agent/pictures.ts'
import { openFolderFileStore } from '@parley/engines/folder/file-store.ts'
import { openSqliteKeyStore } from '@parley/engines/sqlite/key-store.ts'
import { createKeyring, tenantSubject } from '@parley/kernel/sealing/sealing.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAgentPictures } from './agent-pictures.ts'
import { agentOwner, temporaryOwner } from './file.handlers.ts'
import { createFileAddresses } from './file-address.ts'
import { createKeptFiles } from './kept-files.ts'

const publicUrl = 'https://parley.example'
const png = (bytes: number) => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(bytes - 8)])
const uploaded = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const mine = { tenant: 't1', agentId: 'a1' }

let folder: string
let files: Awaited<ReturnType<typeof open>>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-agent-pictures-'))
  files = await open()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function open() {
  const store = await openFolderFileStore({ folder })
  const keyring = createKeyring(await openSqliteKeyStore({ file: ':memory:' }), randomBytes(32))
  const files = createKeptFiles({ store, keyring, storageOf: async () => 2_000_000 })
  const addresses = createFileAddresses('na', randomBytes(32))
  const pictures = createAgentPictures({ files, addresses, publicUrl })
  return {
    store,
    files,
    addresses,
    ...pictures,
    opened: async (address = '') => {
      const [, , , , , token = ''] = new URL(address, publicUrl).pathname.split('/')
      const opens = addresses.verify(token)
      return opens && { ...opens.key, forever: opens.forever, file: await files.open(opens.key) }
    },
    async uploadFile(owner: string, name: string, bytes: Buffer) {
      const key = { tenant: 't1', owner, id: randomBytes(10).toString('hex') }
      await files.keep(key, tenantSubject('t1'), { name, bytes })
      return { lasting: addresses.issue(key, name, 'forever'), hour: addresses.issue(key, name) }
    },
  }
}

/** A document with a text at a path of its schema. */
function documentWith(path: readonly string[], text: string): AgentDocument {
  const value = path.reduceRight<unknown>((inner, key) => (key === '*' ? [inner] : { [key]: inner }), text)
  return value as AgentDocument
}

async function kept(document: AgentDocument, of = mine): Promise<AgentDocument> {
  const outcome = await files.keep(of, document)
  if (!outcome.ok) throw new Error(outcome.rejection.message)
  return outcome.document
}
async function addressOf(address: string, of = mine): Promise<string> {
  return (await kept({ roundedImageURL: address }, of)).roundedImageURL ?? ''
}
async function refusalOf(address: string) {
  const outcome = await files.keep(mine, { chatBgURL: address }, 'draft.')
  return outcome.ok ? undefined : outcome.rejection
}

test('whatever is called a picture in the schema is marked as one', () => {
  const marked = pictureFields.map(({ path }) => path.join('.'))
  const named = Object.keys(agentDocumentSchema.shape).filter((name) =>
    /image|bgurl|picture|logo|avatar/i.test(name),
  )
  expect(marked).toEqual(expect.arrayContaining(named))
  expect(named.length).toBeGreaterThan(2)
})

test.each(pictureFields.filter(({ kind }) => kind === 'picture'))(
  'an uploaded picture at $path becomes an address that opens for ever',
  async ({ path }) => {
    const bytes = png(300_000)
    const document = await kept(documentWith(path, uploaded(bytes)))
    expect(JSON.stringify(document).length).toBeLessThan(400)
    const [{ address } = { address: '' }] = picturesIn(document)
    expect(address).toMatch(/^\/api\/na\/public\/files\/[\w.-]+\/[\w-]{8}-picture\.png$/)
    expect(await files.opened(address)).toMatchObject({
      ...{ tenant: 't1', owner: 'agent-a1', forever: true },
      file: { mimeType: 'image/png', bytes },
    })
    // What is saved again stays as it is.
    expect(await kept(document)).toEqual(document)
  },
)

test('a picture is kept once for an agent, wherever and however often it is saved', async () => {
  const picture = uploaded(png(300_000))
  const document = await kept({ roundedImageURL: picture, squareImageURL: picture })
  const used = await files.store.usedBy('t1')
  expect(document.squareImageURL).toBe(document.roundedImageURL)
  // Seven times would be more than the workspace may store.
  for (let nth = 0; nth < 7; nth++) expect(await addressOf(picture)).toBe(document.roundedImageURL)
  expect(await files.store.usedBy('t1')).toBe(used)
  expect(used).toBeLessThan(310_000)
})

test('the same picture of two workspaces is two files with addresses of their own', async () => {
  const picture = uploaded(png(1_000))
  const theirs = { tenant: 't2', agentId: 'a1' }
  const [own, other] = [await addressOf(picture), await addressOf(picture, theirs)]
  expect(own).not.toBe(other)
  await files.store.remove({ tenant: 't1', owner: agentOwner('a1') })
  expect((await files.opened(own))?.file).toBeUndefined()
  expect((await files.opened(other))?.file).toBeDefined()
})

test.each<[string, Buffer, string]>([
  ['a JPEG that is called PNG', Buffer.from('ffd8ffe000', 'hex'), 'image/jpeg'],
  ['a GIF', Buffer.from('GIF89a...'), 'image/gif'],
  ['a WebP', Buffer.from('RIFF....WEBPVP8 '), 'image/webp'],
])('takes %s for what it is', async (_, bytes, mimeType) => {
  const address = await addressOf(uploaded(bytes))
  expect((await files.opened(address))?.file).toMatchObject({ mimeType, bytes })
})

test.each<[string, string]>([
  ['an SVG', uploaded(Buffer.from('<svg onload="alert(1)"/>'), 'image/svg+xml')],
  ['an SVG that is called PNG', uploaded(Buffer.from('<svg onload="alert(1)"/>'))],
  ['a page', uploaded(Buffer.from('<!doctype html>'), 'text/html')],
  ['a page that is called PNG', uploaded(Buffer.from('<!doctype html>'))],
  ['a PDF', uploaded(Buffer.from('%PDF-1.7'), 'image/png')],
  ['nothing', 'data:image/png;base64,'],
  ['text in place of base64', 'data:image/png,89504e47'],
  ['base64 with more behind it', `${uploaded(png(100))}" onerror="alert(1)`],
])('refuses %s, and keeps nothing', async (_, address) => {
  expect(await refusalOf(address)).toEqual({
    code: 'wrong-type',
    message: 'Only png, jpg, jpeg, gif, webp Files',
    field: 'draft.chatBgURL',
  })
  expect(await files.store.usedBy('t1')).toBe(0)
})

test('a picture has at most half a megabyte, which its schema lets through', async () => {
  const largest = uploaded(png(500_000), 'image/jpeg')
  expect(agentDocumentSchema.safeParse({ chatBgURL: largest }).success).toBe(true)
  expect(await refusalOf(largest)).toBeUndefined()
  expect(await refusalOf(uploaded(png(500_001)))).toMatchObject({
    code: 'too-large',
    message: 'Max size: 0.5 MBs',
    field: 'draft.chatBgURL',
  })
  const larger = agentDocumentSchema.safeParse({ chatBgURL: uploaded(png(600_000)) })
  expect(larger.error?.issues[0]?.message).toBe('Max size: 0.5 MBs')
  expect(agentDocumentSchema.safeParse({ chatBgURL: `https://a.example/${'a'.repeat(2_000)}` }).success).toBe(
    false,
  )
})

test('what a workspace may store counts its pictures', async () => {
  for (let nth = 0; nth < 4; nth++) await addressOf(uploaded(png(490_000)))
  expect((await refusalOf(uploaded(png(490_000))))?.code).toBe('storage-limit-reached')
})

test('a picture of another agent of the workspace becomes one of this agent, and outlives the other', async () => {
  const bytes = png(1_000)
  const other = await addressOf(uploaded(bytes), { tenant: 't1', agentId: 'a2' })
  expect(await files.isOwn('t1', other)).toBe(true)
  const own = await addressOf(other)
  expect(own).not.toBe(other)
  await files.store.remove({ tenant: 't1', owner: agentOwner('a2') })
  expect((await files.opened(own))?.file?.bytes).toEqual(bytes)
})

test('a file that was uploaded on its own can be a picture, and then stays', async () => {
  const bytes = png(1_000)
  const day = temporaryOwner(new Date())
  const { lasting } = await files.uploadFile(day, 'logo.png', bytes)
  const address = await addressOf(publicUrl + lasting)
  await files.store.remove({ tenant: 't1', owner: day })
  expect((await files.opened(address))?.file?.bytes).toEqual(bytes)

  const { lasting: text } = await files.uploadFile(agentOwner('a1'), 'a.txt', Buffer.from('no picture'))
  expect((await refusalOf(text))?.code).toBe('wrong-type')
  const { lasting: large } = await files.uploadFile(agentOwner('a1'), 'a.png', png(600_000))
  expect((await refusalOf(large))?.code).toBe('too-large')
})

test('an address is a workspace’s own where it is elsewhere, or opens a file of its for ever', async () => {
  const own = await addressOf(uploaded(png(1_000)))
  const { hour } = await files.uploadFile('conversation-c1', 'a.png', png(1_000))
  const token = own.split('/')[5] ?? ''
  const [tenant, owner, id, end, signature] = token.split('.')
  const others = [
    '',
    'https://pictures.example/a.png',
    'https://pictures.example/api/na/public/files/made-up/a.png',
    `https://other-name-of-parley.example${own}`,
    '/pictures/a.png',
    uploaded(png(10)),
  ]
  for (const address of [own, publicUrl + own, ...others])
    expect(await files.isOwn('t1', address), address).toBe(true)
  for (const address of [
    hour,
    own.replace(token, [tenant, 'agent-a2', id, end, signature].join('.')),
    own.replace(token, ['t2', owner, id, end, signature].join('.')),
    own.replace(token, 'made-up'),
    own.replace('/na/', '/eu/').replace(token, 'made-up'),
  ])
    expect(await files.isOwn('t1', address), address).toBe(false)
  for (const written of [
    own,
    publicUrl + own,
    `https://other-name-of-parley.example${own}`,
    `/x/..${own}`,
    `${own}?v=1`,
    own.replace('public', '%70ublic'),
  ])
    expect(await files.isOwn('t2', written), written).toBe(false)
})

test('no other workspace keeps a picture by its address', async () => {
  const theirs = await addressOf(uploaded(png(1_000)), { tenant: 't2', agentId: 'b1' })
  expect(await addressOf(theirs)).toBe(theirs)
  expect(await files.store.usedBy('t1')).toBe(0)
})

test('a document carries its pictures inside, as they were uploaded, and leaves out those that are gone', async () => {
  const picture = uploaded(png(1_000))
  const document = await kept({
    roundedImageURL: picture,
    chatBgURL: 'https://a.example/b.png',
    title: 'Ada',
  })
  const theirs = await addressOf(picture, { tenant: 't2', agentId: 'b1' })
  const embedded = await files.embed('t1', { ...document, squareImageURL: theirs })
  expect(embedded).toEqual({
    title: 'Ada',
    roundedImageURL: picture,
    squareImageURL: '',
    chatBgURL: 'https://a.example/b.png',
  })
  await files.store.remove({ tenant: 't1', owner: agentOwner('a1') })
  expect((await files.embed('t1', document)).roundedImageURL).toBe('')
  // Nobody is kept from saving by a picture that is gone.
  expect(await kept(document)).toEqual(document)
})
