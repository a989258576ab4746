/** A credential of a workspace. Stream `credential-<credentialId>`; the tenant is the workspace. */
import { isDeepStrictEqual } from 'node:util'
import { type CredentialSettings, hintOf } from '@parley/contracts/integration/credential.ts'
import { type CredentialEvent, credentialEvents } from '@parley/contracts/integration/credential-events.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/decider.ts'

export type Credential = CredentialSettings & {
  credentialId: string
  secret: string
  /** Increases with every change of the settings or of the secret. */
  version: number
  /** When its use was last recorded (ISO 8601); absent while it was not since the secret was replaced. */
  useRecordedAt?: string
}

export type CredentialState = { status: 'none' | 'deleted' } | { status: 'live'; credential: Credential }

export type CredentialCommand =
  | {
      type: 'CreateCredential'
      credentialId: string
      userId: string
      settings: CredentialSettings
      secret: string
      limit: { maxCredentials: number; credentials: number }
    }
  | { type: 'ChangeCredential'; userId: string; settings: CredentialSettings; secret?: string }
  | { type: 'RotateCredential'; userId: string; secret: string; expiresAt?: string }
  | { type: 'RecordUse' }
  | { type: 'DeleteCredential' }

/** A use within this time of a recorded one is not recorded, in ms. */
const RECORDED_EVERY_MS = 86_400_000

/**
 * Refuses with `not-found`, `too-many-credentials`, `already-expired`, `kind-fixed`, `secret-needed` and `invalid-input`.
 * Whoever sends the stored secret elsewhere could read it there, so it has to be given again for that.
 */
export const credential: Aggregate<CredentialState, CredentialCommand, CredentialEvent> = {
  category: 'credential',
  events: credentialEvents,
  decider: { initialState: { status: 'none' }, evolve, decide },
}

/** Whether the use of a credential now would be recorded. */
export function isUseNews({ useRecordedAt }: Credential, now: Date): boolean {
  return useRecordedAt === undefined || now.getTime() - Date.parse(useRecordedAt) >= RECORDED_EVERY_MS
}

function decide(command: CredentialCommand, state: CredentialState, now: Date): Decision<CredentialEvent> {
  const at = now.toISOString()
  if (command.type === 'CreateCredential') {
    if (state.status !== 'none') return accept()
    const { credentialId, userId, secret, limit } = command
    if (limit.credentials >= limit.maxCredentials)
      return refuse('too-many-credentials', `A workspace can have ${limit.maxCredentials} credentials.`)
    const settings = stored(command.settings)
    const refused =
      refusedExpiry(settings.expiresAt, now, 'settings.expiresAt') ?? refusedSecret(settings, secret)
    if (refused) return refused
    return accept({
      type: 'CredentialCreated',
      data: { credentialId, at, userId, ...settings, ...sealed(secret) },
    })
  }
  if (state.status !== 'live') return refuse('not-found', 'This credential does not exist.')
  const { credentialId } = state.credential
  const of = { credentialId, at }
  switch (command.type) {
    case 'ChangeCredential': {
      const { userId, secret } = command
      const former = stored(state.credential)
      const settings = stored(command.settings)
      const refused = refusedChange(former, settings, secret, now)
      if (refused) return refused
      const { expiresAt } = settings
      const events: CredentialEvent[] = []
      if (!isDeepStrictEqual(settings, former))
        events.push({ type: 'CredentialChanged', data: { ...of, ...settings } })
      if (secret !== undefined) events.push(rotated(of, userId, secret, expiresAt))
      return accept(...events)
    }
    case 'RotateCredential': {
      const { userId, secret, expiresAt } = command
      const refused = refusedExpiry(expiresAt, now, 'expiresAt') ?? refusedSecret(state.credential, secret)
      return refused ?? accept(rotated(of, userId, secret, expiresAt))
    }
    case 'RecordUse':
      return isUseNews(state.credential, now) ? accept({ type: 'CredentialUsed', data: of }) : accept()
    case 'DeleteCredential':
      return accept({ type: 'CredentialDeleted', data: { ...of, name: state.credential.name } })
  }
}

function evolve(state: CredentialState, event: CredentialEvent): CredentialState {
  if (event.type === 'CredentialCreated') {
    const { credentialId, secret } = event.data
    return { status: 'live', credential: { credentialId, ...stored(event.data), secret, version: 1 } }
  }
  if (event.type === 'CredentialDeleted') return { status: 'deleted' }
  if (state.status !== 'live') return state
  const { useRecordedAt, ...credential } = state.credential
  switch (event.type) {
    case 'CredentialChanged': {
      const { credentialId, secret, version } = credential
      const recorded = useRecordedAt === undefined ? {} : { useRecordedAt }
      return {
        ...state,
        credential: { credentialId, ...stored(event.data), secret, version: version + 1, ...recorded },
      }
    }
    case 'CredentialRotated': {
      const { secret, expiresAt } = event.data
      const { expiresAt: _, ...rest } = credential
      const expires = expiresAt === undefined ? {} : { expiresAt }
      return { ...state, credential: { ...rest, ...expires, secret, version: credential.version + 1 } }
    }
    case 'CredentialUsed':
      return { ...state, credential: { ...credential, useRecordedAt: event.data.at } }
  }
}

function rotated(
  of: { credentialId: string; at: string },
  userId: string,
  secret: string,
  expiresAt: string | undefined,
): CredentialEvent {
  const expires = expiresAt === undefined ? {} : { expiresAt }
  return { type: 'CredentialRotated', data: { ...of, userId, ...sealed(secret), ...expires } }
}

function sealed(secret: string): { secret: string; hint?: string } {
  const hint = hintOf(secret)
  return hint === undefined ? { secret } : { secret, hint }
}

/** Each host once, in lower case and in an order of its own, so that the same choice is the same settings. */
function stored({ name, use, hosts, agentId, expiresAt }: CredentialSettings): CredentialSettings {
  return {
    name,
    use,
    hosts: [...new Set(hosts.map((host) => host.toLowerCase()))].sort(),
    ...(agentId === undefined ? {} : { agentId }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  }
}

function refusedChange(
  former: CredentialSettings,
  settings: CredentialSettings,
  secret: string | undefined,
  now: Date,
) {
  if (settings.use.kind !== former.use.kind)
    return refuse(
      'kind-fixed',
      'The kind of a credential stays as it is. Create another one.',
      'settings.use',
    )
  if (secret === undefined) {
    const elsewhere = settings.hosts.some((host) => !former.hosts.includes(host))
    if (elsewhere || tokenUrlOf(settings) !== tokenUrlOf(former))
      return refuse('secret-needed', 'Enter the secret again to send it anywhere else.', 'secret')
  }
  if (settings.expiresAt !== former.expiresAt || secret !== undefined) {
    const refused = refusedExpiry(settings.expiresAt, now, 'settings.expiresAt')
    if (refused) return refused
  }
  return secret === undefined ? undefined : refusedSecret(settings, secret)
}

function tokenUrlOf({ use }: CredentialSettings): string | undefined {
  return use.kind === 'oauth2-client-credentials' ? use.tokenUrl : undefined
}

function refusedExpiry(expiresAt: string | undefined, now: Date, field: string) {
  if (expiresAt === undefined || Date.parse(expiresAt) > now.getTime()) return undefined
  return refuse('already-expired', 'The expiry date is in the past.', field)
}

/** Headers can't carry other characters. */
function refusedSecret({ use }: CredentialSettings, secret: string) {
  const inHeader = use.kind === 'bearer' || use.kind === 'header'
  if (!inHeader || /^[\x20-\x7e]+$/.test(secret)) return undefined
  return refuse('invalid-input', 'The secret has characters that a header can’t carry.', 'secret')
}
