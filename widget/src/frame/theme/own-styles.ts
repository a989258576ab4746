/**
 * The agent's own CSS, inside the frame alone. A constructed sheet knows no `@import`; an address in a value that
 * is not embedded data or this server's own is taken out, so that no third party learns of the visit.
 */
export function ownStyles(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  clean(sheet.cssRules)
  return sheet
}

function clean(rules: CSSRuleList): void {
  for (const rule of rules) {
    const { style, cssRules } = rule as { style?: CSSStyleDeclaration; cssRules?: CSSRuleList }
    if (cssRules) clean(cssRules)
    for (const name of style ? [...style] : []) {
      if (leadsElsewhere(style?.getPropertyValue(name) ?? '', location.origin)) style?.removeProperty(name)
    }
  }
}

/** Whether a value, as the browser writes it, fetches from another origin. */
export function leadsElsewhere(value: string, origin: string): boolean {
  const read =
    /url\(\s*(?:"((?:[^"\\]|\\.)*)"\s*|'((?:[^'\\]|\\.)*)'\s*|((?:[^\s"'()\\]|\\.)(?:[^"'()\\]|\\.)*)?)\)/gi
  const rest = value.replace(read, '')
  // What is not understood, or spelled with escapes as only a custom property keeps them, is not trusted.
  if (/url\(|src\(|\\[^"'(\\]*\(/i.test(rest) || (/image-set\(/i.test(rest) && /["']/.test(rest))) return true
  return [...value.matchAll(read)].some(([, double, single, bare]) => {
    const address = (double ?? single ?? bare ?? '').trim()
    if (/^(data:image\/|#)/i.test(address)) return false
    try {
      return new URL(address, origin).origin !== origin
    } catch {
      return true
    }
  })
}
