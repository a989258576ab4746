import type { SQLInputValue } from 'node:sqlite'
import { isMoment } from '@parley/kernel/read-models/read-store.query.ts'
import type { Scalar } from '@parley/kernel/read-models/read-store.ts'

/**
 * The value of an indexed field as SQLite orders it. Numbers are SQLite's own, below all texts; a missing value is below
 * all numbers, which no number of JSON is. Everything else is a text whose first character is its kind: 2 of texts, 3 of
 * booleans, 4 of moments, which are their digits.
 */
export function indexKey(value: Scalar | null): SQLInputValue {
  if (value === null) return Number.NEGATIVE_INFINITY
  if (typeof value === 'boolean') return value ? '31' : '30'
  // A whole number takes as many bytes as it needs, another one eight.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (!isMoment(value)) return `2${value}`
  const day = value.slice(0, 4) + value.slice(5, 7) + value.slice(8, 10)
  return `4${day}${value.slice(11, 13)}${value.slice(14, 16)}${value.slice(17, 19)}${value.slice(20, 23)}`
}

/** The key of a missing value, in SQL. */
export const MISSING = '-9e999'

/** What is above the keys before a kind, and what is below the keys after it. */
export const kindBounds = {
  missing: ['>= -9e999', '<= -9e999'],
  number: ['> -9e999', "< ''"],
  text: [">= '2'", "< '3'"],
  boolean: [">= '3'", "< '4'"],
  moment: [">= '4'", "< '5'"],
} as const
