import type { WebFont } from '@parley/contracts/agent/web-font.ts'

/** The rules of a font's files. What the server checked when it fetched the font; its name is written as a text of CSS. */
export function webFontFaces(webFont: WebFont | undefined): string {
  if (!webFont) return ''
  const family = JSON.stringify(webFont.family)
  return webFont.faces
    .map(({ url, weight = 'normal', style = 'normal', unicodeRange }) => {
      const letters = unicodeRange ? `unicode-range:${unicodeRange};` : ''
      return `@font-face{font-family:${family};font-display:swap;src:url(${JSON.stringify(url)});font-weight:${weight};font-style:${style};${letters}}`
    })
    .join('')
}
