import { expect, it } from 'vitest'
import { draftsText, storedDrafts } from './draft-storage.ts'

it('stores a draft with what it began from, so that conflicts are found after a reload too', () => {
  const drafts = { a1: { edits: { title: 'Store' }, base: { title: 'Shop' } } }
  expect(storedDrafts(draftsText(drafts))).toEqual(drafts)
})

it('stores no secret', () => {
  const drafts = {
    a1: {
      edits: { title: 'Store', vfSettings: { apiKey: 'VF.secret' }, SECRET_API_KEY: 'vg_secret' },
      base: { title: 'Shop', vfSettings: {}, SECRET_API_KEY: 'vg_former' },
    },
    a2: { edits: { SECRET_API_KEY: 'vg_secret' }, base: {} },
  }
  const text = draftsText(drafts)
  expect(text).not.toMatch(/secret|former/)
  expect(storedDrafts(text)).toMatchObject({ a1: { edits: { title: 'Store' } } })
  expect(storedDrafts(text)).not.toHaveProperty('a2')
})

it('restores nothing from what it cannot read', () => {
  for (const text of [null, '', '{', '[]', 'null', '7', '{"a1":{"edits":3}}'])
    expect(storedDrafts(text)).toEqual({})
})
