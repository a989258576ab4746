import { Fragment, type ReactNode } from 'react'
import { t } from '../language.ts'

/** A text with elements in place of its `{name}` placeholders, wherever its language puts them. */
export function withParts(english: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return t(english, Object.fromEntries(Object.keys(parts).map((name) => [name, `{${name}}`])))
    .split(/\{(\w+)\}/)
    .map((piece, nth) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are never reordered
      <Fragment key={nth}>{nth % 2 === 0 ? piece : parts[piece]}</Fragment>
    ))
}
