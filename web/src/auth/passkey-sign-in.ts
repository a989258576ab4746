/** Signs in with a passkey of this browser; loads when it is first asked for. */
import { startAuthentication } from '@simplewebauthn/browser'
import { client } from './client.ts'

/** Undefined if the person closed the browser's question. */
export async function signInWithPasskey() {
  const { ticket, challenge, rpId } = await client.call('auth.startPasskeySignIn', {})
  const answer = await startAuthentication({
    optionsJSON: { challenge, rpId, userVerification: 'required' },
  }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'NotAllowedError') return undefined
    throw error
  })
  if (!answer) return undefined
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = answer.response
  const credential = { credentialId: answer.id, clientDataJSON, authenticatorData, signature, userHandle }
  return client.call('auth.signInWithPasskey', { body: { ticket, credential } })
}
