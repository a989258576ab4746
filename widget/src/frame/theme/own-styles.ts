/** The agent's own CSS, inside the frame alone. The server has left out of it what would ask a third party. */
export function ownStyles(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
