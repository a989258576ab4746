import { describe, expect, it } from 'vitest'
import { customThemeIn } from './custom-theme.ts'
import { mailBrandOf } from './looks.ts'

const steps = Array.from({ length: 10 }, (_, nth) => [142, 72, 95 - nth * 10])
const theme = { primary: '#15803D', nineColorPallet: steps, themeType: 'dark' }
const ignored = [
  '',
  'null',
  '{',
  '{"primary":"#15803d"}',
  JSON.stringify({ ...theme, primary: 'green' }),
  JSON.stringify({ ...theme, nineColorPallet: 'ten letters' }),
  JSON.stringify({ ...theme, nineColorPallet: steps.slice(1) }),
]

describe('the custom theme of an agency', () => {
  it('has a primary colour and ten steps, else it is ignored', () => {
    expect(customThemeIn(JSON.stringify(theme))).toEqual({ primary: '#15803d', scheme: 'dark' })
    for (const json of ignored) expect(customThemeIn(json), json).toBeUndefined()
  })

  it('colours mails, else they have the colour of the product', () => {
    const footer = { mainWebsite: '', supportEmail: '', tosPage: '', privacyPolicypPage: '', address: '' }
    const colourOf = (customThemeJSONString: string) =>
      mailBrandOf(
        { name: 'Northwind', squarePhotoURL: '', customThemeJSONString, ...footer },
        'https://parley.example',
        { region: 'na', agencyId: 'a1' },
      ).colour
    expect(colourOf(JSON.stringify(theme))).toBe('#15803d')
    for (const json of ignored) expect(colourOf(json), json).toBe('#0070f3')
  })
})
