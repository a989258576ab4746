import { describe, expect, it } from 'vitest'
import { replyBlocks, showableLength } from './reply-blocks.ts'

const carousel =
  '```carousel\n[{"title":"Tea","imageUrl":"https://a.example/t.png","buttons":[{"label":"Buy"}]}]\n```'

describe('the UI engine', () => {
  it('turns fenced blocks into blocks and keeps the text around them', () => {
    expect(
      replyBlocks(
        `Look:\n\n${carousel}\n\nOr watch\n\`\`\`video https://v.example/1.mp4\n\`\`\`\n\`\`\`image\nhttps://a.example/i.png\nA cup\n\`\`\`\n\`\`\`buttons ["Yes", {"id":"n","label":"No"}]\n\`\`\`\nBye`,
        true,
      ),
    ).toEqual([
      { type: 'text', text: 'Look:' },
      {
        type: 'carousel',
        cards: [{ title: 'Tea', imageUrl: 'https://a.example/t.png', buttons: [{ label: 'Buy' }] }],
      },
      { type: 'text', text: 'Or watch' },
      { type: 'video', url: 'https://v.example/1.mp4' },
      { type: 'image', url: 'https://a.example/i.png', alt: 'A cup' },
      {
        type: 'buttons',
        buttons: [
          { id: 'Yes', label: 'Yes' },
          { id: 'n', label: 'No' },
        ],
      },
      { type: 'text', text: 'Bye' },
    ])
  })

  it('leaves other code and invalid blocks as text', () => {
    for (const text of [
      '```js\nconst a = 1\n```',
      '```carousel\n[{"title": \n```',
      '```carousel\n[]\n```',
      '```carousel\n{"cards": [{"name": "no title"}]}\n```',
      '```buttons\nYes, No\n```',
      '```video\n```',
      '```carousel\n[{"title":"never closed"}]',
      'one ` two `` three ```',
    ])
      expect(replyBlocks(text, true)).toEqual([{ type: 'text', text }])
  })

  it('allows http(s) links only', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.example',
      'file:///etc',
    ])
      expect(replyBlocks(`\`\`\`image\n${url}\n\`\`\``, true)[0]?.type).toBe('text')
  })

  it('is off if the agent says so, and returns no blocks for an empty text', () => {
    expect(replyBlocks(carousel, false)).toEqual([{ type: 'text', text: carousel }])
    expect(replyBlocks(' \n ', true)).toEqual([])
  })

  it('parses hostile text in linear time', () => {
    for (const text of ['```carousel\n'.repeat(20_000), '`'.repeat(200_000), '```buttons ['.repeat(20_000)])
      expect(replyBlocks(text, true).length).toBeLessThan(2)
  })

  it('shows an unfinished reply up to where a block begins', () => {
    const shown = (text: string) => text.slice(0, showableLength(text, true))
    expect(shown('Hello there')).toBe('Hello there')
    expect(shown('Look:\n``')).toBe('Look:\n')
    expect(shown('Look:\n```')).toBe('Look:\n')
    expect(shown('Look:\n```caro')).toBe('Look:\n')
    expect(shown('Look:\n```carousel\n[{"ti')).toBe('Look:\n')
    expect(shown('Look:\n```js\nconst a')).toBe('Look:\n```js\nconst a')
    expect(shown(`Look:\n${carousel}\nMore`)).toBe('Look:\n')
    expect(shown('a `code` b')).toBe('a `code` b')
    expect(showableLength('Look:\n```carousel\n[', false)).toBe(19)
  })
})
