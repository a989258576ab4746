/**
 * What makes an event's row shorter: metadata end in a time and two hashes, which take half as bytes; data repeat the
 * time, and the stream in each sealed text. Reading gives back what was appended, byte for byte: what can't be packed so
 * that it does is stored as it is.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'

type Texts = Pick<StoredEvent, 'data' | 'metadata'>

const ENDING =
  /,"at":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)","version":(0|[1-9]\d{0,2}),"previousHash":"([\w-]{42}[AEIMQUYcgkosw048]|)","hash":"([\w-]{42}[AEIMQUYcgkosw048])"\}$/
/** More characters than `ENDING` matches. */
const ENDING_CHARACTERS = 180
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
  // Every append waits for this: what is read back equals what is given by the conditions below, without being tried.
  const found = ENDING.exec(metadata.slice(-ENDING_CHARACTERS))
  if (!found || data.includes(SEALED) || data.includes(TIME)) return undefined
  const [all, at = '', version = '', previous = '', own = ''] = found
  const time = Date.parse(at)
  // A day that the month does not have becomes one of the next month.
  if (!(time >= 0) || new Date(time).toISOString() !== at || Number(version) > 255) return undefined
  const ending = Buffer.allocUnsafe(AT + VERSION + (previous ? HASH : 0) + HASH)
  ending.writeUIntBE(time, 0, AT)
  ending.writeUInt8(Number(version), AT)
  ending.write(previous, AT + VERSION, 'base64url')
  ending.write(own, ending.length - HASH, 'base64url')
  return {
    data: data.replaceAll(sealedUnder(stream), SEALED).replaceAll(at, TIME),
    metadata: metadata.slice(0, -all.length),
    ending,
  }
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
