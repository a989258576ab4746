/** An OpenID provider on loopback that signs whatever it is told to, for answers that no honest one gives. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export type ForgingProvider = {
  issuer: string
  /** Of the next ID token, in place of what belongs there; a claim that is undefined is left out. */
  claims: Record<string, unknown>
  /** Whether the next ID token is signed by the key that the provider says is its own. */
  ownKey: boolean
  /** Asked with the address that a sign-in was sent to: the query with which it sends the person back. */
  answer(address: string): string
  stop(): Promise<void>
}

export async function startForgingProvider(application: string): Promise<ForgingProvider> {
  const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const key = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  let nonce = ''
  const double = {
    ...{ issuer: '', ownKey: true, claims: {} as Record<string, unknown> },
    answer(address: string) {
      const asked = new URL(address).searchParams
      nonce = asked.get('nonce') ?? ''
      return new URLSearchParams({ code: 'any', state: asked.get('state') ?? '' }).toString()
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  const idToken = () => {
    const seconds = Math.floor(Date.now() / 1000)
    const usual = {
      iss: double.issuer,
      aud: application,
      sub: 'forged',
      nonce,
      iat: seconds,
      exp: seconds + 300,
    }
    return new SignJWT({ ...usual, ...double.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(double.ownKey ? own.privateKey : other.privateKey)
  }
  const server = createServer(async (request, response) => {
    const { issuer } = double
    const [path = ''] = (request.url ?? '').split('?')
    const answers: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => ({
        ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
        ...{ jwks_uri: `${issuer}/keys`, response_types_supported: ['code'] },
      }),
      '/keys': () => ({ keys: [key] }),
      '/token': async () => ({ access_token: 'any', token_type: 'Bearer', id_token: await idToken() }),
    }
    const answer = await answers[path]?.()
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  double.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double
}
