import { describe, expect, it } from 'vitest'
import { UNKNOWN_MARK, unmarkedLength, withoutMark } from './unknown-mark.ts'

describe('the mark of an unanswered question', () => {
  it.each([
    ['I don’t know that.\n\n[[unknown]]', 'I don’t know that.'],
    ['I don’t know that. [[Unknown]]\n', 'I don’t know that.'],
    ['[[unknown]]', ''],
  ])('is removed from %j', (said, left) => {
    expect(withoutMark(said)).toEqual({ text: left, marked: true })
  })

  it.each(['We are open.', 'The list is [[1, 2]] and [unknown].\n', ''])('leaves %j as it is', (said) => {
    expect(withoutMark(said)).toEqual({ text: said, marked: false })
  })

  it('is never shown, whatever pieces it is streamed in', () => {
    // Its lower case is longer than the original.
    const said = `İ don’t know [that].\n${UNKNOWN_MARK}`
    for (let length = 0; length <= said.length; length++) {
      const shown = said.slice(0, unmarkedLength(said.slice(0, length)))
      expect(said.slice(0, length).startsWith(shown)).toBe(true)
      expect(shown).not.toContain('[[')
    }
    expect(unmarkedLength(said)).toBe(said.length - UNKNOWN_MARK.length)
  })

  it('holds back nothing else', () => {
    expect(unmarkedLength('a [list](x) of [[things')).toBe('a [list](x) of [[things'.length)
  })
})
