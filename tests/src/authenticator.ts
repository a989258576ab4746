/** An authenticator in software, which makes passkeys and signs with them as WebAuthn says; it may lie where told. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export type Asked = { challenge: string; rpId: string }
/** Lies: another origin, another RP, another type of ceremony, a user who was not verified. */
export type Lies = { origin?: string; rpId?: string; type?: string; userVerified?: boolean; counter?: number }

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_CREDENTIAL = 64

/** `origin`: that of the page which asks. */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)

  const clientData = (type: string, { challenge }: Asked, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (asked: Asked, lies: Lies, credential = Buffer.alloc(0)) => {
    const verified = (lies.userVerified ?? true) ? USER_VERIFIED : 0
    const flags = USER_PRESENT | verified | (credential.length > 0 ? HAS_CREDENTIAL : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lies.counter ?? 0)
    return Buffer.concat([sha256(lies.rpId ?? asked.rpId), Buffer.from([flags]), counter, credential])
  }

  return {
    credentialId: credentialId.toString('base64url'),

    create(asked: Asked, lies: Lies = {}) {
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), idLength, credentialId, coseKey(publicKey)])
      const data = authenticatorData(asked, lies, credential)
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')],
        Buffer.from([0x58, data.length]),
        data,
      ])
      return {
        credentialId: credentialId.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', asked, lies).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      }
    },

    get(asked: Asked, userHandle: string, lies: Lies = {}) {
      const client = clientData('webauthn.get', asked, lies)
      const data = authenticatorData(asked, lies)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        credentialId: credentialId.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      }
    },
  }
}

/** CBOR: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
}

const text = (of: string) => Buffer.concat([Buffer.from([0x60 | of.length]), Buffer.from(of)])
const sha256 = (of: string | Buffer) => createHash('sha256').update(of).digest()
