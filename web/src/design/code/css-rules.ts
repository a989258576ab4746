/** Rules of custom CSS for one part of the chat, and CSS that is added to other CSS. Pure functions. */

/** Finds the rule of a part alone, or adds an empty one at the end. `at`: where to write, within its braces. */
export function withRuleOf(
  css: string,
  part: string,
): { insert?: { from: number; text: string }; at: number } {
  const rule = new RegExp(`(?:^|[\\n}])[ \\t]*\\[data-part=["']?${part}["']?\\] ?\\{`).exec(css)
  if (rule) return { at: rule.index + rule[0].length }
  const text = `${gapAfter(css)}[data-part='${part}'] {\n  \n}\n`
  return { insert: { from: css.length, text }, at: css.length + text.length - '\n}\n'.length }
}

/** The text that adds CSS at the end of other CSS; undefined if it is there already. */
export function addition(css: string, added: string): string | undefined {
  const own = added.trim()
  return own === '' || css.includes(own) ? undefined : `${gapAfter(css)}${own}\n`
}

function gapAfter(css: string): string {
  if (css.trim() === '' || css.endsWith('\n\n')) return ''
  return css.endsWith('\n') ? '\n' : '\n\n'
}

/** The CSS in the fenced blocks of a message; empty if there is none. */
export function cssIn(message: string): string {
  return message
    .split('```')
    .filter((_, nth) => nth % 2 === 1)
    .map((block) => /^(?:css)?[ \t]*\n([\s\S]*)$/i.exec(block)?.[1]?.trim() ?? '')
    .filter((css) => css !== '')
    .join('\n\n')
}

/** Texts and blocks of code of a message, in order. */
export function piecesIn(message: string): { code: boolean; text: string }[] {
  return message.split('```').flatMap((piece, nth) => {
    const code = nth % 2 === 1
    const text = (code ? piece.replace(/^[a-z]*\n/i, '') : piece).trim()
    return text === '' ? [] : [{ code, text }]
  })
}
