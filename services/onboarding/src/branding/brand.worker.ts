/** Reads what a stranger's website sent, in a thread of its own that is ended when it takes too much time or memory. */
import { parentPort, workerData } from 'node:worker_threads'
import type { BrandingInfo } from '@parley/contracts/onboarding/endpoints.ts'
import { decodeHtml } from '@parley/kernel/outgoing/decode-html.ts'
import { colorsInCss } from './css-colors.ts'
import { colorsOfPicture, fillsOfSvg, type IconFile, iconFileOf } from './icon-file.ts'
import { type PageMarks, readPageMarks } from './page-marks.ts'
import { rankColors } from './rank-colors.ts'

export type BrandJob =
  | { kind: 'page'; html: Uint8Array; charset?: string | undefined }
  | {
      kind: 'brand'
      marks: PageMarks
      css: string
      themeColors: string[]
      /** In the order in which they are preferred. */
      icons: Uint8Array[]
      logos: Uint8Array[]
    }
export type Brand = Pick<BrandingInfo, 'colors' | 'favicon' | 'logo' | 'themeMode'>
export type BrandAnswer = { marks: PageMarks } | { brand: Brand }

function answer(job: BrandJob): BrandAnswer {
  if (job.kind === 'page') return { marks: readPageMarks(decodeHtml(job.html, job.charset)) }
  const { marks, css, themeColors } = job
  const icons = job.icons.flatMap((bytes) => iconFileOf(Buffer.from(bytes)) ?? [])
  const logos = job.logos.flatMap((bytes) => iconFileOf(Buffer.from(bytes)) ?? [])
  const found = colorsInCss(`${css}\n${marks.inlineCss}`, marks.names)
  const drawings = [...icons, ...logos]
  const colors = rankColors({
    theme: [...marks.themeColors, ...themeColors],
    tiles: marks.tileColors,
    fills: [...marks.logoFills, ...drawings.flatMap(fillsOfSvg)],
    css: found.weights,
    picture: drawings.map(colorsOfPicture).find((hues) => hues.length > 0) ?? [],
  })
  const [icon] = icons.toSorted((one, other) => fitness(other) - fitness(one))
  const [logo] = logos
  return {
    brand: {
      colors,
      themeMode: (found.dark ?? marks.darkByMark) ? 'dark' : 'light',
      ...(icon ? { favicon: addressOf(icon) } : {}),
      ...(logo ? { logo: addressOf(logo) } : {}),
    },
  }
}

/** A round picture of 40 to 128 px is made of it; drawings are sharp in any size. */
function fitness({ type, width, height }: IconFile): number {
  if (type === 'image/svg+xml') return 150
  const side = Math.min(width, height) || 100
  const square = width === height ? 0 : -60
  return Math.min(side, 192) - Math.max(0, side - 512) / 10 + square
}

const addressOf = ({ type, bytes }: IconFile) => `data:${type};base64,${bytes.toString('base64')}`

parentPort?.postMessage(answer(workerData))
