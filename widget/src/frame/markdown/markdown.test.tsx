import { parseMarkdown } from '@parley/contracts/conversation/markdown.ts'
import type { ComponentChild, VNode } from 'preact'
import { describe, expect, it } from 'vitest'
import { Markdown } from './markdown.tsx'

/** Serializes vnodes to HTML as a browser would render them. */
function html(text: string): string {
  return print(Markdown({ text }))
}

function print(node: ComponentChild): string {
  if (Array.isArray(node)) return node.map(print).join('')
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (typeof node !== 'object') {
    return String(node).replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`)
  }
  const { type, props } = node as VNode<Record<string, unknown>>
  const children = print(props.children as ComponentChild)
  if (typeof type === 'function') return children
  const attributes = Object.entries(props)
    .filter(([name]) => !['children', 'dir', 'tabIndex', 'role', 'scope', 'target', 'rel'].includes(name))
    .map(([name, value]) => ` ${name}="${value}"`)
  return `<${type}${attributes.join('')}>${children}</${type}>`
}

describe('markdown', () => {
  it.each([
    ['plain', '<p>plain</p>'],
    ['one\ntwo', '<p>one<br></br>two</p>'],
    ['one\n\ntwo', '<p>one</p><p>two</p>'],
    [
      '**bold** and *thin* and __bold__ and _thin_',
      '<p><strong>bold</strong> and <em>thin</em> and <strong>bold</strong> and <em>thin</em></p>',
    ],
    ['***both***', '<p><strong><em>both</em></strong></p>'],
    ['**a *b***', '<p><strong>a <em>b</em></strong></p>'],
    ['~~gone~~', '<p><del>gone</del></p>'],
    ['snake_case_name 2 * 3 * 4', '<p>snake_case_name 2 * 3 * 4</p>'],
    ['`a < b` ``x ` y``', '<p><code>a &#60; b</code> <code>x ` y</code></p>'],
    ['\\*not\\*', '<p>*not*</p>'],
    ['# Title', '<h3>Title</h3>'],
    ['#### Deep ##', '<h6>Deep</h6>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['- a\n  - b\n  - c\n- d', '<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>'],
    ['1. a\n\n2. b\n\nend', '<ol start="1"><li>a</li><li>b</li></ol><p>end</p>'],
    ['1. a\n   - b\n2. c', '<ol start="1"><li>a<ul><li>b</li></ul></li><li>c</li></ol>'],
    ['> said\n> so', '<blockquote><p>said<br></br>so</p></blockquote>'],
    ['```js\nlet a = "<b>"\n```', '<pre><code>let a = "&#60;b&#62;"</code></pre>'],
    ['```\nnot closed', '<pre><code>not closed</code></pre>'],
    ['---', '<hr></hr>'],
    [
      '|a|b|\n|-|:-:|\n|1|**2**|\n|3|',
      '<div class="table"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><strong>2</strong></td></tr><tr><td>3</td><td></td></tr></tbody></table></div>',
    ],
    ['[a](https://a.example/x_(y) "t")', '<p><a href="https://a.example/x_(y)">a</a></p>'],
    [
      'see https://a.example/b_c_d.',
      '<p>see <a href="https://a.example/b_c_d">https://a.example/b_c_d</a>.</p>',
    ],
    ['<https://a.example>', '<p><a href="https://a.example/">https://a.example</a></p>'],
    ['[m](mailto:a@b.example)', '<p><a href="mailto:a@b.example">m</a></p>'],
    ['a<br>b', '<p>a<br></br>b</p>'],
  ])('%j', (text, expected) => {
    expect(html(text)).toBe(expected)
  })

  it('renders incomplete markup of a streaming text as text', () => {
    expect(html('**bo')).toBe('<p>**bo</p>')
    expect(html('[a](https://')).toContain('[a](')
  })
})

describe('hostile markdown', () => {
  const hostile = [
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\nscript:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x]( javascript:alert(1))',
    '[x](<javascript:alert(1)>)',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:msgbox)',
    '[x](blob:https://a.example/1)',
    '[x](file:///etc/passwd)',
    '[x](//evil.example)',
    '[x](/api/na/sign-out)',
    '<javascript:alert(1)>',
    '<data:text/html,x>',
    '[x](&#106;avascript:alert(1))',
    '[x](%6Aavascript:alert(1))',
  ]
  it.each(hostile)('creates no link for %j', (text) => {
    expect(html(text)).not.toContain('<a')
    expect(html(text)).not.toContain('href')
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<svg/onload=alert(1)>',
    '<iframe srcdoc="<script>1</script>">',
    '`<img src=x onerror=alert(1)>`',
    '| <img src=x> |\n|-|-|\n| <b>|',
    '- <style>*{display:none}</style>',
  ])('renders HTML as text: %j', (text) => {
    const tags = [...html(text).matchAll(/<(\w+)/g)].map(([, tag]) => tag)
    expect(
      tags.filter((tag) => ['script', 'img', 'a', 'svg', 'iframe', 'style', 'b'].includes(tag ?? '')),
    ).toEqual([])
    expect(html(text)).toContain('&#60;')
  })

  it('loads no image that a text refers to', () => {
    expect(html('![a](https://evil.example/?secret=1)')).toBe(
      '<p>!<a href="https://evil.example/?secret=1">a</a></p>'.replace('!', ''),
    )
    expect(html('![a](data:image/svg+xml,<svg>)')).not.toContain('href')
  })

  it('escapes quotes in the address of a link', () => {
    expect(html('[x](https://a.example/"onmouseover="alert(1))')).toContain('%22onmouseover=%22')
  })

  it('opens links in a new tab', () => {
    const [block] = parseMarkdown('[x](https://a.example)')
    expect(block).toBeDefined()
    const node = Markdown({ text: '[x](https://a.example)' })
    const link = JSON.stringify(node)
    expect(link).toContain('"target":"_blank"')
    expect(link).toContain('"rel":"noopener noreferrer nofollow"')
  })

  it.each([
    '*a ',
    '**a',
    '[',
    '[a](',
    '![',
    '`',
    '``` ',
    '> ',
    '- ',
    '  - ',
    '_',
    '~~',
    '<',
    '|a',
    '\\',
    'http://',
    '[a](b',
    '((',
    '***',
  ])('terminates on 50,000 characters of %j', (piece) => {
    const blocks = parseMarkdown(piece.repeat(50_000 / piece.length))
    expect(blocks.length).toBeGreaterThan(0)
  })

  it('limits the depth of nesting', () => {
    expect(JSON.stringify(parseMarkdown(`${'>'.repeat(5000)} deep`)).length).toBeLessThan(20_000)
    const nested = Array.from({ length: 300 }, (_, level) => `${' '.repeat(level * 2)}- x`).join('\n')
    expect(() => JSON.stringify(parseMarkdown(nested))).not.toThrow()
  })
})
