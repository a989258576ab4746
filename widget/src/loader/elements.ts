/** Elements by DOM calls alone: a page's Content-Security-Policy and Trusted Types have nothing to refuse. */

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

/** Styles for a shadow root: adopted sheets are no inline style to any policy. */
export function adopt(root: ShadowRoot, css: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets.push(sheet)
}
