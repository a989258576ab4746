import { expect, test } from 'vitest'
import { readTokenText, tokenTexts } from './token-texts.ts'

const textOf = tokenTexts({ masterKey: Buffer.alloc(32, 1) })
const id = 'AbcdefghijklmnopQR12'

test('a text names its workspace and itself, also where the workspace has an underscore', () => {
  for (const tenant of ['0a1b2c3d4e5f', 'work_space-1']) {
    const text = textOf(tenant, id)
    expect(text).toMatch(/^pat_[\w-]+_[A-Za-z0-9]{60}[a-z0-9]{7}$/)
    expect(readTokenText(text)).toEqual({ tenant, tokenId: id })
    expect(textOf(tenant, id)).toBe(text)
  }
})

test('each token, workspace and installation has another secret', () => {
  const elsewhere = tokenTexts({ masterKey: Buffer.alloc(32, 2) })
  const secrets = [
    textOf('w1', id),
    textOf('w1', id.toLowerCase().slice(0, 20)),
    textOf('w2', id),
    elsewhere('w1', id),
  ]
  expect(new Set(secrets.map((text) => text.slice(-47, -7))).size).toBe(4)
})

test('a text with a wrong or missing letter is none', () => {
  const text = textOf('w1', id)
  for (const wrong of [
    text.slice(0, -1),
    `${text}0`,
    text.replace('pat_', 'pat-'),
    '',
    'pat_',
    text.replace('w1', 'w2'),
  ])
    expect(readTokenText(wrong)).toBeUndefined()
  const [letter = ''] = text.slice(40, 41)
  expect(readTokenText(text.slice(0, 40) + (letter === 'a' ? 'b' : 'a') + text.slice(41))).toBeUndefined()
})
