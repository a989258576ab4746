/** A credential of a workspace. Stream `credential-<credentialId>`; the tenant is the workspace. */
import { isDeepStrictEqual } from 'node:util'
import {
  type ConnectedUse,
  type CredentialSettings,
  hintOf,
} from '@parley/contracts/integration/credential.ts'
import {
  type CredentialEvent,
  credentialEvents,
  type storedAttempt,
} from '@parley/contracts/integration/credential-events.ts'
import type { LossReason, RevocationOutcome } from '@parley/contracts/integration/credential-names.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import type { z } from 'zod'
import { credentialSnapshot } from './credential.snapshot.ts'

export type Credential = CredentialSettings & {
  credentialId: string
  secret: string
  /** Increases with every change of the settings or of the secret. */
  version: number
  /** When its use was last recorded (ISO 8601); absent while it was not since the secret was replaced. */
  useRecordedAt?: string
  /** Somebody is at the authorization server, and may come back until then. */
  connecting?: { attempt: Attempt; until: string }
  connection?: Connection
  /** Why the last connection is over; absent while there is one or was none. */
  lost?: LossReason
  /** How many sets of tokens there were. */
  generations: number
}

export type Attempt = NonNullable<z.infer<typeof storedAttempt>>

/** `endsAt`: of the access token (ISO 8601), if its server says when. */
export type Tokens = { accessToken: string; refreshToken?: string; endsAt?: string }

export type Connection = Tokens & {
  generation: number
  receivedAt: string
  /** When a process began to send the refresh token, which may count once only. */
  renewingSince?: string
}

export type CredentialState =
  | { status: 'none' }
  /** `left`: the access that it had and that was not revoked yet. */
  | { status: 'deleted'; left?: { use: ConnectedUse; secret: string; tokens: Tokens } }
  | { status: 'live'; credential: Credential }

export type CredentialCommand =
  | {
      type: 'CreateCredential'
      credentialId: string
      userId: string
      settings: CredentialSettings
      /** Absent for a public client of OAuth 2. */
      secret?: string
      limit: { maxCredentials: number; credentials: number }
    }
  | { type: 'ChangeCredential'; userId: string; settings: CredentialSettings; secret?: string }
  | { type: 'RotateCredential'; userId: string; secret: string; expiresAt?: string }
  | { type: 'RecordUse' }
  | { type: 'BeginConnecting'; userId: string; attempt: Attempt }
  | { type: 'EndConnecting'; state: string; by: string }
  /** `version`: of the credential when the authorization server was asked. */
  | { type: 'Connect'; userId: string; version: number; tokens: Tokens }
  | { type: 'BeginRenewal'; generation: number }
  | { type: 'RecordRenewal'; generation: number; tokens: Tokens }
  | { type: 'LoseConnection'; generation: number }
  | { type: 'DeleteCredential' }
  | { type: 'RecordRevocation'; credentialId: string; outcome: RevocationOutcome }

/** A use within this time of a recorded one is not recorded, in ms. */
const RECORDED_EVERY_MS = 86_400_000
/** How long somebody may be at an authorization server, in ms. */
const CONNECTING_MS = 600_000
/** A renewal that is not over by then failed, and may be tried again, in ms; longer than its time-out. */
const RENEWING_MS = 30_000
/** Access is renewed so long before its end, in ms; that of a short time after nine tenths of it. */
const RENEWED_BEFORE_MS = 300_000
/**
 * It is renewed by itself no earlier than this after it was received, in ms: otherwise an authorization server of one's own
 * could have the log grow by its tokens each minute. Calls renew what has ended before.
 */
const SHORTEST_MS = 600_000

/**
 * Refuses with `not-found`, `too-many-credentials`, `already-expired`, `kind-fixed`, `secret-needed`, `no-secret`,
 * `not-connectable`, `connecting-expired`, `conflict` and `invalid-input`.
 * Whoever sends the stored secret elsewhere could read it there, so it has to be given again for that.
 */
export const credential: Aggregate<CredentialState, CredentialCommand, CredentialEvent> = {
  category: 'credential',
  events: credentialEvents,
  decider: { initialState: { status: 'none' }, evolve, decide },
  snapshot: credentialSnapshot,
}

/** Whether the use of a credential now would be recorded. */
export function isUseNews({ useRecordedAt }: Credential, now: Date): boolean {
  return useRecordedAt === undefined || now.getTime() - Date.parse(useRecordedAt) >= RECORDED_EVERY_MS
}

function decide(command: CredentialCommand, state: CredentialState, now: Date): Decision<CredentialEvent> {
  const at = now.toISOString()
  if (command.type === 'CreateCredential') {
    if (state.status !== 'none') return accept()
    const { credentialId, userId, secret = '', limit } = command
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
  if (command.type === 'RecordRevocation') {
    if (state.status !== 'deleted' || !state.left) return accept()
    const { credentialId, outcome } = command
    return accept({ type: 'CredentialAccessRevoked', data: { credentialId, at, outcome } })
  }
  if (state.status !== 'live') return refuse('not-found', 'This credential does not exist.')
  const { credentialId } = state.credential
  const of = { credentialId, at }
  switch (command.type) {
    case 'ChangeCredential': {
      const { userId, secret } = command
      const former = stored(state.credential)
      const settings = stored(command.settings)
      const refused = refusedChange(former, settings, secret, state.credential.secret, now)
      if (refused) return refused
      const { expiresAt } = settings
      const events: CredentialEvent[] = []
      if (!isDeepStrictEqual(settings, former))
        events.push({ type: 'CredentialChanged', data: { ...of, ...settings } })
      // A public client keeps no former secret, which would be sent to another token URL once it is public no more.
      const kept = isPublic(settings) && state.credential.secret !== '' ? '' : undefined
      const replaced = secret ?? kept
      if (replaced !== undefined) events.push(rotated(of, userId, replaced, expiresAt))
      const { connection } = state.credential
      const otherwise = !isDeepStrictEqual(settings.use, former.use) || isWider(settings, former)
      if (connection && otherwise)
        events.push({ type: 'CredentialConnectionLost', data: { ...of, reason: 'changed' } })
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
    case 'BeginConnecting': {
      const { userId, attempt } = command
      if (state.credential.use.kind !== 'oauth2-authorization-code') return notConnectable
      const until = new Date(now.getTime() + CONNECTING_MS).toISOString()
      return accept({ type: 'CredentialConnectingBegun', data: { ...of, userId, attempt, until } })
    }
    case 'EndConnecting': {
      const { connecting } = state.credential
      const isOwn =
        connecting !== undefined &&
        connecting.attempt.state === command.state &&
        connecting.attempt.by === command.by &&
        Date.parse(connecting.until) > now.getTime()
      return isOwn ? accept({ type: 'CredentialConnectingEnded', data: of }) : expired
    }
    case 'Connect': {
      const { userId, version, tokens } = command
      if (version !== state.credential.version) return expired
      return accept({
        type: 'CredentialConnected',
        data: { ...of, userId, ...received(state.credential, tokens, now) },
      })
    }
  }
  const { connection } = state.credential
  if (connection?.generation !== command.generation) return renewedByOthers
  switch (command.type) {
    case 'BeginRenewal': {
      const { renewingSince, refreshToken, generation } = connection
      const isUnderWay =
        renewingSince !== undefined && now.getTime() - Date.parse(renewingSince) < RENEWING_MS
      if (isUnderWay || refreshToken === undefined) return renewedByOthers
      return accept({ type: 'CredentialRenewalBegun', data: { ...of, generation } })
    }
    case 'RecordRenewal':
      return accept({
        type: 'CredentialRenewed',
        data: { ...of, ...received(state.credential, command.tokens, now) },
      })
    case 'LoseConnection':
      return accept({ type: 'CredentialConnectionLost', data: { ...of, reason: 'refused' } })
  }
}

const notConnectable = refuse('not-connectable', 'Credentials of this kind need not be connected.')
const expired = refuse(
  'connecting-expired',
  'Connecting took too long, was begun elsewhere, or is over already. Please connect it again.',
)
const renewedByOthers = refuse('conflict', 'The access is being renewed, or was.')

/** The next set of tokens. */
function received({ generations }: Credential, tokens: Tokens, now: Date) {
  const { accessToken, refreshToken, endsAt } = tokens
  const end = endsAt === undefined ? undefined : Date.parse(endsAt)
  const renewAt =
    end === undefined || refreshToken === undefined
      ? undefined
      : Math.max(now.getTime() + SHORTEST_MS, end - Math.min(RENEWED_BEFORE_MS, (end - now.getTime()) / 10))
  return {
    generation: generations + 1,
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(endsAt === undefined ? {} : { endsAt }),
    ...(renewAt === undefined ? {} : { renewAt: new Date(renewAt).toISOString() }),
  }
}

function evolve(state: CredentialState, event: CredentialEvent): CredentialState {
  if (event.type === 'CredentialCreated') {
    const { credentialId, secret } = event.data
    const credential = { credentialId, ...stored(event.data), secret, version: 1, generations: 0 }
    return { status: 'live', credential }
  }
  if (event.type === 'CredentialDeleted') return deleted(state)
  if (event.type === 'CredentialAccessRevoked') return { status: 'deleted' }
  if (state.status !== 'live') return state
  const { useRecordedAt, ...credential } = state.credential
  const live = (next: Credential): CredentialState => ({ ...state, credential: next })
  switch (event.type) {
    case 'CredentialChanged': {
      const {
        name: _,
        use: __,
        hosts: ___,
        agentId: ____,
        expiresAt: _____,
        connecting: ______,
        ...kept
      } = state.credential
      return live({ ...kept, ...stored(event.data), version: kept.version + 1 })
    }
    case 'CredentialRotated': {
      const { secret, expiresAt } = event.data
      const { expiresAt: _, ...rest } = credential
      const expires = expiresAt === undefined ? {} : { expiresAt }
      return { ...state, credential: { ...rest, ...expires, secret, version: credential.version + 1 } }
    }
    case 'CredentialUsed':
      return { ...state, credential: { ...credential, useRecordedAt: event.data.at } }
    case 'CredentialConnectingBegun': {
      const { attempt, until } = event.data
      const { connecting: _, ...rest } = state.credential
      // Without one, the key of the tenant was erased.
      return live(attempt ? { ...rest, connecting: { attempt, until } } : rest)
    }
    case 'CredentialConnectingEnded': {
      const { connecting: _, ...rest } = state.credential
      return live(rest)
    }
    case 'CredentialConnected':
    case 'CredentialRenewed': {
      const { generation, accessToken, refreshToken, endsAt, at } = event.data
      const { lost: _, ...rest } = state.credential
      const connection = {
        ...{ generation, accessToken, receivedAt: at },
        ...(refreshToken === undefined ? {} : { refreshToken }),
        ...(endsAt === undefined ? {} : { endsAt }),
      }
      return live({ ...rest, connection, generations: generation })
    }
    case 'CredentialRenewalBegun': {
      const { connection } = state.credential
      if (!connection) return state
      return live({ ...state.credential, connection: { ...connection, renewingSince: event.data.at } })
    }
    case 'CredentialConnectionLost': {
      const { connection: _, ...rest } = state.credential
      return live({ ...rest, lost: event.data.reason })
    }
  }
}

/** Keeps what its access is revoked by, of one that is connected. */
function deleted(state: CredentialState): CredentialState {
  if (state.status !== 'live') return { status: 'deleted' }
  const { use, secret, connection } = state.credential
  // Of a tenant whose keys were erased, there is nothing to read.
  if (use.kind !== 'oauth2-authorization-code' || !connection?.accessToken) return { status: 'deleted' }
  const { accessToken, refreshToken, endsAt } = connection
  const tokens = {
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(endsAt === undefined ? {} : { endsAt }),
  }
  return { status: 'deleted', left: { use, secret, tokens } }
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
  formerSecret: string,
  now: Date,
) {
  if (settings.use.kind !== former.use.kind)
    return refuse(
      'kind-fixed',
      'The kind of a credential stays as it is. Create another one.',
      'settings.use',
    )
  if (secret === undefined) {
    const elsewhere = isWider(settings, former) || tokenUrlOf(settings) !== tokenUrlOf(former)
    // A public client has none, and its tokens are dropped.
    if (elsewhere && !isPublic(settings))
      return refuse('secret-needed', 'Enter the secret again to send it anywhere else.', 'secret')
  }
  if (settings.expiresAt !== former.expiresAt || secret !== undefined) {
    const refused = refusedExpiry(settings.expiresAt, now, 'settings.expiresAt')
    if (refused) return refused
  }
  if (secret === undefined && isPublic(settings)) return undefined
  return refusedSecret(settings, secret ?? formerSecret)
}

export function tokenUrlOf({ use }: Pick<CredentialSettings, 'use'>): string | undefined {
  return 'tokenUrl' in use ? use.tokenUrl : undefined
}

/** Whether it is for hosts that it was not for. */
function isWider({ hosts }: CredentialSettings, former: CredentialSettings): boolean {
  return hosts.some((host) => !former.hosts.includes(host))
}

function isPublic({ use }: Pick<CredentialSettings, 'use'>): boolean {
  return use.kind === 'oauth2-authorization-code' && use.sendSecretIn === 'none'
}

function refusedExpiry(expiresAt: string | undefined, now: Date, field: string) {
  if (expiresAt === undefined || Date.parse(expiresAt) > now.getTime()) return undefined
  return refuse('already-expired', 'The expiry date is in the past.', field)
}

/** Headers can't carry other characters. */
function refusedSecret({ use }: Pick<CredentialSettings, 'use'>, secret: string) {
  if (isPublic({ use }))
    return secret === '' ? undefined : refuse('no-secret', 'A public client has no secret.', 'secret')
  if (secret === '') return refuse('secret-needed', 'Please enter the secret.', 'secret')
  const inHeader = use.kind === 'bearer' || use.kind === 'header'
  if (!inHeader || /^[\x20-\x7e]+$/.test(secret)) return undefined
  return refuse('invalid-input', 'The secret has characters that a header can’t carry.', 'secret')
}
