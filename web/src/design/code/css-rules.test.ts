import { expect, it } from 'vitest'
import { addition, cssIn, piecesIn, withRuleOf } from './css-rules.ts'

it('finds the rule of a part, or adds one', () => {
  const css = ".a {}\n[data-part='header'] {\n  color: red;\n}"
  expect(withRuleOf(css, 'header')).toEqual({ at: css.indexOf('{\n') + 1 })
  expect(withRuleOf('[data-part=log]{}', 'log')).toEqual({ at: 16 })
  const { insert, at } = withRuleOf(css, 'send')
  const added = css.slice(0, insert!.from) + insert!.text
  expect(added.slice(css.length)).toBe("\n\n[data-part='send'] {\n  \n}\n")
  expect(added.slice(at)).toBe('\n}\n')
  expect(withRuleOf('', 'send').insert!.text).toBe("[data-part='send'] {\n  \n}\n")
  // A rule of another part whose name begins alike, or of several parts, is another one.
  expect(withRuleOf("[data-part='send'], [data-part='log'] {}", 'send').insert).toBeDefined()
})

it('adds CSS once, after an empty line', () => {
  expect(addition('.a{}', '.b{}\n')).toBe('\n\n.b{}\n')
  expect(addition('.a{}\n', '.b{}')).toBe('\n.b{}\n')
  expect(addition('  ', '.b{}')).toBe('.b{}\n')
  expect(addition('.a{}\n\n.b{}\n', '.b{}')).toBeUndefined()
  expect(addition('.a{}', ' ')).toBeUndefined()
})

it('finds the CSS of a message', () => {
  const message = 'Here:\n```css\n.a {}\n```\nand\n```\n.b {}\n```\nbut\n```js\nx()\n```'
  expect(cssIn(message)).toBe('.a {}\n\n.b {}')
  expect(cssIn('No code')).toBe('')
  expect(piecesIn(message).map(({ code, text }) => `${code} ${text}`)).toEqual([
    'false Here:',
    'true .a {}',
    'false and',
    'true .b {}',
    'false but',
    'true x()',
  ])
})
