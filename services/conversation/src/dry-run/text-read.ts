import type { Block } from '@parley/contracts/conversation/blocks.ts'

/** What a visitor reads of a reply: its texts, and the labels of its buttons and cards. */
export function textRead(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => {
      if (block.type === 'text') return [block.text]
      if (block.type === 'buttons') return [block.buttons.map(({ label }) => `[${label}]`).join(' ')]
      if (block.type === 'carousel')
        return block.cards.map(({ title, description }) => [title, description].filter(Boolean).join('\n'))
      if (block.type === 'form')
        return [[block.title ?? '', ...block.fields.map(({ label }) => label)].join('\n')]
      return []
    })
    .join('\n\n')
    .trim()
}
