export type Words = { open: string; close: string; dismiss: string; wrong: string; again: string }

/** Picks the words of the language from those that the server sent with the agent; English if there are none. */
export function wordsFor(language: string, given: Record<string, string>): Words {
  const line = given[language.slice(0, 2).toLowerCase()] ?? given.en ?? ''
  const [open = '', close = '', dismiss = '', wrong = '', again = ''] = line.split('|')
  return { open, close, dismiss, wrong, again }
}
