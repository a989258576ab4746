import { expect, it } from 'vitest'
import { tokensOf } from './prompt-tokens.ts'

it.each([
  ['', 0],
  ['You are kind.', 4],
  ['Вы добры', 4],
  ['您好', 2],
])('%j has about %i tokens', (text, tokens) => expect(tokensOf(text)).toBe(tokens))
