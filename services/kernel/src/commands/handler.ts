/**
 * The types of endpoint handlers. Contexts write handlers; the host authenticates, authorises, parses and mounts them
 * generically, once per region.
 */
import type { Endpoint, Output, Parsed, Region } from '@parley/contracts/endpoint.ts'
import type { ClientNotifications } from '@parley/contracts/notification/settings.ts'
import type { Permission, WorkspacePermission } from '@parley/contracts/permissions.ts'
import type { CommandContext } from './command-handling.ts'
import type { Rejection } from './decider.ts'

/** Who calls an endpoint, as proven by their credentials. */
export type Principal =
  /** `refused`: why the credentials that were sent are not accepted, if that may be said. */
  | { kind: 'nobody'; refused?: Rejection }
  | {
      kind: 'user'
      userId: string
      sessionId: string
      region: Region
      email: string
      displayName: string
      /** The domain of an agency at which alone the session is valid. */
      host?: string
    }
  /** The workspace secret or, with `agentId`, the key of that one agent. */
  | { kind: 'api-key'; tenant: string; agentId?: string }
  /** An access token of a workspace. */
  | {
      kind: 'token'
      tenant: string
      tokenId: string
      /** Those that it was given and its maker still has. */
      permissions: readonly WorkspacePermission[]
      /** The only agents that it is for; undefined for all of the workspace. */
      agentIds: readonly string[] | undefined
    }
  /** A client of an agency. `tenant` is the agency's workspace, in `region`. */
  | {
      kind: 'client'
      tenant: string
      region: Region
      clientId: string
      sessionId: string
      email: string
      displayName: string
      orgId: string
      /** The agency's domain at which alone its session is valid; absent for one that is valid at all of them. */
      host?: string
      /** The agents that it was assigned; some may have been deleted since. Undefined for all of the agency. */
      agentIds: readonly string[] | undefined
      /** The pages that it was granted. */
      canAccess: readonly string[]
      /** Whether it is an admin of its organisation. */
      isOrgAdmin: boolean
      /** Whether it may create agents. */
      allowCreateAgents: boolean
      /** Whether it may assign conversations of its agents. */
      canDelegateChats: boolean
      /** Through what and of what it is told. */
      notifications: ClientNotifications
      online: boolean
      /** Present if this is no client but whoever signed in with the agency secret; `clientId` then names nobody. */
      agencyAdmin?: { expiresAt: number }
      /** Who of the agency's team has this session, in the place of the client. */
      viewer?: { viewId: string; userId: string; displayName: string; expiresAt: number }
      /** Why nothing is possible but signing out. */
      refused?: Rejection
    }
  /** A provider, identified by the signature of its delivery. */
  | { kind: 'provider'; scheme: string }
  | { kind: 'visitor'; tenant: string; agentId: string; conversationId: string; visitorId: string }

export type Call<E = Endpoint> = Parsed<E> & {
  principal: Principal
  /**
   * The workspace that the call is about, already authorised: that of the resource in the path, else the one named in
   * the call, else the principal's own. Empty for `anyone`, `person` and `signed` endpoints without a resource.
   */
  tenant: string
  /** Whether the caller holds another permission for the tenant: an answer leaves out what they may not read. */
  may(permission: Permission): boolean
  /** The only agents that the caller may know of; undefined for all of the tenant. */
  agentIds: readonly string[] | undefined
  /** To be passed to `handle`: tenant, actor, and cause with the idempotency key. Add a `subject` where needed. */
  context: CommandContext
  request: {
    id: string
    /** The network address that the call comes from. */
    address: string
    userAgent: string
    /** The cookie, as sent, that identifies a browser in which somebody has signed in before. */
    device: string | undefined
    /** The country set by a proxy in front of the server (`COUNTRY_HEADER`), unchecked. */
    country?: string
    origin: string | undefined
    /** The domain of an agency that the request was sent to, if it was one. */
    agencyHost?: AgencyHost
    /** Whether the call prefers server-sent events or JSON, where an endpoint supports both. */
    wants: 'stream' | 'json'
    /** Aborts when the connection closes. */
    signal: AbortSignal
    /** For a `signed` endpoint: the provider's id of the delivery, and the bytes that it signed. */
    delivery?: { id: string; raw: Buffer }
  }
}

/** A verified domain of an agency, whose id is its workspace's. */
export type AgencyHost = { domain: string; region: Region; agencyId: string }

/** One server-sent event; `data` is sent as JSON. */
export type ServerSentEvent = { event: string; data: unknown }

export type Reply<Value> =
  /** `position` is sent in a header so that the next query can wait for it. */
  | {
      ok: true
      value: Value
      position?: number
      /** Of a query: the position of the newest event in what commands overwrite, for its `ETag`. */
      builtFrom?: number
      headers?: Record<string, string | string[]>
    }
  | { ok: true; stream: AsyncIterable<ServerSentEvent>; headers?: Record<string, string> }
  /** Text or bytes sent as they are produced, for example JSON Lines. */
  | {
      ok: true
      text: AsyncIterable<string | Uint8Array>
      contentType: string
      headers?: Record<string, string>
    }
  /** Bytes prepared in advance, with a strong ETag. */
  | { ok: true; bytes: Buffer; etag: string; contentType: string; headers?: Record<string, string> }
  | { ok: false; rejection: Rejection }

export type Handler<E> = (call: Call<E>) => Promise<Reply<Output<E>>> | Reply<Output<E>>

/** The handlers of some endpoints of a catalogue, by endpoint name. */
export type Handlers<Catalogue> = { [Name in keyof Catalogue]?: Handler<Catalogue[Name]> }

/** A handler with its type parameters erased. */
export type AnyHandler = (call: never) => Promise<Reply<unknown>> | Reply<unknown>
/** Handlers by the names of their endpoints, as they are merged and mounted. */
export type AnyHandlers = { readonly [endpoint: string]: AnyHandler | undefined }

export function reply<Value>(value: Value, position?: number): { ok: true; value: Value; position?: number } {
  return position === undefined || position < 0 ? { ok: true, value } : { ok: true, value, position }
}

/** The answer of a query that shows what commands overwrite; `builtFrom` as in `Reader.newestIn`. */
export function replyWithTag<Value>(
  value: Value,
  builtFrom: number,
): { ok: true; value: Value; builtFrom: number } {
  return { ok: true, value, builtFrom }
}
