import { readFileSync } from 'node:fs'
import { configReference } from '@parley/host/config.ts'
import { expect, test } from 'vitest'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

test("the README's table of variables equals the configuration's", () => {
  for (const { name, fallback, meaning } of configReference()) {
    expect(readme).toContain(`| \`${name}\` | ${meaning} | ${fallback === '' ? '' : `\`${fallback}\``} |`)
  }
})

test('every command that the README names is a script', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const named = [...readme.matchAll(/`npm run ([a-z:]+)/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(5)
  for (const name of named) expect(Object.keys(scripts)).toContain(name)
})
