import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCssCleaner, createCssReport, createReadableCssCleaner } from './custom-css.ts'

const own = 'https://parley.example'
const evil = 'https://evil.example'
const cleanOf = createCssCleaner(own)
const clean = (css: string) => cleanOf(css, 'w1')

describe('allowed CSS is kept', () => {
  test.each([
    '.header{border-bottom:7px solid rgb(1 2 3);border-radius:0!important}',
    ':root{--brand:#0af;--pad:calc(1rem + 2px)}.log{background:var(--brand,red);padding:var(--pad)}',
    '.bubble{background:linear-gradient(to right,oklch(70%.1 20),var(--brand))}',
    '.bubble::after{content:"“ (said)"}',
    '@media (max-width:400px){.log{display:none}}',
    '@supports (display:grid){.log{display:grid;grid-template-columns:repeat(2,minmax(0,1fr))}}',
    '@layer base{.log{color:red}}',
    '@keyframes in{from{opacity:0}50%{opacity:.5}to{opacity:1}}.log{animation:in 1s cubic-bezier(.1,.2,.3,1)}',
    '.bubble{& p{margin:0}&:hover{color:red}}',
    '[data-part="header"]:not(.x)>p:nth-child(2n+1){color:red}',
    '.log{background:url(/widget/a.png)}',
    '.log{background:url(https://parley.example/api/na/public/files/x/a.png)}',
    '.log{mask:url(#shade)}',
    '.log{list-style:url(data:image/png;base64,AA==)}',
    '.log{padding-bottom:env(safe-area-inset-bottom,0px)}',
    '.log{-webkit-line-clamp:2}',
  ])('%s', (css) => expect(clean(css)).toBe(css))
})

/** Ways to request something from another server, by what they are based on. */
const attacks: Record<string, string[]> = {
  'an address': [
    `.a{background:url(${evil}/x)}`,
    `.a{background:url("${evil}/x")}`,
    `.a{background:url('//evil.example/x')}`,
    '.a{background:url(\\\\evil.example/x)}',
    '.a{background:url(/\\\\evil.example/x)}',
    '.a{background:url(/\t/evil.example/x)}',
    '.a{background:url("/\\9/evil.example/x")}',
    '.a{background:url( \n//evil.example/x )}',
    '.a{background:URL(//evil.example)}',
    '.a{background:url(http:evil.example/x)}',
    '.a{background:url(/own.png),url(//evil.example/x)}',
    `.a{background:url("${evil}/x" format("png"))}`,
    '.a{background:url(blob:https://evil.example/x)}',
    '.a{background:url(javascript:evil)}',
    `.a{background:url("data:text/html,evil")}`,
    `.a{cursor:url(${evil}/c),auto}`,
    `.a{content:url(${evil}/c)}`,
    `.a{border-image-source:url(${evil}/c)}`,
    `.a{mask:url(${evil}/m#x)}`,
    `.a{filter:url(${evil}/f#x)}`,
    `.a{offset-path:url(${evil}/f#x)}`,
    `.a{shape-outside:url(${evil}/f)}`,
  ],
  escapes: [
    `.a{background:u\\72l(${evil}/x)}`,
    `.a{background:\\75\\72\\6c(${evil}/x)}`,
    `.a{background:\\000075rl(${evil}/x)}`,
    `.a{background:u\\72 l("${evil}/x")}`,
    `.a{--x:u\\72l(${evil}/x);background:var(--x)}`,
    `.a{background:url(\\68ttps://evil.example/x)}`,
    `@\\69mport "${evil}/x";`,
    `@im\\port "${evil}/x";`,
    `.a{b\\61 ckground:url(${evil}/x)}`,
    `.a{background:i\\6dage-set("${evil}/x" 1x)}`,
  ],
  comments: [
    `.a{background:/**/url(${evil}/x)}`,
    `.a{background:url(/**/${evil}/x)}`,
    `@import/**/"${evil}/x";`,
    `.a{/*}*/background:url(${evil}/x)}`,
    `.a{background:red/*;}.b{*/;background:url(${evil}/x)}`,
    `.a{--u:url/**/("${evil}/x");background:var(--u)}`,
    `<!-- .a{background:url(${evil}/x)} -->`,
    `/*unclosed .a{background:url(${evil}/x)}`,
  ],
  nesting: [
    `.a{& .b{& .c{background:url(${evil}/x)}}}`,
    `@media all{@supports (color:red){@layer x{.a{background:url(${evil}/x)}}}}`,
    `@container (width>1px){.a{background:url(${evil}/x)}}`,
    `@starting-style{.a{background:url(${evil}/x)}}`,
    `@keyframes x{from{background:url(${evil}/x)}}`,
    `.a{@media all{background:url(${evil}/x)}}`,
    `.a{color:red;} } .b{background:url(${evil}/x)}`,
    `.a{background:calc((url(${evil}/x)))}`,
    `.a{background:linear-gradient(red,url(${evil}/x))}`,
  ],
  'rules that fetch or choose': [
    `@import url(${evil}/x);`,
    `@import "${evil}/x" layer(a) supports(color:red);`,
    `@IMPORT '${evil}/x';`,
    `@charset "utf-8";@import "${evil}/x";`,
    `@font-face{font-family:x;src:url(${evil}/f)}`,
    `@font-face{font-family:x;src:local("x"),url("${evil}/f")}`,
    `@font-feature-values x{@styleset{evil:1}}`,
    `@namespace url(${evil});`,
    `@namespace x "${evil}";`,
    `@property --x{syntax:"<url>";inherits:true;initial-value:url(${evil}/x)}.a{background:var(--x)}`,
    `@property --x{syntax:"*";inherits:true;initial-value:url("${evil}/x")}.a{background:var(--x)}`,
    `@function --f(){result:url(${evil}/x)}.a{background:--f()}`,
    `@counter-style x{system:cyclic;symbols:url(${evil}/x)}`,
    `@page{background:url(${evil}/x)}`,
    `@document url(${evil}){.a{color:red}}`,
    `@-moz-document url("${evil}"){.a{color:red}}`,
    `@view-transition{types:url(${evil})}`,
    `@color-profile --x{src:url(${evil}/x)}`,
    `@unknown "${evil}"{.a{background:url(${evil}/x)}}`,
    `@media url(${evil}){.a{color:red}}`,
    `@supports (background:url(${evil}/x)){.a{color:red}}`,
  ],
  'functions that fetch or choose': [
    `.a{background:if(else:url(${evil}/x))}`,
    `.a{background:if(media(all):url("${evil}/x");else:none)}`,
    `.a{background:image-set("${evil}/x" 1x)}`,
    `.a{background:-webkit-image-set(url(${evil}/x) 1x)}`,
    `.a{--s:"${evil}/x";background:image-set(var(--s) 1x)}`,
    `.a{background:cross-fade(url(${evil}/x),red)}`,
    `.a{background:-webkit-cross-fade(url(${evil}/a),url(${evil}/b),50%)}`,
    `.a{background:image("${evil}/x")}`,
    `.a{background:src("${evil}/x")}`,
    `.a{--s:"${evil}/x";background:src(var(--s))}`,
    `.a{background:url(var(--s))}`,
    `.a{background:element(#evil)}`,
    `.a{background:-moz-element(#evil)}`,
    `.a{background:paint(evil)}`,
    `.a{background:attr(data-evil url)}`,
    `.a{background:attr(data-evil type(<url>),url(${evil}/x))}`,
    `.a{background:env(evil,url(${evil}/x))}`,
    `.a{background:var(--none,url(${evil}/x))}`,
    `.a{background:inherit(--evil)}`,
    `.a{background:--evil()}`,
    `.a{background:random-item(evil,url(${evil}/x))}`,
    `.a{background:first-valid(url(${evil}/x))}`,
    `.a{filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src="${evil}/x")}`,
    `.a{width:expression(evil())}`,
  ],
  'custom properties': [
    `:root{--x:url(${evil}/x)}.a{background:var(--x)}`,
    `:root{--x:{background:url(${evil}/x)}}`,
    `:root{--x:;background:url(${evil}/x)}`,
    `:root{--x:a[url(${evil}/x)]}`,
    `:root{--\\78:url(${evil}/x)}`,
  ],
  properties: [
    `.a{behavior:url(${evil}/x.htc)}`,
    `.a{-moz-binding:url(/evil)}`,
    `.a{behavior:url(/evil.htc)}`,
    `.a{src:url(/evil)}`,
    `.a{unknown-property:evil}`,
    `.a{*background:url(${evil}/x)}`,
    `.a{_background:url(${evil}/x)}`,
  ],
  'broken text': [
    `.a{background:url(${evil}/x`,
    `.a{background:url("${evil}/x`,
    `.a{background:url(${evil}/x"y)}`,
    `.a{background:url(${evil} /x)}`,
    `.a{background:"\nurl(${evil}/x)}`,
    `.a{background:red;;;url(${evil}/x)}`,
    `.a{background:\0url(${evil}/x)}`,
    `.a{background:u\0rl(${evil}/x)}`,
    `{background:url(${evil}/x)}`,
    `.a[x="]{background:url(${evil}/x)}`,
  ],
}

describe.each(Object.entries(attacks))('%s', (_, texts) => {
  test.each(texts)('%s causes no request', (css) => {
    expectHarmless(clean(css))
    // Allowed CSS after it is still kept.
    expectHarmless(clean(`.z{color:red}${css}`))
  })
})

/** An attack leaves at most plain texts and names that cause no request. */
function expectHarmless(css: string): void {
  const withoutTexts = css.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  expect(withoutTexts).not.toMatch(/evil\.example|url\((?!data:image\/|#|\/(?![/\\]))|\\[^"]*\(/i)
  // An at sign after a backslash is part of a name.
  expect(withoutTexts).not.toMatch(/(?<!\\)@(?!media|supports|container|layer|keyframes|starting-style)/i)
  expect(withoutTexts).not.toMatch(
    /(?:image|image-set|src|element|paint|attr|if|expression|inherit|--\w+)\(/i,
  )
  expect(withoutTexts).not.toMatch(/[{;](?:behavior|-moz-binding|src):/i)
}

test('an at sign after a backslash starts no rule', () => {
  expectHarmless(clean('\\@namespace{'))
  expectHarmless(clean('\\@import url(//evil.example/x);'))
})

test('the result is parsed identically again, for any input', () => {
  const pieces = Object.values(attacks)
    .flat()
    .flatMap((css) => css.match(/@?[\w-]+\(?|\\\w+ ?|\/\*|\*\/|[^\w]/g) ?? [])
  const text = fc.array(fc.constantFrom(...new Set(pieces), '.a{', '}', ';', 'background:'), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(text, (parts) => {
      const left = clean(parts.join(''))
      expectHarmless(left)
      expect(clean(left)).toBe(left)
    }),
    { numRuns: 3_000 },
  )
})

test('CSS nested too deep for a parser is removed', () => {
  for (const css of [
    `.a{width:${'calc('.repeat(30_000)}`,
    '@media all{'.repeat(18_000),
    `.a{&${' .b{&'.repeat(30_000)}`,
    `.a{--x:${'['.repeat(190_000)}`,
    `${':not('.repeat(40_000)}.a{color:red}`,
  ])
    expectHarmless(clean(css))
})

describe('what is left out', () => {
  const css = [
    '@import url(//evil.example/a.css);',
    '/* Of the brand */',
    '.header {',
    '  border-radius: 0;',
    '  colour: red;',
    '  background: url(https://evil.example/x.png);',
    '}',
  ].join('\n')

  test('is named with its place', () => {
    const report = createCssReport(own)(css)
    expect(report.map(({ from, to, why }) => [css.slice(from, to), why])).toEqual([
      ['@import url(//evil.example/a.css);', '@import is not allowed.'],
      ['colour: red', 'There is no property colour.'],
      ['background: url(https://evil.example/x.png)', 'Only pictures of this server are loaded.'],
    ])
    expect(createCssReport(own)('.a { behavior: url(x) }')).toMatchObject([
      { why: 'behavior is not allowed.' },
    ])
  })

  test('is cut out of the text, which stays as it was written otherwise', () => {
    expect(createReadableCssCleaner(own)(css)).toBe(
      ['/* Of the brand */', '.header {', '  border-radius: 0;', '}'].join('\n'),
    )
  })

  test('leaves a text of which the cleaner then takes nothing away', () => {
    const readable = createReadableCssCleaner(own)
    const report = createCssReport(own)
    const texts = [...Object.values(attacks).flat(), css]
    for (const text of texts) {
      expect(report(readable(text))).toEqual([])
      expect(clean(readable(text))).toBe(clean(text))
    }
  })
})
