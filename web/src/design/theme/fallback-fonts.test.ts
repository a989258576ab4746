import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { themeOf } from './theme.ts'

const css = readFileSync(new URL('fallback-fonts.css', import.meta.url), 'utf8')
const faces = [...css.matchAll(/@font-face \{([^}]+)\}/g)].map(([, body = '']) => {
  const of = (name: string) => new RegExp(`${name}: ([^;]+);`).exec(body)?.[1] ?? ''
  const share = (name: string) => Number.parseFloat(of(name)) / 100
  return {
    family: of('font-family').replaceAll('"', ''),
    weight: Number(of('font-weight')),
    ascent: share('ascent-override') * share('size-adjust'),
    descent: share('descent-override') * share('size-adjust'),
  }
})

it('are as high as DM Sans at every weight that the interface has', () => {
  for (const { ascent, descent } of faces) {
    expect(ascent).toBeCloseTo(0.992, 3)
    expect(descent).toBeCloseTo(0.31, 3)
  }
  for (const family of new Set(faces.map((face) => face.family))) {
    const weights = faces.filter((face) => face.family === family).map(({ weight }) => weight)
    expect(weights).toEqual([400, 500, 600, 700])
  }
})

it('come right after DM Sans', () => {
  const families = themeOf()
    .fontFamily?.split(',')
    .map((name) => name.trim().replaceAll("'", ''))
  const fitted = [...new Set(faces.map(({ family }) => family))]
  expect(families?.slice(0, 2 + fitted.length)).toEqual(['DM Sans Variable', 'DM Sans', ...fitted])
})
