/** In which direction texts are read. Without zod, for browsers. */

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const letters = /\p{L}/gu
const isAddress = (word: string) => word.includes('://') || word.includes('@') || word.startsWith('www.')

/** Direction of a text by what most of its letters are, addresses aside; undefined without letters. */
export function directionOf(text: string): 'ltr' | 'rtl' | undefined {
  const words = text.split(/\s/).filter((word) => !isAddress(word))
  const all = words.join(' ').match(letters) ?? []
  if (all.length === 0) return undefined
  return all.filter((letter) => rightToLeft.test(letter)).length * 2 > all.length ? 'rtl' : 'ltr'
}

/** The attribute of an element in `around`, with a space before it, if its text is read in the other direction. */
export function directionAttribute(text: string, around: 'ltr' | 'rtl'): string {
  const own = directionOf(text)
  return own === undefined || own === around ? '' : ` dir="${own}"`
}
