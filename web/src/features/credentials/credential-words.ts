/** What the page says of credentials. */

import type { CredentialUse, CredentialView } from '@parley/contracts/integration/credential.ts'
import type { CredentialKind } from '@parley/contracts/integration/credential-names.ts'

export const kindNames: Record<CredentialKind, string> = {
  bearer: 'Bearer token',
  header: 'Header',
  query: 'Query parameter',
  basic: 'User name and password',
  'oauth2-client-credentials': 'OAuth 2 client credentials',
  'oauth2-authorization-code': 'OAuth 2 authorization code',
}

export const kindHelp: Record<CredentialKind, string> = {
  bearer: 'Sent as Authorization: Bearer, as most APIs expect their keys',
  header: 'Sent in a header that you name, such as X-Api-Key',
  query: 'Sent in the address, which servers may write to their logs. Prefer a header.',
  basic: 'Sent as Authorization: Basic',
  'oauth2-client-credentials':
    'Exchanged for an access token, which is sent as Authorization: Bearer and renewed by itself',
  'oauth2-authorization-code':
    'Somebody grants access at the other server once; it is renewed by itself from then on',
}

export const secretNames: Record<CredentialKind, string> = {
  bearer: 'API key',
  header: 'Value',
  query: 'Value',
  basic: 'Password',
  'oauth2-client-credentials': 'Client secret',
  'oauth2-authorization-code': 'Client secret',
}

/** Whether a secret belongs to it: not to a public client of OAuth 2. */
export const hasSecret = (use: CredentialUse) =>
  use.kind !== 'oauth2-authorization-code' || use.sendSecretIn !== 'none'

/** What is to be done where a credential is not connected; undefined where it is, or need not be. */
export function connectionWords({
  use,
  connection,
}: Pick<CredentialView, 'use' | 'connection'>): { label: string; words: string } | undefined {
  if (use.kind !== 'oauth2-authorization-code') return undefined
  if (!connection)
    return { label: 'Not connected', words: 'Functions that use it fail until it is connected.' }
  if (connection.reason === 'refused')
    return {
      label: 'Connection lost',
      words:
        'The authorization server grants no access any more. Functions that use it fail until it is connected again.',
    }
  if (connection.reason === 'changed')
    return {
      label: 'Not connected',
      words: 'Its settings were changed. Functions that use it fail until it is connected again.',
    }
  const { endsAt, renews } = connection
  const isOver = !renews && endsAt !== undefined && Date.parse(endsAt) <= Date.now()
  return isOver
    ? {
        label: 'Access ended',
        words:
          'The authorization server grants access for a time only. Functions that use it fail until it is connected again.',
      }
    : undefined
}

/** With the end of the secret, as far as it is known. */
export const secretWords = (hint: string | undefined) => `••••${hint ?? '••••'}`
