import { expect, it } from 'vitest'
import { previewOf } from './conversation-views.ts'

it.each([
  ['**Bold** and _slanted_, *so*: `code`', 'Bold and slanted, so: code'],
  ['# Heading\n> quoted\n\nand more', 'Heading quoted and more'],
  [
    'john_smith@example.com wrote of #123: 5 > 3 and 2*3',
    'john_smith@example.com wrote of #123: 5 > 3 and 2*3',
  ],
])('previews %j', (text, preview) => {
  expect(previewOf([{ type: 'text', text }])).toBe(preview)
})
