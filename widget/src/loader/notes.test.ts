import { describe, expect, it } from 'vitest'
import { dismiss, isDismissed } from './notes.ts'

const key = 'parley_never_show_proactive'
const now = Date.UTC(2026, 10, 21)
const day = 24 * 60 * 60 * 1000

function memory() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
}

describe('dismissal of the proactive bubble', () => {
  it('does not exist at first', () => {
    expect(isDismissed(memory(), now)).toBe(false)
  })

  it('is stored with value and ts', () => {
    const storage = memory()
    dismiss(storage, now)
    expect(JSON.parse(storage.items.get(key) ?? '')).toEqual({ value: true, ts: now })
    expect(isDismissed(storage, now + 1)).toBe(true)
  })

  it('is valid for exactly one day and removed when older', () => {
    const storage = memory()
    dismiss(storage, now)
    expect(isDismissed(storage, now + day)).toBe(true)
    expect(isDismissed(storage, now + day + 1)).toBe(false)
    expect(storage.items.size).toBe(0)
  })

  it.each(['{', '"x"', '{"value":true}', '{"value":false,"ts":1}', '[]', 'null'])(
    'is ignored if unreadable: %s',
    (note) => {
      const storage = memory()
      storage.setItem(key, note)
      expect(isDismissed(storage, now)).toBe(false)
    },
  )

  it('has no effect if storage is missing or throws', () => {
    const blocked = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const storage = { getItem: blocked, setItem: blocked, removeItem: blocked }
    dismiss(storage, now)
    expect(isDismissed(storage, now)).toBe(false)
    dismiss(undefined, now)
    expect(isDismissed(undefined, now)).toBe(false)
  })
})
