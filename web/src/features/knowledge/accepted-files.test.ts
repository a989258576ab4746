import * as contract from '@parley/contracts/knowledge/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { documentExtensions, maxDocumentMB, refusalOf } from './accepted-files.ts'

describe('accepted files', () => {
  it('match the contract', () => {
    expect(documentExtensions).toEqual(contract.documentExtensions)
    expect(maxDocumentMB).toBe(contract.maxDocumentMB)
  })

  it.each([
    ['manual.pdf', 10_000_000, undefined],
    ['MANUAL.PDF', 1, undefined],
    ['manual.pdf', 10_000_001, 'Max size: 10 MBs'],
    ['manual.exe', 1, 'Only .txt, .md, .pdf, .docx, .html, .htm, .csv Files'],
    ['pdf', 1, 'Only .txt, .md, .pdf, .docx, .html, .htm, .csv Files'],
  ])('%s of %d bytes: %s', (name, size, refusal) => {
    expect(refusalOf({ name, size })).toBe(refusal)
  })
})
