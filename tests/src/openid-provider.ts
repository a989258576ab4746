/** A real OpenID provider on loopback (`oidc-provider`), with a sign-in page of one form, and whatever it claims of people. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export type ClaimedPerson = { email?: string; email_verified?: boolean; name?: string }

export type OpenIdDouble = {
  issuer: string
  clientId: string
  clientSecret: string
  /** What it says of whoever signs in with this name. */
  people: Map<string, ClaimedPerson>
  /** Answers every request with an error of the server, or not at all, or as usual. */
  behave(how: 'usual' | 'failing' | 'silent'): void
  stop(): Promise<void>
}

/** `publicUrl`: of the server that signs people in with it; `path`: where people come back, for the owners' provider `corp` by default. */
export async function startOpenIdProvider(
  publicUrl: () => string,
  path = '/login/openid/corp',
): Promise<OpenIdDouble> {
  const people = new Map<string, ClaimedPerson>()
  let how: 'usual' | 'failing' | 'silent' = 'usual'
  let handle: ReturnType<Provider['callback']> | undefined
  const server: Server = createServer((request, response) => {
    if (how === 'silent') return
    if (how === 'failing') return void response.writeHead(503).end('down')
    handle?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [clientId, clientSecret] = ['parley', 'a-secret-of-the-client-for-tests']
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl()}${path}`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    // Its own sign-in page: any name, any password.
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['a key for tests'] },
    async findAccount(_, id) {
      return { accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }
    },
  })
  provider.on('server_error', (_, error) => console.error(error))
  handle = provider.callback()
  return {
    ...{ issuer, clientId, clientSecret, people },
    behave(next) {
      how = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Signs in at the provider as a browser without scripts would; returns the query with which it sends the person back. */
export async function answerOfProvider(address: string, name: string, act: 'sign-in' | 'cancel' = 'sign-in') {
  const cookies = new Map<string, string>()
  let next: { url: string; form?: Record<string, string> } = { url: address }
  for (let step = 0; step < 12; step++) {
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(next.form ? { method: 'POST', body: new URLSearchParams(next.form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    if (location !== null) {
      const target = new URL(location, next.url)
      if (/^(?:\/client)?\/login\/openid(?:\/|$)/.test(target.pathname)) return target.search.slice(1)
      next = { url: target.href }
      continue
    }
    const page = await response.text()
    const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page) ?? []
    const [, abort = ''] = /href="([^"]*abort)"/.exec(page) ?? []
    if (act === 'cancel') next = { url: new URL(abort, next.url).href }
    else {
      const [, prompt = 'login'] = /name="prompt" value="(\w+)"/.exec(page) ?? []
      next = { url: new URL(action, next.url).href, form: { prompt, login: name, password: 'any' } }
    }
  }
  throw new Error('The provider did not send the person back')
}
