/**
 * Sealing keeps personal data and secrets unreadable in the log. A sealed text is `sealed.v1.<subject>.<base64url of
 * iv, tag and ciphertext>`: AES-256-GCM under the subject's key, with the tenant as additional data. A subject belongs
 * to a tenant: its key is stored as `<tenant>/<subject>`. A tenant can therefore neither open another tenant's text by
 * copying it, nor erase another tenant's key by using its name.
 *
 * A large text of an event is sealed the same way and stored in the file store, since an append is limited to 1 MiB.
 * The event then contains `sealed.v1.<subject>.@<file>.<file>…`, with files named by the hashes of their bytes. A text
 * that many events have alike is stored once (`shared-texts.ts`); each event contains `sealed.v1.<subject>.=<file>`.
 */

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { changeAt, changeTexts, textsAt } from '@parley/contracts/marked-fields.ts'
import { ERASED, type EventCatalogue, readJson, userSubject } from '@parley/contracts/message.ts'
import { type SealedField, sealedFieldsIn } from '@parley/contracts/sealed-fields.ts'
import type { FileOwner, FileStore } from '../files/file-store.ts'
import { createByteCache } from '../limits/byte-cache.ts'
import { derivedKey } from './derived-key.ts'
import type { KeyStore } from './key-store.ts'
import { createSharedTexts } from './shared-texts.ts'

const PREFIX = 'sealed.v1.'
/** Prefix of file names in place of a sealed text; not a base64url character. */
const ELSEWHERE = '@'
/** Prefix of the name of a file that other events have too; not a base64url character either. */
const SHARED = '='
/** Shorter texts stay in their events: a reference would take hardly less. */
const SHARED_CHARACTERS = 512
const IV_BYTES = 12
const TAG_BYTES = 16
/** Texts of more bytes than this go to the file store. Several smaller ones and their event fit in an append. */
const LARGE_BYTES = 65_536
/** Bytes of one file; a larger text is split into several. */
const PART_BYTES = 8_000_000
/** The name of the key store's own key. It seals nothing; no owner's name is without a slash. */
const OWN_KEY = 'key-store'
/** After this long a key is looked up again, so that an erasure in another process takes effect here. */
const KEY_LIFETIME_MS = 60_000
/** What keys in memory may take; a tenant may have half of it. */
const KEYS_BYTES = 12_000_000
/** About what a key object takes, and its places in the cache. */
const KEY_BYTES = 500

/** Whose key it is: a person, visitor or conversation (`subject`) of one tenant. */
export type KeyOwner = { tenant: string; subject: string }

export type Keyring = {
  /** Makes the keys of a tenant's subjects ready for `seal`; creates those that do not exist. */
  prepare(tenant: string, subjects: Iterable<string>): Promise<void>
  /** Seals a text; the subject must have been prepared. Returns `ERASED` for an erased subject. */
  seal(owner: KeyOwner, text: string): string
  /** Seals like `seal`, but a large text into the file store. Returns the text to put in its place. */
  sealAnySize(owner: KeyOwner, text: string): Promise<string>
  /** Seals a text of the tenant that many events have alike. It is stored once. Returns the text to put in its place. */
  sealShared(tenant: string, text: string): Promise<string>
  /**
   * Opens sealed texts, wherever they are stored. Returns unsealed texts unchanged, and `ERASED` for those that no key
   * of the tenant opens.
   */
  open(tenant: string, texts: string[]): Promise<string[]>
  /** Seals bytes as `seal` does a text. Returns undefined for an erased subject. */
  sealBytes(owner: KeyOwner, bytes: Buffer): Buffer | undefined
  /** Opens what `sealBytes` returned. Returns undefined if the key is erased or the bytes belong to another owner. */
  openBytes(owner: KeyOwner, sealed: Buffer): Promise<Buffer | undefined>
  /**
   * Returns the fingerprint of the key store, which every process that opens the same store gets. Undefined for a store
   * that has none yet; `create` then gives it one. Throws if the master key is not the store's.
   */
  storeId(options?: { create?: boolean }): Promise<string | undefined>
  /** Returns the tenants in which something was ever sealed under the key of a subject of this name. */
  tenantsOf(subject: string): Promise<string[]>
  /** Must be called after another process erased the keys of a subject: this process may still hold them. */
  forget(subject: string): void
  /** Whether something was ever sealed under this key, or the key was erased. */
  isKnown(owner: KeyOwner): Promise<boolean>
  /** Whether the key was erased; may take a minute to notice an erasure by another process. */
  isErased(owner: KeyOwner): Promise<boolean>
  /**
   * Erases a subject's key permanently, with its large texts. The caller must have checked that the tenant has, or had,
   * this subject.
   */
  erase(owner: KeyOwner): Promise<void>
  /** Erases every key of a tenant, with all its files. None of its subjects ever gets a key again. */
  eraseTenant(tenant: string): Promise<void>
  /** Must be called after another process erased a tenant. */
  forgetTenant(tenant: string): void
}

/** Using a key object takes a quarter of the time of a buffer with the same bytes. */
type Held = { key: KeyObject | 'erased'; until: number }

/** `files` stores large texts. Without it they stay in their events, which can then be too large for the log. */
export function createKeyring(
  store: KeyStore,
  masterKey: Buffer,
  { files, now = Date.now }: { files?: FileStore; now?: () => number } = {},
): Keyring {
  const wrapping = createSecretKey(derivedKey(masterKey, 'key wrapping'))
  const held = createByteCache<Held>({
    maxBytes: KEYS_BYTES,
    shareOf: () => KEYS_BYTES / 2,
    sizeOf: (_, name) => 2 * name.length + KEY_BYTES,
  })
  const shared = files && createSharedTexts(files)

  function hold(name: string, wrapped: string | 'erased'): Held {
    const key = wrapped === 'erased' ? 'erased' : unwrap(wrapping, name, wrapped)
    const entry: Held = { key, until: now() + KEY_LIFETIME_MS }
    held.set(name, entry, tenantIn(name))
    return entry
  }

  async function find(name: string): Promise<Held | undefined> {
    const entry = held.get(name)
    if (entry && entry.until > now()) return entry
    const wrapped = await store.get(name)
    return wrapped === undefined ? undefined : hold(name, wrapped)
  }

  function prepared(owner: KeyOwner): KeyObject | 'erased' {
    const name = keyName(owner)
    const entry = held.get(name)
    if (!entry) throw new Error(`The key of ${name} was not prepared`)
    return entry.key
  }

  function forgetTenant(tenant: string): void {
    for (const name of held.keys()) if (tenantIn(name) === tenant) held.delete(name)
    shared?.evictAll()
  }

  function seal(owner: KeyOwner, text: string): string {
    const key = prepared(owner)
    return key === 'erased' ? ERASED : `${PREFIX}${owner.subject}.${encrypt(key, owner.tenant, text)}`
  }

  async function openText(tenant: string, text: string): Promise<string> {
    const subject = subjectOf(text)
    if (subject === undefined) return text
    const owner = { tenant, subject }
    const entry = await find(keyName(owner))
    if (!entry || entry.key === 'erased') return ERASED
    const body = bodyOf(text)
    const { key } = entry
    if (body.startsWith(SHARED)) return openShared(owner, key, body.slice(SHARED.length))
    if (!body.startsWith(ELSEWHERE)) return decrypt(key, tenant, body)
    const parts = await Promise.all(
      body
        .slice(ELSEWHERE.length)
        .split('.')
        .map((id) => files?.get({ ...placeOf(owner), id })),
    )
    const found = parts.flatMap((part) => part?.bytes ?? [])
    if (found.length === parts.length)
      return decryptBytes(key, tenant, Buffer.concat(found))?.toString('utf8') ?? ERASED
    return erasedOrMissing(owner)
  }

  async function openShared(owner: KeyOwner, key: KeyObject, id: string): Promise<string> {
    const open = (bytes: Buffer) => decryptBytes(key, owner.tenant, bytes)?.toString('utf8')
    const text = await shared?.get(placeOf(owner), id, open)
    return text ?? erasedOrMissing(owner)
  }

  async function erasedOrMissing(owner: KeyOwner): Promise<string> {
    if ((await store.get(keyName(owner))) === 'erased') return ERASED
    throw new Error(`A text of ${keyName(owner)} is missing from the file store`)
  }

  return {
    async prepare(tenant, subjects) {
      for (const subject of subjects) {
        const name = keyName({ tenant, subject })
        if (await find(name)) continue
        const own = await find(keyName({ tenant, subject: tenantSubject(tenant) }))
        if (own?.key === 'erased') hold(name, 'erased')
        else hold(name, await store.getOrCreate(name, () => wrap(wrapping, name, randomBytes(32))))
      }
    },

    seal,

    async sealAnySize(owner, text) {
      const key = prepared(owner)
      const bytes = files && key !== 'erased' && text.length > LARGE_BYTES / 3 ? Buffer.from(text) : undefined
      if (!files || key === 'erased' || !bytes || bytes.length <= LARGE_BYTES) return seal(owner, text)
      const sealed = encryptBytes(key, owner.tenant, bytes)
      const ids: string[] = []
      for (let from = 0; from < sealed.length; from += PART_BYTES) {
        const part = sealed.subarray(from, from + PART_BYTES)
        const id = hash('sha256', part, 'base64url')
        await files.put({ ...placeOf(owner), id }, { about: '', bytes: part })
        ids.push(id)
      }
      return `${PREFIX}${owner.subject}.${ELSEWHERE}${ids.join('.')}`
    },

    async sealShared(tenant, text) {
      const owner = { tenant, subject: tenantSubject(tenant) }
      const key = prepared(owner)
      if (!shared || key === 'erased') return seal(owner, text)
      const sealed = () => encryptBytes(key, tenant, Buffer.from(text))
      const id = await shared.put(placeOf(owner), key, text, sealed)
      return `${PREFIX}${owner.subject}.${SHARED}${id}`
    },

    async open(tenant, texts) {
      const opened: string[] = []
      for (const text of texts) opened.push(await openText(tenant, text))
      return opened
    },

    sealBytes(owner, bytes) {
      const key = prepared(owner)
      return key === 'erased' ? undefined : encryptBytes(key, owner.tenant, bytes)
    },

    async openBytes(owner, sealed) {
      const entry = await find(keyName(owner))
      return !entry || entry.key === 'erased' ? undefined : decryptBytes(entry.key, owner.tenant, sealed)
    },

    async storeId({ create = false } = {}) {
      if (create) await store.getOrCreate(OWN_KEY, () => wrap(wrapping, OWN_KEY, randomBytes(32)))
      const entry = await find(OWN_KEY)
      if (!entry || entry.key === 'erased') return undefined
      return createHmac('sha256', entry.key).update('parley key store').digest('base64url').slice(0, 22)
    },

    async tenantsOf(subject) {
      const names = await store.endingIn(`/${subject}`)
      return names.map(tenantIn).filter((tenant, nth) => keyName({ tenant, subject }) === names[nth])
    },

    forget(subject) {
      for (const name of held.keys()) {
        const tenant = tenantIn(name)
        if (name !== keyName({ tenant, subject })) continue
        held.delete(name)
        if (subject === tenantSubject(tenant)) shared?.evictAll()
      }
    },

    async isKnown(owner) {
      return (await find(keyName(owner))) !== undefined
    },

    async isErased(owner) {
      return (await find(keyName(owner)))?.key === 'erased'
    },

    async erase(owner) {
      const name = keyName(owner)
      await store.erase(name)
      hold(name, 'erased')
      if (owner.subject === tenantSubject(owner.tenant)) shared?.evictAll()
      await files?.remove(placeOf(owner))
    },

    async eraseTenant(tenant) {
      // First the tenant's own, after which no new one is made.
      await store.erase(keyName({ tenant, subject: tenantSubject(tenant) }))
      await store.eraseStartingWith(keyName({ tenant, subject: '' }))
      forgetTenant(tenant)
      await files?.removeTenant(tenant)
    },

    forgetTenant,
  }
}

/** Returns the subject whose key opens a sealed text; undefined for an unsealed text. */
export function subjectOf(text: string): string | undefined {
  if (!text.startsWith(PREFIX)) return undefined
  const end = text.indexOf('.', PREFIX.length)
  return end < 0 ? undefined : text.slice(PREFIX.length, end)
}

/** Returns the name of a key in the key store. No tenant's id has a slash, so no two owners share a name. */
export function keyName({ tenant, subject }: KeyOwner): string {
  if (tenant.includes('/')) throw new Error('A tenant with a slash in its id can have no keys')
  return `${tenant}/${subject}`
}

const tenantIn = (name: string): string => name.slice(0, name.indexOf('/'))

/**
 * Returns where a subject's large texts are stored. Hashed, since a subject may have characters that file names may
 * not.
 */
function placeOf({ tenant, subject }: KeyOwner): FileOwner {
  return { tenant, owner: `sealed-${hash('sha256', subject, 'hex')}` }
}

export function tenantSubject(tenant: string): string {
  return `tenant-${tenant}`
}

/**
 * Seals the marked fields of an event's data, each under the key of whoever it belongs to. Returns a copy. Throws for a
 * personal text of nobody.
 */
export async function sealData(
  keyring: Keyring,
  catalogue: EventCatalogue,
  type: string,
  data: unknown,
  scope: { tenant: string; subject?: string },
): Promise<unknown> {
  const fields = sealedFields(catalogue, type)
  if (fields.length === 0) return data
  const { tenant } = scope
  const found = fields.map((field) => ({ field, texts: textsOf(field, data, scope, type) }))
  await keyring.prepare(tenant, new Set(found.flatMap(({ texts }) => texts.map(({ subject }) => subject))))
  let sealed = data
  for (const { field, texts } of found) {
    if (texts.length === 0) continue
    const closed = await Promise.all(
      texts.map(({ subject, text, shared }) =>
        shared ? keyring.sealShared(tenant, text) : keyring.sealAnySize({ tenant, subject }, text),
      ),
    )
    let next = 0
    sealed = changeAt(sealed, field.path, (value) => (isSealed(field, value) ? closed[next++] : value))
  }
  return sealed
}

/** Sealed JSON is any value, and is sealed as a text. */
const isSealed = ({ json }: SealedField, value: unknown): boolean =>
  json !== undefined || typeof value === 'string'

/** Opens the marked fields of an event's data. Returns a copy. */
export async function unsealData(
  keyring: Keyring,
  catalogue: EventCatalogue,
  type: string,
  data: unknown,
  tenant: string,
): Promise<unknown> {
  const fields = sealedFields(catalogue, type)
  if (fields.length === 0) return data
  const texts = textsAt(data, fields)
  if (texts.length === 0) return data
  const opened = await keyring.open(tenant, texts)
  let next = 0
  return fields.reduce(
    (result, { path, json }) =>
      changeTexts(result, path, () => {
        const text = opened[next++] ?? ERASED
        return json ? readJson(json, text) : text
      }),
    data,
  )
}

/** Returns the texts of an event's marked fields, sealed or opened as the data is. */
export function textsIn(catalogue: EventCatalogue, type: string, data: unknown): string[] {
  const fields = sealedFields(catalogue, type)
  return fields.length === 0 ? [] : textsAt(data, fields)
}

const compiled = new WeakMap<EventCatalogue, Map<string, SealedField[]>>()

/** Returns the marked fields of an event type; `*` in a path means every element. */
export function sealedFields(catalogue: EventCatalogue, type: string): SealedField[] {
  const byType = compiled.get(catalogue) ?? new Map<string, SealedField[]>()
  compiled.set(catalogue, byType)
  const known = byType.get(type)
  if (known) return known
  const shape = catalogue[type]
  const fields = shape ? sealedFieldsIn(shape.data) : []
  byType.set(type, fields)
  return fields
}

type SubjectText = { text: string; subject: string; shared: boolean }

/** Returns the texts of a field, each with the subject whose key seals it. */
function textsOf(
  field: SealedField,
  data: unknown,
  scope: { tenant: string; subject?: string },
  type: string,
): SubjectText[] {
  const { path, sealedFor, of, json, impersonalIf } = field
  const texts: SubjectText[] = []
  changeAt(data, path, (value, beside) => {
    if (!isSealed(field, value)) return value
    const text = json ? JSON.stringify(value) : String(value)
    const shared = text.length > SHARED_CHARACTERS && isTrue(beside, impersonalIf)
    const ofTenant = shared || sealedFor === 'tenant'
    const subject = ofTenant ? tenantSubject(scope.tenant) : personIn(beside, of, scope.subject)
    if (!subject) throw new Error(`${type} holds personal data at ${path.join('.')}, and nothing says whose`)
    texts.push({ text, subject, shared })
    return value
  })
  return texts
}

function isTrue(beside: object, name: string | undefined): boolean {
  return Object.entries(beside).some(([key, value]) => key === name && value === true)
}

function personIn(beside: object, of: string | undefined, subject: string | undefined): string | undefined {
  if (of === undefined) return subject
  const userId: unknown = Object.entries(beside).find(([name]) => name === of)?.[1]
  return typeof userId === 'string' ? userSubject(userId) : undefined
}

function bodyOf(text: string): string {
  return text.slice(text.indexOf('.', PREFIX.length) + 1)
}

function encrypt(key: KeyObject, tenant: string, text: string): string {
  return encryptBytes(key, tenant, Buffer.from(text)).toString('base64url')
}

function decrypt(key: KeyObject, tenant: string, sealed: string): string {
  return decryptBytes(key, tenant, Buffer.from(sealed, 'base64url'))?.toString('utf8') ?? ERASED
}

function encryptBytes(key: KeyObject, tenant: string, bytes: Buffer): Buffer {
  const iv = nextIv()
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(tenant))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

let ivs = Buffer.alloc(0)

/** A random IV; many are drawn at once, since each call of the system's source costs as much as sealing a message. */
function nextIv(): Buffer {
  if (ivs.length < IV_BYTES) ivs = randomBytes(IV_BYTES * 256)
  const iv = ivs.subarray(0, IV_BYTES)
  ivs = ivs.subarray(IV_BYTES)
  return iv
}

function decryptBytes(key: KeyObject, tenant: string, sealed: Buffer): Buffer | undefined {
  try {
    const aad = Buffer.from(tenant)
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES)).setAAD(aad)
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

function wrap(wrapping: KeyObject, subject: string, key: Buffer): string {
  return encrypt(wrapping, subject, key.toString('base64url'))
}

function unwrap(wrapping: KeyObject, subject: string, wrapped: string): KeyObject {
  const key = decrypt(wrapping, subject, wrapped)
  if (key === ERASED)
    throw new Error('MASTER_KEY does not open the stored keys: is it the one this data was made with?')
  return createSecretKey(Buffer.from(key, 'base64url'))
}
