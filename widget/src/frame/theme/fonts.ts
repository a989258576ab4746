/** The fonts that an agent can have besides DM Sans, from our own origin. Only a chat that has one loads this file. */

import interExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
import loraExt from '@fontsource-variable/lora/files/lora-latin-ext-wght-normal.woff2'
import lora from '@fontsource-variable/lora/files/lora-latin-wght-normal.woff2'
import montserratExt from '@fontsource-variable/montserrat/files/montserrat-latin-ext-wght-normal.woff2'
import montserrat from '@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2'
import nunitoExt from '@fontsource-variable/nunito/files/nunito-latin-ext-wght-normal.woff2'
import nunito from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2'
import openSansExt from '@fontsource-variable/open-sans/files/open-sans-latin-ext-wght-normal.woff2'
import openSans from '@fontsource-variable/open-sans/files/open-sans-latin-wght-normal.woff2'
import robotoExt from '@fontsource-variable/roboto/files/roboto-latin-ext-wght-normal.woff2'
import roboto from '@fontsource-variable/roboto/files/roboto-latin-wght-normal.woff2'

import type { WebFont } from '@parley/contracts/agent/web-font.ts'

/** The address of the Latin letters, and of those of Central Europe and Turkey. */
const files: Record<string, [latin: string, extended: string]> = {
  Inter: [inter, interExt],
  Lora: [lora, loraExt],
  Montserrat: [montserrat, montserratExt],
  Nunito: [nunito, nunitoExt],
  'Open Sans': [openSans, openSansExt],
  Roboto: [roboto, robotoExt],
}

const extendedLetters = 'U+0100-0130, U+0132-0151, U+0154-017F, U+0218-021B'

/**
 * Makes the font of this name available: the agent's own, whose files the server keeps, or one of ours. Any other name is
 * left to the visitor's device.
 */
export function addFont(name: string, own?: WebFont): void {
  if (own?.family === name) {
    for (const { url, ...face } of own.faces)
      document.fonts.add(new FontFace(name, `url(${JSON.stringify(url)})`, { ...face, display: 'swap' }))
    return
  }
  const [latin, extended] = files[name] ?? []
  if (!latin || !extended) return
  const add = (file: string, unicodeRange?: string) =>
    document.fonts.add(
      new FontFace(name, `url(${file})`, {
        weight: '400 700',
        display: 'swap',
        ...(unicodeRange ? { unicodeRange } : {}),
      }),
    )
  add(extended, extendedLetters)
  add(latin)
}
