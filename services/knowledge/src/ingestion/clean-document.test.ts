import { describe, expect, test } from 'vitest'
import { cleanDocument } from './clean-document.ts'

describe('cleanDocument', () => {
  test.each([
    [
      'front matter, but its title',
      '---\ntitle: "Your stay"\nlayout: page\n---\nWelcome.',
      '# Your stay\n\nWelcome.',
    ],
    ['templating', 'Write to {{ site.email }} {% raw %}now{% endraw %}.', 'Write to now.'],
    ['the anchors of headings', '## Limits {#limits}', '## Limits'],
    ['links within the site, but their text', 'See [our terms](../terms.md#a).', 'See our terms.'],
    ['pictures', 'Before.\n\n![A house](house.png)\n\nAfter.', 'Before.\n\nAfter.'],
    ['navigation', 'A\n\n[Home](/) | [Prices](prices.md)\n\nB', 'A\n\nB'],
    ['tables of contents', `- [A](#a)\n- [B](#b)\n- [C](#c)\n- [D](#d)\n\nText`, 'Text'],
    ['tags and comments', 'Press <kbd>F</kbd> <!-- or G --><Key\n k="x" /> now.', 'Press F now.'],
    ['scripts with what is in them', 'A<script>alert(1)</script>B', 'AB'],
    ['module lines', "import A from './a'\n\nText", 'Text'],
    ['containers, but their text', ':::note Mind this\nText\n:::', 'Mind this\nText'],
    ['escapes', 'Duration \\- weeks', 'Duration - weeks'],
  ])('removes %s', (_, text, clean) => {
    expect(cleanDocument(text)).toBe(clean)
  })
  test('keeps links to other sites, code and plain text', () => {
    for (const text of [
      'See [the map](https://example.org/map?a=(b)) or [write](mailto:a@b.example).',
      '```\n<kbd>{{ x }}</kbd>\n---\n```',
      'a < b and c > d, {not} a template; ---',
      '- [Home](https://example.org)\n- milk\n- [tea](tea.md)',
    ])
      expect(cleanDocument(text).replace('- tea', '- [tea](tea.md)')).toBe(text)
  })
  test('keeps one of two paragraphs that are the same', () => {
    const introduction =
      'We are a family house above the harbour. Here is all you need to know for your stay.'
    expect(cleanDocument(`# Stay\n\n${introduction}\n\n${introduction}\n\nThe end.`)).toBe(
      `# Stay\n\n${introduction}\n\nThe end.`,
    )
  })
  test('joins the wrapped lines of an item', () => {
    expect(cleanDocument('- Go to the page and\n  choose Cancel\n- Wait')).toBe(
      '- Go to the page and choose Cancel\n- Wait',
    )
  })
  test('reads hostile texts in linear time', () => {
    for (const part of [
      '[',
      '](',
      '![',
      '{{',
      '{%',
      '<a ',
      '<!--',
      '[a](',
      '- [a](',
      '| ',
      '\\',
      '---\n',
      ':::',
    ])
      expect(cleanDocument(part.repeat(200_000)).length).toBeGreaterThanOrEqual(0)
  })
})
