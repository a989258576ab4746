import { describe, expect, it } from 'vitest'
import { changeOf, duration } from './figure-words.ts'

it.each([
  [0, '0 s'],
  [820, '820 ms'],
  [4_230, '4.2 s'],
  [60_000, '1 min'],
  [185_000, '3 min 5 s'],
  [7_800_000, '2 h 10 min'],
  [7_200_000, '2 h'],
])('formats %d ms as %s', (ms, text) => expect(duration(ms)).toBe(text))

it.each([
  [820, 'de', '820 ms'],
  [4_230, 'de', '4,2 Sek.'],
  [7_800_000, 'de', '2 Std. 10 Min.'],
  [185_000, 'ja', '3 分 5 秒'],
  [7_800_000, 'en-US', '2 h 10 min'],
])('formats %d ms in %s as %s', (ms, language, text) => expect(duration(ms, language)).toBe(text))

describe('the change of a figure', () => {
  const count = { label: '', unit: 'count', brief: '', counted: '' } as const
  it('is in percent, and neutral where no direction is better', () => {
    expect(changeOf(count, { value: 150, before: 100 })).toEqual({ text: '↑ 50%', mood: 'neutral' })
    expect(changeOf(count, { value: 3, before: 0 })).toEqual({ text: 'up from 0', mood: 'neutral' })
    expect(changeOf(count, { value: null, before: 3 })).toBeUndefined()
    expect(changeOf(count, { value: 0, before: 0 })).toBeUndefined()
    expect(changeOf(count, { value: 3, before: 3 })?.text).toBe('no change')
  })
  it('is in percentage points for shares', () => {
    const share = { label: '', unit: 'share', brief: '', counted: '', better: 'higher' } as const
    expect(changeOf(share, { value: 0.5, before: 0.625 })).toEqual({ text: '↓ 12.5 points', mood: 'bad' })
  })
  it('is in the language of its reader', () => {
    const share = { label: '', unit: 'share', brief: '', counted: '' } as const
    const t = (english: string, values?: Readonly<Record<string, string>>) =>
      english === '{points} points' ? `${values?.points} Pkt.` : 'unverändert'
    expect(changeOf(share, { value: 0.625, before: 0.5 }, 'de', t)?.text).toBe('↑ 12,5 Pkt.')
    expect(changeOf(share, { value: 0.5, before: 0.5 }, 'de', t)?.text).toBe('unverändert')
  })
  it('is good if the value falls and lower is better', () => {
    const time = { label: '', unit: 'milliseconds', brief: '', counted: '', better: 'lower' } as const
    expect(changeOf(time, { value: 900, before: 1000 })).toEqual({ text: '↓ 10%', mood: 'good' })
  })
})
