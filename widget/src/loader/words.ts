export type Words = { open: string; close: string; dismiss: string }

/** Of what the server gave with the agent; English where it gave no words of the language. */
export function wordsFor(language: string, given: Record<string, string>): Words {
  const line = given[language.slice(0, 2).toLowerCase()] ?? given.en ?? ''
  const [open = '', close = '', dismiss = ''] = line.split('|')
  return { open, close, dismiss }
}
