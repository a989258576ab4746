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

/** A 24 px icon of one path, in the text's colour. */
export function icon(path: string, filled = false): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  if (filled) svg.setAttribute('class', 'filled')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

export const icons = {
  chat: 'M6.5 4h11A3.5 3.5 0 0 1 21 7.5v6a3.5 3.5 0 0 1-3.5 3.5H12l-4.5 3.8V17h-1A3.5 3.5 0 0 1 3 13.5v-6A3.5 3.5 0 0 1 6.5 4z',
  down: 'M6 9.5l6 6 6-6',
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  whatsapp:
    'M3 21l1.5-4.6a8.7 8.7 0 1 1 3.3 3.2zM9 8c-1.5 2.5 3.5 8 6.5 7.5l1-1.7-2.2-1.3-1.1.9c-1.2-.5-2-1.3-2.5-2.5l.9-1.1-1.1-2.2z',
}
