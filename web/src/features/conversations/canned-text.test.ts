import { expect, it } from 'vitest'
import { cannedText, unfilledIn } from './canned-text.ts'

const visitor = { name: 'Grace', fields: { order: '4711' }, variables: { Plan: 'pro' } }

it('fills in what is known of the visitor and leaves the rest', () => {
  const text = 'Hello {{name}} ({{ plan }}), about {{order}}: we wrote to {{email}}.'
  expect(cannedText(text, visitor)).toBe('Hello Grace (pro), about 4711: we wrote to {{email}}.')
})

it('takes values as they are, whatever they hold', () => {
  expect(cannedText('{{name}} $& {{name}}', { ...visitor, name: "$' {{order}}" })).toBe(
    "$' {{order}} $& $' {{order}}",
  )
})

it('names what is still to be filled in, once', () => {
  expect(unfilledIn('{{email}}, {{ email }} and {{email}}')).toEqual(['{{email}}', '{{ email }}'])
  expect(unfilledIn('{not} {{}} one')).toEqual([])
})
