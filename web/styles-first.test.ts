import { expect, test } from 'vitest'
import { withEntryStylesFirst } from './styles-first.ts'

const link = (name: string) => `    <link rel="stylesheet" crossorigin href="/assets/${name}.css">\n`
const page = (...names: string[]) => `<head>\n    <title>A</title>\n${names.map(link).join('')}  </head>`

test('the styles of the entry come first, in the order of the others', () => {
  expect(withEntryStylesFirst(page('base', 'dashboard', 'index'))).toBe(page('index', 'base', 'dashboard'))
  expect(withEntryStylesFirst(page('index'))).toBe(page('index'))
  expect(withEntryStylesFirst(page())).toBe(page())
})
