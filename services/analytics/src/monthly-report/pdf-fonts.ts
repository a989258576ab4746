/**
 * The fonts of a PDF: Noto Sans, in files by script. Each character is set in the first font that has it; one that none
 * has, such as an emoji, is left out rather than shown as a box.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Language } from '@parley/contracts/languages.ts'
import subsetFont from 'subset-font'
import { unpackedWoff } from './woff.ts'

export type Weight = 'regular' | 'bold'
/** `name`: of the font in the document. `rightToLeft`: shaped and read from the right. */
export type Run = { text: string; font: string; rightToLeft: boolean }

type FontFile = { name: string; ranges: [from: number, to: number][]; file: (weight: Weight) => string }

const require = createRequire(import.meta.url)
const weights = { regular: 400, bold: 700 } as const

/** Small ones that keep what a script needs to be shaped. The first one has spaces, digits and punctuation. */
const scripts = [
  '@fontsource/noto-sans',
  '@fontsource/noto-sans-arabic',
  '@fontsource/noto-sans-hebrew',
  '@fontsource/noto-sans-thai',
]
const ownScripts =
  /^(?:latin|latin-ext|cyrillic|cyrillic-ext|greek|greek-ext|vietnamese|devanagari|arabic|hebrew|thai)$/
/** In about a hundred files each, of which those with the characters of a document are read. */
const ideographs = {
  sc: '@fontsource-variable/noto-sans-sc',
  jp: '@fontsource-variable/noto-sans-jp',
  kr: '@fontsource-variable/noto-sans-kr',
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

export type PdfFonts = {
  /** The parts of a text that are set in one font each, without the characters that no font has. */
  runsOf(text: string, weight: Weight): Run[]
}

/** Registers what the texts of a document need. */
export async function pdfFonts(
  document: { registerFont(name: string, source: Buffer): unknown },
  texts: Record<Weight, readonly string[]>,
  language: Language,
): Promise<PdfFonts> {
  const small = scripts.flatMap((name) => filesOf(name, false)).sort(latinFirst)
  const registered = new Set<string>()
  const ofCharacter: Record<Weight, Map<string, string>> = { regular: new Map(), bold: new Map() }
  for (const weight of ['regular', 'bold'] as const) {
    const wanted = new Map<FontFile, Set<string>>()
    for (const text of texts[weight]) {
      const large = orderFor(text, language).flatMap((name) => filesOf(name, true))
      for (const character of text) {
        if (ofCharacter[weight].has(character)) continue
        const code = character.codePointAt(0) ?? 0
        const found = small.find((file) => has(file, code))
        if (found) {
          const name = `${found.name}-${weight}`
          if (!registered.has(name))
            document.registerFont(name, unpackedWoff(readFileSync(found.file(weight))))
          registered.add(name)
          ofCharacter[weight].set(character, name)
          continue
        }
        const slice = isIdeographic(character) ? large.find((file) => has(file, code)) : undefined
        if (!slice) continue
        wanted.set(slice, (wanted.get(slice) ?? new Set()).add(character))
        ofCharacter[weight].set(character, `${slice.name}-${weight}`)
      }
    }
    for (const [slice, characters] of wanted)
      document.registerFont(
        `${slice.name}-${weight}`,
        // The PDF library can't take one weight out of a variable font.
        await subsetFont(readFileSync(slice.file(weight)), [...characters].join(''), {
          targetFormat: 'truetype',
          variationAxes: { wght: weights[weight] },
        }),
      )
  }

  return {
    runsOf(text, weight) {
      const runs: Run[] = []
      for (const character of text) {
        // Marks of direction, as numbers in Arabic have, would be drawn as boxes.
        if (/\p{Bidi_Control}/u.test(character)) continue
        const font = ofCharacter[weight].get(character)
        if (font === undefined) continue
        const last = runs.at(-1)
        if (last?.font === font) last.text += character
        else runs.push({ text: character, font, rightToLeft: rightToLeft.test(character) })
      }
      return runs
    },
  }
}

// bounded: by the fonts above
const files = new Map<string, FontFile[]>()

function filesOf(packageName: string, variable: boolean): FontFile[] {
  const known = files.get(packageName)
  if (known) return known
  const family = packageName.slice(packageName.indexOf('/') + 1)
  const folder = require.resolve(`${packageName}/package.json`).replace(/package\.json$/, 'files/')
  const listed: Record<string, string> = require(`${packageName}/unicode.json`)
  const found = Object.entries(listed).flatMap(([subset, ranges]): FontFile[] => {
    const part = subset.replace(/[[\]]/g, '')
    if (!variable && !ownScripts.test(part)) return []
    const name = `${family}-${part}`
    const file = (weight: Weight) =>
      variable ? `${folder}${name}-wght-normal.woff2` : `${folder}${name}-${weights[weight]}-normal.woff`
    return [{ name, ranges: rangesIn(ranges), file }]
  })
  files.set(packageName, found)
  return found
}

const latinFirst = (a: FontFile, b: FontFile) =>
  Number(b.name === 'noto-sans-latin') - Number(a.name === 'noto-sans-latin')

function rangesIn(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [from = '', to = from] = range.trim().slice(2).split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}

const has = ({ ranges }: FontFile, code: number) => ranges.some(([from, to]) => code >= from && code <= to)

const isIdeographic = (character: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u.test(
    character,
  )

/** The same character is drawn differently in Chinese, Japanese and Korean; `language` is that of the document. */
function orderFor(text: string, language: Language): string[] {
  const { sc, jp, kr } = ideographs
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [jp, sc, kr]
  if (/\p{Script=Hangul}/u.test(text)) return [kr, sc, jp]
  return language === 'ja' ? [jp, sc, kr] : [sc, jp, kr]
}
