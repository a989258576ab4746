import { agencyBrand } from '@parley/contracts/client/sign-in-endpoints.ts'
import { expect, test } from 'vitest'
import { agencyOf } from './previewed.samples.ts'
import { previewedOf } from './previewed.ts'

const webFont = { source: 'Lato', family: 'Lato', faces: [] }

test('the preview is told what strangers see of an agency, with its unsaved settings and clean CSS', () => {
  const { brand } = previewedOf(agencyOf(), { region: 'eu', css: '.clean{}', webFont: undefined })
  expect(agencyBrand.parse(brand)).toEqual(brand)
  // Nothing of it is left out.
  const { webFont: _, ...always } = agencyBrand.shape
  expect(Object.keys(brand).sort()).toEqual(Object.keys(always).sort())
  expect(brand).toMatchObject({
    agencyId: 'agency-1',
    region: 'eu',
    name: 'Northwind',
    customCSS: '.clean{}',
  })
})

test('the preview is told neither the secret of an agency nor its price', () => {
  const told = JSON.stringify(previewedOf(agencyOf(), { region: 'na', css: '', webFont: undefined }))
  const { secret, ssoSecretCreatedAt = '', userId, USDPerToken } = agencyOf()
  for (const kept of [secret, ssoSecretCreatedAt, userId, String(USDPerToken), 'ssoSecret', 'secret'])
    expect(told).not.toContain(kept)
})

test('files of a font are those of the font that is chosen', () => {
  const { brand } = previewedOf(agencyOf(), { region: 'na', css: '', webFont })
  expect(brand.webFont).toEqual(webFont)
})
