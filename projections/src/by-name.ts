/** Sorts as `localeCompare` in English does, which takes several times as long. */
export const byName = new Intl.Collator('en').compare
