import { ColorInput, Group, Input, SegmentedControl, Select } from '@mantine/core'
import { servedFonts } from '@parley/contracts/agent/served-fonts.ts'
import { Section } from '../../design/page.tsx'
import { defaultPrimary } from '../../design/theme.ts'
import { fieldText, labelAndHelp, textAt } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { customThemeOf, hexOf, paletteIn, primaryOf, type ThemeType } from './custom-theme.ts'
import { PaletteEditor } from './palette-editor.tsx'
import { PictureField } from './picture-field.tsx'
import { WebFontField } from './web-font-field.tsx'

const swatches = ['#0070f3', '#0f766e', '#15803d', '#b45309', '#c2410c', '#be123c', '#7c3aed', '#1f2937']

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
  const palette = paletteIn(agent.customThemeJSONString)
  return (
    <Section
      title="Looks"
      explanation="Text on the primary colour is black or white, whichever reads better."
    >
      <Group gap="lg" align="flex-start">
        <Input.Wrapper {...labelAndHelp('theme')} labelElement="div">
          <div>
            <SegmentedControl
              aria-label={fieldText('theme').label}
              value={themeType}
              onChange={(value) => put({ themeType: value === 'dark' ? 'dark' : 'light' })}
              data={[
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
              ]}
            />
          </div>
        </Input.Wrapper>
        <ColorInput
          label="Primary colour"
          flex="1 1 200px"
          format="hex"
          eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
          swatches={swatches}
          defaultValue={primary ?? defaultPrimary}
          key={primary === undefined ? 'default' : 'own'}
          onChange={(typed) => {
            const hex = hexOf(typed)
            if (hex && hex !== (primary ?? defaultPrimary)) put({ primary: hex })
          }}
        />
        <Select
          {...labelAndHelp('fontFamily')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          flex="1 1 160px"
          data={fonts}
          searchable
          allowDeselect={false}
          value={font}
          onChange={(fontFamily) => edit({ fontFamily: fontFamily ?? 'DM Sans' })}
        />
      </Group>
      <WebFontField {...draft} />
      {primary && palette && (
        <PaletteEditor
          palette={palette}
          change={(nineColorPallet) =>
            edit({ customThemeJSONString: JSON.stringify({ primary, themeType, nineColorPallet }) })
          }
        />
      )}
      <PictureField
        name="chatBgURL"
        shape="square"
        value={agent.chatBgURL ?? ''}
        onChange={(chatBgURL) => edit({ chatBgURL })}
      />
    </Section>
  )
}
