import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolderFileStore } from '@parley/engines/folder/file-store.ts'
import { openSqliteKeyStore } from '@parley/engines/sqlite/key-store.ts'
import type { Principal, Reply } from '@parley/kernel/commands/handler.ts'
import { testAttempt } from '@parley/kernel/process-managers/test-attempt.ts'
import { createKeyring } from '@parley/kernel/sealing/sealing.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteFilesPolicy, sweepTemporaryFiles } from './delete-files.policy.ts'
import { fileHandlers, withFileAddresses } from './file.handlers.ts'
import { createFileAddresses } from './file-address.ts'
import { createKeptFiles } from './kept-files.ts'

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('a very private picture')])
const subject = 'conversation-c1'
let now = Date.parse('2026-11-21T10:00:00Z')
let folder: string
let files: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-file-handlers-'))
  files = await open()
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
  now = Date.parse('2026-11-21T10:00:00Z')
})

async function open() {
  const store = await openFolderFileStore({ folder })
  const keyring = createKeyring(await openSqliteKeyStore({ file: ':memory:' }), randomBytes(32))
  const files = createKeptFiles({ store, keyring })
  const addresses = createFileAddresses('na', randomBytes(32), () => now)
  const handlers = fileHandlers({
    files,
    addresses,
    publicUrl: 'https://parley.example',
    newId: () => randomBytes(10).toString('hex'),
    isMember: async (_tenant, userId) => userId === 'u1',
    subjectOf: async (tenant, agentId, conversationId) =>
      tenant === 't1' && ['a1 c1', 'a2 tried'].includes(`${agentId} ${conversationId}`) ? subject : undefined,
    acceptsUploads: async (_, agentId, conversationId) => agentId === 'a1' || conversationId === 'tried',
    fetch: async (address) =>
      address.startsWith('https://pictures.example/')
        ? {
            ok: true,
            status: 200,
            headers: { 'content-type': 'image/png; q=1' },
            body: png,
            cut: false,
            url: address,
            redirects: [],
          }
        : { ok: false, code: address.includes('large') ? 'too-large' : 'address-not-allowed', message: '' },
    now: () => new Date(now),
  })
  const call = (name: keyof typeof handlers, given: object): Promise<Reply<unknown>> =>
    // biome-ignore lint/suspicious/noExplicitAny: only the parts of a call that the handlers read
    Promise.resolve((handlers[name] as any)({ tenant: 't1', principal: { kind: 'nobody' }, ...given }))
  const upload = (body: object, more: object = {}) =>
    call('conversations.upload', {
      params: { agentId: 'a1', conversationId: 'c1', ...more },
      body: { id: 'f1', name: 'cat.png', base64Payload: png.toString('base64'), ...body },
    })
  const openAt = (url: string) => {
    const [, , , , , token = '', name = ''] = new URL(url, 'https://parley.example').pathname.split('/')
    return call('files.open', { params: { token, name } })
  }
  return { store, keyring, addresses, call, upload, openAt }
}

const urlOf = (answer: Reply<unknown>) =>
  (answer as unknown as { value: { file: { url: string } } }).value.file.url
const codeOf = (answer: Reply<unknown>) => (answer.ok ? undefined : answer.rejection)

test('an uploaded file opens by its address for an hour, with headers that prevent scripts', async () => {
  const answer = await files.upload({
    name: 'Grüße <cat>.png',
    base64Payload: `data:x;base64,${png.toString('base64')}`,
  })
  expect(answer).toMatchObject({
    value: { file: { fileId: 'f1', name: 'Grüße <cat>.png', mimeType: 'image/png', size: png.length } },
  })
  const url = urlOf(answer)
  expect(url).toMatch(
    /^\/api\/na\/public\/files\/[\w.-]+\/f1-Gru_e_cat_\.png$|^\/api\/na\/public\/files\/[\w.-]+\/f1-[\w.-]+\.png$/,
  )
  const opened = await files.openAt(url)
  expect(opened).toMatchObject({
    bytes: png,
    contentType: 'image/png',
    headers: {
      'content-disposition': "inline; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%3Ccat%3E.png",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  })
  now += 54 * 60_000
  expect((await files.openAt(url)).ok).toBe(true)
  now += 6 * 60_000 + 1
  expect(codeOf(await files.openAt(url))?.code).toBe('not-found')
})

test('documents are downloaded, never shown as pages', async () => {
  const answer = await files.upload({
    name: 'a.pdf',
    base64Payload: Buffer.from('%PDF-1').toString('base64'),
  })
  const opened = await files.openAt(urlOf(answer))
  expect(opened).toMatchObject({ headers: { 'content-disposition': expect.stringMatching(/^attachment/) } })
})

test('the size and type alerts are the specification’s', async () => {
  const large = Buffer.alloc(10_000_001, 0)
  png.copy(large)
  expect(codeOf(await files.upload({ base64Payload: large.toString('base64') }))).toEqual({
    code: 'too-large',
    message: 'Max size: 10 MBs',
  })
  const exact = large.subarray(0, 10_000_000)
  expect((await files.upload({ id: 'exact', base64Payload: exact.toString('base64') })).ok).toBe(true)
  const html = Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64')
  expect(codeOf(await files.upload({ base64Payload: html }))).toEqual({
    code: 'wrong-type',
    message: expect.stringMatching(/^Only \.png, \.jpg,.* Files$/),
  })
})

test('refuses agents without uploads and other conversations', async () => {
  expect(codeOf(await files.upload({}, { agentId: 'a2' }))?.code).toBe('uploads-off')
  expect(codeOf(await files.upload({}, { conversationId: 'c2' }))?.code).toBe('not-found')
  expect((await files.upload({}, { agentId: 'a2', conversationId: 'tried' })).ok).toBe(true)
})

test('the same upload twice is one file', async () => {
  await files.upload({})
  const again = await files.upload({ name: 'other.png' })
  expect(again).toMatchObject({ value: { file: { name: 'cat.png' } } })
})

test('forged, altered and foreign addresses open nothing', async () => {
  const url = urlOf(await files.upload({}))
  const [start, rest = ''] = url.split('/files/')
  const [token = ''] = rest.split('/')
  const parts = token.split('.')
  const forged = [
    [...parts.slice(0, 4), 'AAAA'],
    ['t2', ...parts.slice(1)],
    [parts[0], 'conversation-c2', ...parts.slice(2)],
    [...parts.slice(0, 3), '0', parts[4]],
    [...parts.slice(0, 4), `${parts[4]}=`],
    parts.slice(0, 4),
    ['..', '..', '..', parts[3], parts[4]],
  ].map((each) => each.join('.'))
  for (const each of forged) expect((await files.openAt(`${start}/files/${each}/x.png`)).ok, each).toBe(false)
})

test('stored files reveal neither content nor names, and are deleted with their key and their conversation', async () => {
  const url = urlOf(await files.upload({ name: 'secret-name.png' }))
  const stored = async () => {
    const names = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = names.filter((each) => each.isFile())
    return Promise.all(files.map((each) => readFile(join(each.parentPath, each.name), 'latin1')))
  }
  expect(await stored()).toHaveLength(1)
  for (const text of await stored()) expect(text).not.toMatch(/private picture|secret-name/)
  await files.keyring.erase({ tenant: 't1', subject })
  expect(codeOf(await files.openAt(url))?.code).toBe('not-found')
  const { react } = deleteFilesPolicy({ store: files.store })
  const event = { type: 'ConversationDeleted', tenant: 't1', stream: 'conversation-c1', data: {} }
  await react(event as unknown as Parameters<typeof react>[0], testAttempt)
  expect(await stored()).toHaveLength(0)
})

test('adds addresses to file blocks and leaves other blocks unchanged', async () => {
  const at = '2026-11-21T10:00:00Z'
  const messages = [
    { id: 'm0', index: 0, role: 'agent' as const, at, blocks: [{ type: 'text' as const, text: 'Hi' }] },
    {
      id: 'm1',
      index: 1,
      role: 'visitor' as const,
      at,
      blocks: [{ type: 'file' as const, fileId: 'f1', name: 'cat.png', mimeType: 'image/png' }],
    },
  ]
  await files.upload({})
  const [first, second] = withFileAddresses(files.addresses, 't1', 'c1', messages)
  expect(first).toBe(messages[0])
  const [block] = second?.blocks ?? []
  expect(block?.type === 'file' && (await files.openAt(block.url ?? '')).ok).toBe(true)
})

test('the dashboard’s files have public addresses; temporary ones are deleted after a day', async () => {
  const principal = { kind: 'user', userId: 'u1' } as Principal
  const body = {
    agentId: 'a1',
    userId: 'u1',
    base64Payload: png.toString('base64'),
    targetPath: 'x/logo.png',
  }
  const answer = await files.call('rpc.uploadFile', { principal, body })
  const { data } = (answer as unknown as { value: { data: { url: string } } }).value
  expect(data.url).toMatch(/^https:\/\/parley\.example\/api\/na\/public\/files\/.*\/[0-9a-f]{8}-logo\.png$/)
  now += 1000 * 86_400_000
  expect(await files.openAt(data.url)).toMatchObject({
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  })
  const other = await files.call('rpc.uploadFile', { principal, body: { ...body, userId: 'u2' } })
  expect(codeOf(other)?.code).toBe('not-allowed')

  const temporary = await files.call('rpc.uploadFile', { principal, body: { ...body, temporary: true } })
  const { url } = (temporary as unknown as { value: { data: { url: string } } }).value.data
  await sweepTemporaryFiles(files.store, new Date(now + 86_400_000))
  expect((await files.openAt(url)).ok).toBe(true)
  await sweepTemporaryFiles(files.store, new Date(now + 2 * 86_400_000))
  expect((await files.openAt(url)).ok).toBe(false)
})

test('a name with an unpaired surrogate opens like any other, whoever cut it', async () => {
  const opensAs = async (answer: Reply<unknown>) =>
    expect(await files.openAt(urlOf(answer))).toMatchObject({
      ok: true,
      headers: { 'content-disposition': expect.stringContaining('%EF%BF%BD') },
    })
  const named = await files.upload({ id: 'f1', name: 'a\ud800b\udfff.png' })
  expect(named).toMatchObject({ value: { file: { name: 'a\ufffdb\ufffd.png' } } })
  await opensAs(named)
  // The server keeps the last 120 code units of a long name.
  const long = encodeURIComponent(`${'👍'.repeat(80)}a.png`)
  await opensAs(
    await files.call('conversations.upload', {
      params: { agentId: 'a1', conversationId: 'c1' },
      body: { id: 'f2', link: `https://pictures.example/${long}` },
    }),
  )
})

test('a link is fetched by the server; the result is checked like any file', async () => {
  const upload = (link: string) =>
    files.call('conversations.upload', {
      params: { agentId: 'a1', conversationId: 'c1' },
      body: { id: `f${link.length}`, link },
    })
  expect(await upload('https://pictures.example/a/C%C3%A4t?size=2')).toMatchObject({
    value: { file: { name: 'Cät.png', mimeType: 'image/png' } },
  })
  expect(codeOf(await upload('https://pictures.example/a/page.pdf'))?.code).toBe('wrong-type')
  expect(codeOf(await upload('http://169.254.169.254/latest'))?.code).toBe('link-failed')
  expect(codeOf(await upload('https://large.example/x.png'))?.message).toBe('Max size: 10 MBs')
})
