import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { type DoctorOptions, examine, type Finding } from './doctor.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const NOW = Date.parse('2026-11-28T12:00:00Z')
const answering = (more: Record<string, string> = {}) =>
  (async () =>
    new Response('ok', { headers: { date: new Date(NOW).toUTCString(), ...more } })) as typeof fetch

async function found(env: Record<string, string> = {}, options: DoctorOptions = {}): Promise<Finding[]> {
  const config = readConfig({ DATA_DIR: folder, REGIONS: 'na', NODE_ENV: 'test', ...env })
  const healthy = { fetch: answering(), now: () => NOW, freeBytes: () => 50e9, nodeVersion: '24.1.0' }
  return Array.fromAsync(examine(config, { ...healthy, ...options }))
}
const about = (findings: readonly Finding[], name: string) => findings.filter((one) => one.about === name)

describe('an installation', () => {
  it('that is new has no problem, and is told what is unwise', async () => {
    const findings = await found({ OPENAI_API_KEY: 'sk-secret' })
    expect(findings.filter(({ level }) => level === 'problem')).toEqual([])
    expect(about(findings, 'region na')).toMatchObject([
      { level: 'warning', advice: expect.stringContaining(folder) },
    ])
    expect(about(findings, 'master key')).toMatchObject([{ level: 'warning' }])
    expect(about(findings, 'clock')).toMatchObject([{ level: 'ok' }])
    expect(JSON.stringify(findings)).not.toContain('sk-secret')
    for (const { level, advice } of findings) expect(advice === undefined).toBe(level === 'ok')
  })

  it.each<[string, string, Record<string, string>, DoctorOptions]>([
    ['with an old Node', 'node', {}, { nodeVersion: '18.19.0' }],
    ['on a full disk', 'disk', {}, { freeBytes: () => 2e8 }],
    ['with a wrong clock', 'clock', { OPENAI_API_KEY: 'k' }, { now: () => NOW + 60_000 }],
    [
      'that reaches no provider',
      'outgoing',
      { ANTHROPIC_API_KEY: 'k' },
      { fetch: async () => Promise.reject(new Error('unreachable')) },
    ],
    [
      'of production without HTTPS and mail',
      'addresses',
      { NODE_ENV: 'production', PUBLIC_URL: 'http://a.example', MASTER_KEY: 'ab'.repeat(32) },
      {},
    ],
    ['whose log does not answer', 'region na', { EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false' }, {}],
  ])('%s is told so', async (_, name, env, options) => {
    expect(about(await found(env, options), name)).toContainEqual(
      expect.objectContaining({ level: 'problem', advice: expect.any(String) }),
    )
  })

  it.each([
    ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 401],
    ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL', 401],
    ['GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_GENERATIVE_AI_BASE_URL', 400],
    ['RESEND_API_KEY', 'RESEND_API_URL', 401],
    ['VERCEL_TOKEN', 'VERCEL_API_URL', 403],
  ])('is told that %s is refused, or %s wrong', async (key, address, status) => {
    const env = { [key]: 'hush', [address]: 'https://there.example' }
    const refusing = (async (url: string) =>
      new Response('', { status: url.startsWith('https://there.example/') ? status : 200 })) as typeof fetch
    const refused = await found(env, { fetch: refusing })
    expect(about(refused, 'keys')).toMatchObject([
      { level: 'problem', said: expect.stringContaining(key), advice: expect.stringContaining(key) },
    ])
    const silent = await found(env, { fetch: async () => Promise.reject(new Error('unreachable')) })
    expect(about(silent, 'outgoing').filter(({ level }) => level === 'problem')).toMatchObject([
      { said: expect.stringContaining('there.example'), advice: expect.stringContaining(address) },
    ])
    expect(JSON.stringify([...refused, ...silent])).not.toContain('hush')
  })

  it('without a key of a model has its clock looked at too, or is told that it could not be', async () => {
    expect(about(await found({}, { now: () => NOW + 60_000 }), 'clock')).toMatchObject([
      { level: 'problem', said: 'The clock is 60 s off.' },
    ])
    // What a cache has kept is as old as it says.
    const old = { now: () => NOW + 60_000, fetch: answering({ age: '60' }) }
    expect(about(await found({}, old), 'clock')).toMatchObject([{ level: 'ok' }])
    const alone = { fetch: async () => Promise.reject(new Error('unreachable')) }
    expect(about(await found({}, alone), 'clock')).toMatchObject([
      { level: 'warning', advice: expect.stringContaining('date -u') },
    ])
  })

  it.each<[Record<string, string>, object]>([
    [{}, { level: 'ok', said: expect.stringContaining('no TRANSCRIPTION_MODEL') }],
    [
      { TRANSCRIPTION_MODEL: 'whisper-1', OPENAI_API_KEY: 'k' },
      { level: 'ok', said: expect.stringContaining('whisper-1') },
    ],
    [
      { TRANSCRIPTION_MODEL: 'whisper-1' },
      { level: 'warning', said: expect.stringContaining('needs OPENAI_API_KEY') },
    ],
  ])('is told what transcribes voice notes', async (env, finding) => {
    expect(about(await found(env), 'voice notes')).toMatchObject([finding])
  })

  it('in production is told to keep the record of erasures apart from the data', async () => {
    const env = { NODE_ENV: 'production', MASTER_KEY: 'ab'.repeat(32) }
    expect(about(await found(env), 'erasures')).toMatchObject([{ level: 'warning' }])
    const apart = { ...env, ERASURES_FILE: join(tmpdir(), 'erasures.jsonl') }
    expect(about(await found(apart), 'erasures')).toEqual([])
  })

  it('is told why its mail server takes no mail, without the password', async () => {
    const server = createServer((socket) => socket.end('554 5.7.1 not for you\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const findings = await found({ SMTP_URL: `smtp://ada:hush@127.0.0.1:${port}` })
    server.close()
    expect(about(findings, 'mail')).toMatchObject([
      { level: 'problem', said: expect.stringContaining('not for you') },
    ])
    expect(JSON.stringify(findings)).not.toContain('hush')
  })
})
