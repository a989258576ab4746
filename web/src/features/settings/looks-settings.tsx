import { ColorInput, Switch } from '@mantine/core'
import { servedFonts } from '@parley/contracts/agent/served-fonts.ts'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { t } from '../../design/language.ts'
import {
  customThemeOf,
  hexOf,
  paletteIn,
  primaryOf,
  type Step,
  type ThemeType,
} from '../../design/theme/custom-theme.ts'
import { defaultPrimary } from '../../design/theme/theme.ts'
import { fieldText, textAt } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { FieldRow, SelectField } from './fields.tsx'
import { PaletteEditor } from './palette-editor.tsx'
import { PictureField } from './picture-field.tsx'
import { WebFontField } from './web-font-field.tsx'

const swatches = ['#0070f3', '#0f766e', '#15803d', '#b45309', '#c2410c', '#be123c', '#7c3aed', '#1f2937']

const isSame = (one: Step[], other: Step[]) => JSON.stringify(one) === JSON.stringify(other)

/** Colours, font and background of the agent. */
export function Looks(draft: AgentDraft) {
  const { agent, edit } = draft
  const themeType: ThemeType = agent.theme?.includes('dark') ? 'dark' : 'light'
  const primary = primaryOf(agent.customThemeJSONString)
  const put = (given: { primary?: string; themeType?: ThemeType }) => {
    const next = { primary, themeType, ...given }
    edit({
      theme: next.themeType === 'dark' ? 'blue-dark' : 'blue-light',
      customThemeJSONString: next.primary ? JSON.stringify(customThemeOf(next.primary, next.themeType)) : '',
    })
  }
  const font = textAt(agent, 'fontFamily')
  const fonts = [
    ...new Set([...servedFonts, 'inherit', ...(agent.webFont ? [agent.webFont.family] : []), font]),
  ]
  // What follows from the default colour is shown too, so that each step can be edited at once.
  const shownPrimary = primary ?? defaultPrimary
  const usual = customThemeOf(shownPrimary, themeType).nineColorPallet
  const palette = (primary && paletteIn(agent.customThemeJSONString)) || usual
  const putPalette = (nineColorPallet: Step[]) =>
    edit({ customThemeJSONString: JSON.stringify({ primary: shownPrimary, themeType, nineColorPallet }) })
  return (
    <SettingSection
      title={t('Looks')}
      explanation={t('Text on the primary colour is black or white, whichever reads better.')}
    >
      <FieldRow name="theme" label={t('Dark mode')}>
        {(texts) => (
          <Switch
            {...texts}
            checked={themeType === 'dark'}
            onChange={(event) => put({ themeType: event.currentTarget.checked ? 'dark' : 'light' })}
          />
        )}
      </FieldRow>
      <FieldRow name="customThemeJSONString" label={t('Primary colour')} size="short">
        {(texts) => (
          <ColorInput
            {...texts}
            format="hex"
            eyeDropperButtonProps={{ 'aria-label': t('Pick a colour from the screen') }}
            swatches={swatches}
            defaultValue={primary ?? defaultPrimary}
            key={primary === undefined ? 'default' : 'own'}
            onChange={(typed) => {
              const hex = hexOf(typed)
              if (hex && hex !== (primary ?? defaultPrimary)) put({ primary: hex })
            }}
          />
        )}
      </FieldRow>
      <SettingRow
        label={t('Palette')}
        help={t(
          'Ten steps that follow from the primary colour, in dark mode from dark to light. Each can be changed.',
        )}
        words={fieldText('customThemeJSONString').words}
        size="wide"
      >
        <PaletteEditor
          palette={palette}
          change={putPalette}
          reset={isSame(palette, usual) ? undefined : () => putPalette(usual)}
        />
      </SettingRow>
      <SelectField
        name="fontFamily"
        data={fonts}
        searchable
        value={font}
        onChange={(fontFamily) => edit({ fontFamily })}
      />
      <WebFontField {...draft} />
      <PictureField
        name="chatBgURL"
        shape="square"
        value={agent.chatBgURL ?? ''}
        onChange={(chatBgURL) => edit({ chatBgURL })}
      />
    </SettingSection>
  )
}
