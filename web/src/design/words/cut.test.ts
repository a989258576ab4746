import { describe, expect, it } from 'vitest'
import { cut } from './cut.ts'

describe('cutting', () => {
  it('never splits a grapheme', () => {
    expect(cut('👩‍👩‍👧‍👦🎉🎉🎉', 3)).toBe('👩‍👩‍👧‍👦🎉…')
    expect(cut('👩‍👩‍👧‍👦🎉', 2)).toBe('👩‍👩‍👧‍👦🎉')
  })
})
