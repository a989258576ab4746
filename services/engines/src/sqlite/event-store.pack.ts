/**
 * What makes an event's row shorter: metadata end in a time and two hashes, which take half as bytes; data repeat the
 * time, and the stream in each sealed text. Reading gives back what was appended, byte for byte: what can't be packed so
 * that it does is stored as it is.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { StoredEvent } from '@parley/kernel/event-store.ts'

type Texts = Pick<StoredEvent, 'data' | 'metadata'>

const ENDING =
  /,"at":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)","version":(\d{1,3}),"previousHash":"([\w-]{43}|)","hash":"([\w-]{43})"\}$/
/** Bytes of the time in milliseconds, of the version, and of a hash. */
const AT = 6
const VERSION = 1
const HASH = 32

/** Stand for the beginning of a text sealed under the key of the stream, and for the event's time. JSON has neither. */
const SEALED = '\u0001'
const TIME = '\u0002'

/**
 * Returns an event without what its metadata end in, which `ending` holds: time, version, the hash of the event before
 * if there is one, and its own. Undefined if that is not all there is.
 */
export function packed({
  stream,
  data,
  metadata,
}: Texts & { stream: string }): (Texts & { ending: Buffer }) | undefined {
  const found = ENDING.exec(metadata)
  if (!found || data.includes(SEALED) || data.includes(TIME)) return undefined
  const [all, at = '', version = '', previous = '', own = ''] = found
  const time = Date.parse(at)
  if (!(time >= 0) || Number(version) > 255) return undefined
  const ending = Buffer.alloc(AT + VERSION)
  ending.writeUIntBE(time, 0, AT)
  ending.writeUInt8(Number(version), AT)
  const hashes = [previous, own].map((text) => Buffer.from(text, 'base64url'))
  const result = {
    data: data.replaceAll(sealedUnder(stream), SEALED).replaceAll(at, TIME),
    metadata: metadata.slice(0, -all.length),
    ending: Buffer.concat([ending, ...hashes]),
  }
  const again = unpacked(stream, result.data, result.metadata, result.ending.toString('hex'))
  return again.data === data && again.metadata === metadata ? result : undefined
}

/** Returns what was packed; `digits` are those of `ending`, in hexadecimal. */
export function unpacked(stream: string, data: string, metadata: string, digits: string): Texts {
  const ending = Buffer.from(digits, 'hex')
  const at = new Date(ending.readUIntBE(0, AT)).toISOString()
  const version = ending[AT]
  const previous = ending.toString('base64url', AT + VERSION, ending.length - HASH)
  const own = ending.toString('base64url', ending.length - HASH, ending.length)
  return {
    data: data.replaceAll(SEALED, () => sealedUnder(stream)).replaceAll(TIME, at),
    metadata: `${metadata},"at":"${at}","version":${version},"previousHash":"${previous}","hash":"${own}"}`,
  }
}

const sealedUnder = (stream: string): string => `sealed.v1.${stream}.`

/** Shorter data gain less than reading them costs. */
const LONG = 2_000

/** Returns long data as fewer bytes; undefined if there is nothing to gain. */
export function deflated(data: string): Uint8Array | undefined {
  if (data.length < LONG) return undefined
  const bytes = deflateRawSync(data)
  return bytes.length < data.length * 0.9 ? bytes : undefined
}

export function inflated(bytes: Uint8Array): string {
  return inflateRawSync(bytes).toString()
}
