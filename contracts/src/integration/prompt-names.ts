/** Names and limits of prompts. Without zod, for browsers. */

/** Characters of a prompt's text: as many as a system prompt has. */
export const longestPrompt = 60_000
export const longestPromptName = 100
export const longestPromptDescription = 500
export const longestVersionNote = 200
/** Of a prompt, the newest ones, and the published one. */
export const keptPromptVersions = 50

/** Returns whether a version is kept once a newer one is saved. */
export function keptPromptVersion({ newest, published }: { newest: number; published: number }) {
  return (version: number): boolean => version > newest - keptPromptVersions || version === published
}

/** Names that differ in case or in spaces alone are the same. */
export function samePromptName(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}
