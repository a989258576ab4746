import type { Operations } from './operations.js'

export type { Operations }

/** The name of a call, as the API reference has it, such as `agents.save`. */
export type OperationName = keyof Operations
/** What a call takes: the parameters of its path, its query and its body. */
export type RequestOf<Name extends OperationName> = Operations[Name]['request']
/** What a call answers. */
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer']

/** The calls whose answers come in pages. */
export type ListName = {
  [Name in OperationName]: Operations[Name]['answer'] extends { items: unknown[]; next?: string }
    ? Name
    : never
}[OperationName]
/** One item of a list. */
export type ItemOf<Name extends ListName> = Operations[Name]['answer'] extends { items: (infer Item)[] }
  ? Item
  : never

export interface ClientOptions {
  /** Where the API is, such as `https://app.example.com`. */
  baseUrl: string
  /** An access token, the workspace secret, or the key of an agent. */
  token?: string | (() => string | undefined)
  /** How often a call is sent again when nothing answered, or the answer was 429 or 503; by default twice. */
  retries?: number
  /** Longer pauses than this, in ms, that the server asks for are left to you; by default 30,000. */
  longestPauseMs?: number
  fetch?: typeof fetch
}

export interface CallOptions {
  signal?: AbortSignal
  /** A command that is sent again with the same key takes effect once; a new key for each call by default. */
  idempotencyKey?: string
  /** In place of the client's. */
  token?: string
  /** The `ETag` of what is overwritten: refused with `changed-since-read` (412) if that was changed since. */
  ifMatch?: string
  /** The media type, where a call has several; JSON by default. */
  accept?: string
}

export interface Client {
  /** Makes a call and returns its answer. Throws an `ApiError` for a refusal. */
  call<Name extends OperationName>(
    name: Name,
    request: RequestOf<Name>,
    options?: CallOptions,
  ): Promise<AnswerOf<Name>>
  /** Yields the items of a list, page after page. */
  items<Name extends ListName>(
    name: Name,
    request: RequestOf<Name>,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<Name>, void, undefined>
  /** Returns the response itself, of calls that stream or answer with a file. Throws an `ApiError` for a refusal. */
  open<Name extends OperationName>(
    name: Name,
    request: RequestOf<Name>,
    options?: CallOptions,
  ): Promise<Response>
  /** Returns the address of a call. */
  url<Name extends OperationName>(name: Name, request: RequestOf<Name>): string
}

export declare function createClient(options: ClientOptions): Client

/** A refusal, or `network` with status 0 if the server could not be reached. */
export declare class ApiError extends Error {
  readonly status: number
  /** Its kind, such as `not-found`; the API reference names those of each call. */
  readonly code: string
  /** The input at fault, if it is one. */
  readonly field: string | undefined
}

export interface ServerEvent {
  event: string
  data: string
}

/** Yields the events of a streamed response's body. */
export declare function readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerEvent, void, undefined>
