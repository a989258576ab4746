/** A flow that asks for one of two sizes with buttons, and says which it is. */
const position = { x: 0, y: 0 }

export const sizesFlow = [
  { id: 's', type: 'start' as const, position, next: 'menu' },
  {
    ...{ id: 'menu', type: 'buttons' as const, position, text: 'Which size?' },
    buttons: ['Small', 'Large'].map((label) => ({ id: label, label, next: label })),
  },
  ...['Small', 'Large'].map((label) => ({
    ...{ id: label, type: 'end' as const, position, text: `${label} it is.` },
  })),
]
