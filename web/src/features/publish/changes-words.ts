/** How many fields of an agent differ from what is published. */
export const changesWords = (changes: number) =>
  `${changes} unpublished ${changes === 1 ? 'change' : 'changes'}`
