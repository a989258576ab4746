import { plain } from '../phrases.ts'
import { fill } from './fill.ts'
import type { NodeOf } from './flow-state.ts'
import { valueIn } from './values.ts'

type Test = NodeOf<'condition'>['branches'][number]['test']

/** Evaluates a branch's test. Texts are compared without accents, case and punctuation, numbers as numbers. */
export function holds(test: Test, variables: Readonly<Record<string, string>>): boolean {
  const has = valueIn(variables, test.variable)
  const wanted = fill(test.value ?? '', variables)
  const order = Number(has) - Number(wanted)
  switch (test.operator) {
    case 'is':
      return plain(has) === plain(wanted)
    case 'is-not':
      return plain(has) !== plain(wanted)
    case 'contains':
      return plain(has).includes(plain(wanted))
    case 'is-set':
      return has !== ''
    case 'is-not-set':
      return has === ''
    // ISO dates (2026-11-21) sort like their texts.
    case 'greater-than':
      return Number.isNaN(order) ? has > wanted && has !== '' : order > 0 && has !== ''
    case 'less-than':
      return Number.isNaN(order) ? has < wanted && has !== '' : order < 0 && has !== ''
  }
}
