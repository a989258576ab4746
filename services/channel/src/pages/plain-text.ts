/** Turns the Markdown of a message into words without marks: Messenger and Instagram have no formatting. Pure. */
import { type Marks, markdownText } from '../delivery/markdown-text.ts'

const same = (text: string) => text
const none: Marks = {
  ...{ words: same, code: same, codeBlock: same, strong: same, em: same, del: same },
  heading: (content, inlines) => inlines(content),
}

/** Returns the words, without white space around them. */
export const plainText = (markdown: string): string => markdownText(markdown, none)
