import { describe, expect, it } from 'vitest'
import { english } from '../language.ts'
import { lengthOf, presetsOf, rangeName } from './day-ranges.ts'

const preset = (label: string, today: string) => presetsOf(english, today).find((one) => one.label === label)

describe('the presets of ranges', () => {
  it('end today or with the month before, over the ends of months and years', () => {
    expect(preset('Last 7 days', '2026-03-02')).toMatchObject({ from: '2026-02-24', to: '2026-03-02' })
    expect(preset('Yesterday', '2026-01-01')).toMatchObject({ from: '2025-12-31', to: '2025-12-31' })
    expect(preset('This month', '2026-02-28')).toMatchObject({ from: '2026-02-01', to: '2026-02-28' })
    expect(preset('Last month', '2026-01-15')).toMatchObject({ from: '2025-12-01', to: '2025-12-31' })
    expect(preset('Last month', '2024-03-31')).toMatchObject({ from: '2024-02-01', to: '2024-02-29' })
  })

  it('have the length that they name', () => {
    for (const today of ['2026-01-01', '2026-03-30', '2024-02-29'])
      for (const { label, from, to } of presetsOf(english, today))
        for (const [, days] of label.matchAll(/(\d+) days/g)) expect(lengthOf(from, to)).toBe(Number(days))
  })
})

it('a range is called by its preset, else by its days', () => {
  const presets = presetsOf(english, '2026-11-25')
  expect(rangeName({ from: '2026-11-19', to: '2026-11-25' }, english, presets)).toBe('Last 7 days')
  expect(rangeName({ from: '2026-11-01', to: '2026-11-03' }, english, presets)).toMatch(/1.* – .*3/)
  expect(rangeName({ from: '2026-11-01' }, english, presets)).toMatch(/^From .*1/)
  expect(rangeName({ to: '2026-11-01' }, english, presets)).toMatch(/^Until .*1/)
  expect(rangeName({}, english, presets)).toBeUndefined()
})
