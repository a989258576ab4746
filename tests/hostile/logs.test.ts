/**
 * The logs of a process at the most verbose level while every call is made: they contain no secret and no personal
 * text.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@parley/contracts/api.ts'
import { createClient } from '@parley/contracts/client.ts'
import { expect, test, vi } from 'vitest'
import { callEndpoint, endpoints, ownEverything, type Reached } from '../src/owned.ts'
import { sampleOf } from '../src/samples.ts'
import { startServerProcess } from '../src/server-process.ts'
import { type Person, routes, signUpWith } from '../src/test-platform.ts'

const spoken = 'spoken-words-61c9'
const secrets = {
  masterKey: randomBytes(32).toString('hex'),
  metrics: 'metrics-token-8d02',
  model: 'sk-model-key-33fa',
  mail: 'smtp-password-77b1',
  tool: 'tool-secret-90ce',
  credential: 'credential-secret-5b1f',
  address: '198.51.100.213',
}

test('a run of every call leaves no secret and no personal text in the logs', async () => {
  const people = await signUpTwo()
  const running = await start({ SMTP_URL: `smtp://me:${secrets.mail}@127.0.0.1:9` })
  try {
    const client = (token?: string) => createClient({ routes, baseUrl: running.url, token: () => token })
    const parley: Reached = {
      url: running.url,
      client,
      async signUp() {
        const person = people.pop()
        if (!person) throw new Error('Nobody is left')
        return { ...person, client: client(person.token) }
      },
      settled: running.settled,
    }
    const mine = await ownEverything(parley)
    const { person, named } = mine
    await person.client.call('tools.create', {
      params: { region: 'na' },
      body: {
        settings: {
          name: 'x',
          description: 'x',
          fields: [],
          serverUrl: `https://127.0.0.1/?key=${secrets.tool}`,
        },
        serverUrlSecret: secrets.tool,
      },
    })
    await person.client.call('credentials.create', {
      params: { region: 'na' },
      body: {
        settings: { name: 'x', use: { kind: 'query', parameter: 'key' }, hosts: ['127.0.0.1'] },
        secret: secrets.credential,
      },
    })
    const other = await ownEverything(parley)
    for (const endpoint of endpoints.filter(({ name }) => name !== 'auth.signOut')) {
      const tokens = [person.token, mine.visitorToken, mine.clientToken, mine.agencyAdminToken, 'forged']
      const body = endpoint.body && JSON.stringify(sampleOf(endpoint.body, { text: spoken, number: 1 }))
      for (const token of tokens)
        await callEndpoint(parley, endpoint, {
          named: token === person.token ? mine.named : other.named,
          query: `?q=${spoken}&cursor=${spoken}&token=${person.token}`,
          token,
          ...(body ? { body } : {}),
        })
    }
    for (const token of [
      mine.agentKey,
      mine.workspaceSecret,
      mine.narrowToken,
      `${mine.narrowToken}x`,
      undefined,
    ])
      await callEndpoint(parley, api['agents.get'], { named, ...(token ? { token } : {}) })
    for (const name of ['token', 'secret', 'password', 'username'])
      await (await fetch(`${running.url}/client/login?${name}=${spoken}`)).text()
    const send = (path: string, body: string, headers = {}) =>
      fetch(running.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': secrets.address, ...headers },
        body,
      })
    await send('/api/auth/sign-in', JSON.stringify({ email: person.email, password: `${spoken} wrong` }))
    await send('/api/auth/sign-in', `{"password":"${spoken}`)
    await send('/api/auth/sign-in', `${spoken}=1`, { 'content-type': `text/${spoken}` })
    await send(`/api/${spoken}`, '{}', { cookie: `parley_session=${person.token}` })
    await send('/api/auth/code', JSON.stringify({ email: person.email }))
    await fetch(`${running.url}/${spoken}?token=${person.token}`, {
      headers: { referer: `https://x/${spoken}` },
    })
    await fetch(`${running.url}/metrics`, { headers: { authorization: `Bearer ${secrets.metrics}` } })
    // The mail can't be sent, which is logged.
    await vi.waitFor(() => expect(running.said()).toContain('a loop failed'), { timeout: 60_000 })

    const said = await running.stop()
    expect(said.split('\n').length).toBeGreaterThan(300)
    for (const told of ['/api/auth/sign-in', '"status":400', '"level":20']) expect(said).toContain(told)
    for (const [what, secret] of Object.entries({
      ...secrets,
      spoken,
      word: mine.word,
      email: person.email,
      password: person.password,
      session: person.token.split('.').at(-1) ?? '',
      agentKey: mine.agentKey,
      workspaceSecret: mine.workspaceSecret,
      accessToken: mine.accessToken.slice(-47),
      narrowToken: mine.narrowToken.slice(-47),
      visitorToken: mine.visitorToken.split('.').at(-1) ?? '',
      clientToken: mine.clientToken.split('.').at(-1) ?? '',
      agencyAdminToken: mine.agencyAdminToken.split('.').at(-1) ?? '',
      fileAddress: named.token ?? 'none',
    }))
      expect(
        said.split('\n').filter((line) => line.includes(secret)),
        what,
      ).toEqual([])
    expect(said).not.toMatch(/\b(is your|code is) \d{6}|\b\d{6} is your/)
  } finally {
    await running.stop()
    await running.remove()
  }
}, 180_000)

/** Signs up while mails go to the outbox; later none can be sent. The logs of this run are checked too. */
async function signUpTwo(): Promise<Person[]> {
  const running = await start({})
  const client = (token?: string) => createClient({ routes, baseUrl: running.url, token: () => token })
  const people = [await signUpWith(client, running.url), await signUpWith(client, running.url)]
  await running.stop()
  return people
}

const dataDir = await mkdtemp(join(tmpdir(), 'parley-logs-'))
let said = ''

async function start(env: Record<string, string>) {
  const server = await startServerProcess(
    {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'trace',
      TRUST_PROXY: '1',
      RATE_LIMIT_FACTOR: '1000',
      MASTER_KEY: secrets.masterKey,
      METRICS_TOKEN: secrets.metrics,
      OPENAI_API_KEY: secrets.model,
      // Nothing listens there.
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      ...env,
    },
    (text) => {
      said += text
    },
  )
  return {
    url: server.url,
    said: () => said,
    /** Resolves when its read models show what was written so far. */
    async settled() {
      const headers = { authorization: `Bearer ${secrets.metrics}` }
      const waiting = async () => {
        const { regions } = await (await fetch(`${server.url}/readyz`, { headers })).json()
        return regions[0].projections.filter(({ behind }: { behind: number }) => behind > 0)
      }
      await expect.poll(waiting).toEqual([])
    },
    async stop() {
      server.process.kill('SIGTERM')
      await server.exit
      return said
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}
