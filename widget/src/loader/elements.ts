/**
 * Creates elements by DOM calls only, so that no Content-Security-Policy or Trusted Types policy of the page blocks
 * them.
 */

type Attributes = Record<string, string>

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const name in attributes) made.setAttribute(name, attributes[name] ?? '')
  made.append(...children)
  return made
}

/** Adds styles to a shadow root as an adopted sheet, which no policy treats as an inline style. */
export function adopt(root: ShadowRoot, css: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets.push(sheet)
}
