/** Random numbers that are the same on every run: they depend only on the name of what they are for. */
import { createHash } from 'node:crypto'

export type Chance = {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  happens(probability: number): boolean
  one<Item>(items: readonly Item[]): Item
  weighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item
}

export function chanceOf(name: string): Chance {
  let state = createHash('sha256').update(name).digest().readUInt32LE(0)
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!
  return {
    next,
    one,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    happens: (probability) => next() < probability,
    weighted(items, weightOf) {
      let left = next() * items.reduce((sum, item) => sum + weightOf(item), 0)
      for (const item of items) {
        left -= weightOf(item)
        if (left < 0) return item
      }
      return items.at(-1)!
    },
  }
}

/** A unique name for an item of the demo: 20 hexadecimal digits. */
export function stableId(...parts: (string | number)[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 20)
}
