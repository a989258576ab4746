/** CSS that is ready to use, offered while no model writes any. Each addresses parts by `data-part` alone. */

export type Recipe = { title: string; says: string; css: string }

export const recipes: readonly Recipe[] = [
  {
    title: 'Square corners',
    says: 'Header, bubbles, field and buttons without rounding',
    css: `[data-part='header'],
[data-part='bubble'],
[data-part='composer'],
[data-part='choices'] button,
[data-part='send'] {
  border-radius: 0 !important;
}`,
  },
  {
    title: 'Very round bubbles',
    says: 'Messages as pills',
    css: `[data-part='bubble'] {
  border-radius: 22px !important;
  padding: 10px 16px;
}`,
  },
  {
    title: 'Gradient header',
    says: 'From your primary colour to a darker shade of it',
    css: `[data-part='header'] {
  background: linear-gradient(135deg, var(--primary), color-mix(in srgb, var(--primary), #000 28%));
  color: var(--on-primary);
}`,
  },
  {
    title: 'Light header',
    says: 'The colour of the page, with a thin line below',
    css: `[data-part='header'] {
  background: var(--surface);
  color: inherit;
  border-bottom: 1px solid color-mix(in srgb, currentColor 18%, transparent);
}`,
  },
  {
    title: 'Larger text',
    says: 'Messages two sizes up',
    css: `[data-part='bubble'] {
  font-size: 17px;
  line-height: 1.5;
}`,
  },
  {
    title: 'Denser messages',
    says: 'Less space in and between bubbles',
    css: `[data-part='bubble'] {
  padding: 6px 10px;
}

[data-part='agent-messages'],
[data-part='visitor-messages'] {
  gap: 3px;
}`,
  },
  {
    title: 'Soft shadows',
    says: 'Bubbles of the agent stand out from the background',
    css: `[data-part='agent-messages'] [data-part='bubble'] {
  box-shadow: 0 1px 2px rgb(0 0 0 / 8%), 0 4px 12px rgb(0 0 0 / 8%);
}`,
  },
  {
    title: 'Choices below each other',
    says: 'Buttons take the whole width',
    css: `[data-part='choices'] {
  flex-direction: column;
  align-items: stretch;
}

[data-part='choices'] button {
  text-align: start;
}`,
  },
]

/** What people ask for, to begin with. */
export const examplePrompts = [
  'Give the header a gradient of my brand colour',
  'Make the message bubbles rounder and roomier',
  'Make everything square and minimal',
  'Larger text that older visitors read easily',
] as const
