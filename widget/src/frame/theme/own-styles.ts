/**
 * The agent's own CSS, applied inside the frame only. The server has removed everything that would load from a third
 * party.
 */
export function ownStyles(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
