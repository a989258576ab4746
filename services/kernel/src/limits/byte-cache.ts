/**
 * A cache bounded in bytes, in total and per tenant. Evicts the least recently used value; when a tenant has used up
 * its share, the tenant's own least recently used value.
 */
import { LRUCache } from 'lru-cache'

export type ByteCache<Value> = {
  get(key: string): Value | undefined
  /**
   * Returns false when the value alone exceeds the tenant's share. It is not stored, and the key's previous value is
   * removed. `share`: the bytes that the tenant may hold; `shareOf` by default.
   */
  set(key: string, value: Value, tenant?: string, share?: number): boolean
  /** Evicts the tenant's least recently used values until it holds at most this many bytes. */
  trim(tenant: string, bytes: number): void
  delete(key: string): void
  /** The keys at present. */
  keys(): string[]
  clear(): void
  /** Bytes held at present, by a tenant or in total. */
  bytes(tenant?: string): number
}

export type ByteCacheOptions<Value> = {
  maxBytes: number
  /** The bytes that a tenant may hold; `maxBytes` by default. */
  shareOf?(tenant: string): number
  /** About how many bytes of memory a value takes. */
  sizeOf(value: Value, key: string): number
  /** Called when older values of a tenant are evicted because it has used up its share. */
  onShareUsedUp?(tenant: string): void
  /** Called with what a tenant holds whenever that changes, also because there was no room for all tenants. */
  onBytes?(tenant: string, bytes: number): void
}

type Entry<Value> = { value: Value; tenant: string; bytes: number }
/** `keys` from the least to the most recently used, which is `newest`. */
type Share = { bytes: number; keys: Set<string>; newest: string | undefined }

export function createByteCache<Value>(options: ByteCacheOptions<Value>): ByteCache<Value> {
  const { maxBytes, shareOf = () => maxBytes, sizeOf, onShareUsedUp, onBytes } = options
  const used = (tenant: string) => shares.get(tenant)?.bytes ?? 0
  const shares = new Map<string, Share>()
  const entries = new LRUCache<string, Entry<Value>>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: ({ tenant, bytes }, key) => giveBack(tenant, key, bytes),
  })

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      const share = shares.get(entry.tenant)
      if (share && share.newest !== key) {
        share.keys.delete(key)
        share.keys.add(key)
        share.newest = key
      }
      return entry.value
    },

    set(key, value, tenant = '', share = shareOf(tenant)) {
      const bytes = Math.max(1, Math.ceil(sizeOf(value, key)))
      entries.delete(key)
      const most = Math.min(maxBytes, share)
      if (bytes > most) return false
      trim(tenant, most - bytes)
      const own = shares.get(tenant) ?? { bytes: 0, keys: new Set(), newest: undefined }
      own.bytes += bytes
      own.keys.add(key)
      own.newest = key
      shares.set(tenant, own)
      entries.set(key, { value, tenant, bytes })
      onBytes?.(tenant, used(tenant))
      return true
    },

    trim,

    delete: (key) => void entries.delete(key),
    keys: () => [...entries.keys()],
    clear: () => entries.clear(),
    bytes: (tenant) => (tenant === undefined ? entries.calculatedSize : used(tenant)),
  }

  function trim(tenant: string, bytes: number): void {
    if (used(tenant) > Math.max(0, bytes)) onShareUsedUp?.(tenant)
    while (used(tenant) > Math.max(0, bytes)) entries.delete(oldestOf(tenant))
  }

  function oldestOf(tenant: string): string {
    return shares.get(tenant)?.keys.values().next().value ?? ''
  }

  function giveBack(tenant: string, key: string, bytes: number): void {
    const share = shares.get(tenant)
    if (!share) return
    share.bytes -= bytes
    share.keys.delete(key)
    if (share.keys.size === 0) shares.delete(tenant)
    onBytes?.(tenant, share.bytes)
  }
}
