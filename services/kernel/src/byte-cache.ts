/**
 * A cache bounded in bytes, in total and per tenant. Evicts the least recently used value; when a tenant has used up
 * its share, the tenant's own least recently used value.
 */
import { LRUCache } from 'lru-cache'

export type ByteCache<Value> = {
  get(key: string): Value | undefined
  /**
   * Returns false when the value alone exceeds the tenant's share. It is not stored, and the key's previous value is
   * removed.
   */
  set(key: string, value: Value, tenant?: string): boolean
  delete(key: string): void
  clear(): void
  /** Bytes held at present. */
  bytes(): number
}

export type ByteCacheOptions<Value> = {
  maxBytes: number
  /** The bytes that a tenant may hold; `maxBytes` by default. */
  shareOf?(tenant: string): number
  /** About how many bytes of memory a value takes. */
  sizeOf(value: Value, key: string): number
  /** Called when a new value of a tenant evicts older values of the same tenant. */
  onShareUsedUp?(tenant: string): void
}

type Entry<Value> = { value: Value; tenant: string; bytes: number }
type Share = { bytes: number; keys: Set<string> }

export function createByteCache<Value>(options: ByteCacheOptions<Value>): ByteCache<Value> {
  const { maxBytes, shareOf = () => maxBytes, sizeOf, onShareUsedUp } = options
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
      const keys = shares.get(entry.tenant)?.keys
      keys?.delete(key)
      keys?.add(key)
      return entry.value
    },

    set(key, value, tenant = '') {
      const bytes = Math.max(1, Math.ceil(sizeOf(value, key)))
      entries.delete(key)
      const most = Math.min(maxBytes, shareOf(tenant))
      if (bytes > most) return false
      const used = () => shares.get(tenant)?.bytes ?? 0
      if (used() + bytes > most) onShareUsedUp?.(tenant)
      while (used() + bytes > most) entries.delete(oldestOf(tenant))
      const share = shares.get(tenant) ?? { bytes: 0, keys: new Set() }
      share.bytes += bytes
      share.keys.add(key)
      shares.set(tenant, share)
      entries.set(key, { value, tenant, bytes })
      return true
    },

    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    bytes: () => entries.calculatedSize,
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
  }
}
