/** Read back by a parser of Discord's Markdown, which was written after Discord's own. */
import { parse as parseDiscord } from 'discord-markdown-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discordMarkdown, escaped } from './discord-markdown.ts'

type Node = { type: string; content?: unknown; target?: string }
const parse: (text: string) => Node[] = parseDiscord as never

/** The text that is shown; what is no text, such as a mention, in braces with its kind. */
function shown(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'br' || node.type === 'newline') return '\n'
      if (node.type === 'text') return String(node.content)
      const inner = Array.isArray(node.content) ? shown(node.content) : String(node.content ?? '')
      return `{${node.type} ${inner}}`
    })
    .join('')
}

test('formatting is Discord’s own', () => {
  expect(discordMarkdown('**Bold**, *italic*, ~~gone~~ and `code`')).toBe(
    '**Bold**, *italic*, ~~gone~~ and `code`',
  )
  expect(discordMarkdown('# One\n\n#### Four\n\n- a\n- b\n\n3. c\n4. d')).toBe(
    '# One\n\n**Four**\n\n- a\n- b\n\n3. c\n4. d',
  )
  expect(discordMarkdown('[Our shop](https://shop.example/a_(b))')).toBe(
    '[Our shop](https://shop.example/a_%28b%29)',
  )
  expect(discordMarkdown('See https://shop.example/a_b_c now')).toBe('See https://shop.example/a_b_c now')
  expect(discordMarkdown('> one\n> two')).toBe('> one\n> two')
  expect(discordMarkdown('```js\nlet a = `x`\n```')).toBe('```js\nlet a = `x`\n```')
  expect(discordMarkdown('| a | b |\n|---|---|\n| 1 | 2 |')).toBe('a \\| b\n1 \\| 2')
  expect(discordMarkdown('**a**~~b~~**c**')).toBe('**a**\u200B~~b~~\u200B**c**')
})

test('a link does not look as if it led elsewhere', () => {
  expect(discordMarkdown('[https://bank.example](https://evil.example/)')).toBe(
    'https://bank.example https://evil.example/',
  )
})

test.each([
  'snake_case_name',
  '2 * 3 * 4',
  '||hidden||',
  '<@123456789012345678> and <#123456789012345678>',
  '<t:1700000000:R>',
  '<:smile:123456789012345678>',
  '# no heading',
  '-# no small print',
  '> no quote',
  '`no code`',
  '1984. A year',
  '[no](https://link.example)',
])('%s stays as it is', (text) => {
  expect(shown(parse(escaped(text))).replace(/\{url ([^}]*)\}/g, '$1')).toBe(text)
})

test('no text becomes formatting, a mention or a hidden text', () => {
  const piece = fc.constantFrom(
    ...['*', '**', '_', '__', '~~', '||', '`', '```', '<@1234567890123456>', '<@&1>', '<#12>', '<a:b:1>'],
    ...['# ', '> ', '>>> ', '- ', '-# ', '1. ', '\n', ' ', 'a', 'word', '\\', '[', '](', ')', '@', '<t:1>'],
  )
  const text = fc
    .oneof(fc.array(piece, { maxLength: 20 }), fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, (words) => {
      const kinds = parse(escaped(words)).map(({ type }) => type)
      const others = kinds.filter(
        (type) => !['text', 'br', 'newline', 'url', 'everyone', 'here', 'emoticon', 'twemoji'].includes(type),
      )
      expect(others).toEqual([])
    }),
    { numRuns: 500 },
  )
})
