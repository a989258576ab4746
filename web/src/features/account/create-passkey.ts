/** Has the browser create a passkey for the own account; loads when one is added. */
import { startRegistration } from '@simplewebauthn/browser'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'

/** ES256, EdDSA and RS256: what authenticators support, by preference. */
const algorithms = [-7, -8, -257]

/** Resolves to false if the person closed the browser's question. */
export async function createPasskey(given: { name: string; password: string }): Promise<boolean> {
  const { name, password } = given
  const asked = await client.call('auth.startPasskey', { body: { password } })
  const { ticket, challenge, rpId, rpName, userHandle, userName, displayName, exclude } = asked
  const answer = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: rpId, name: rpName },
      user: { id: userHandle, name: userName, displayName },
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: exclude.map((id) => ({ id, type: 'public-key' })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    },
  }).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error
    if (error.name === 'NotAllowedError') return undefined
    if (error.name === 'InvalidStateError')
      throw new Error('This device has a passkey of your account already.')
    throw error
  })
  if (!answer) return false
  const { clientDataJSON, attestationObject } = answer.response
  const credential = { credentialId: answer.id, clientDataJSON, attestationObject }
  await client.call('auth.addPasskey', { body: { ticket, name, credential } })
  noticeSuccess('The passkey was added')
  return true
}
