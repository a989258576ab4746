import { Autocomplete, Button, ColorInput, Group, SegmentedControl } from '@mantine/core'
import { customThemeIn } from '@parley/contracts/agency/custom-theme.ts'
import {
  type ThemeColorUsage,
  type ThemeVariant,
  themeColorUsages,
  themeVariants,
} from '@parley/contracts/agency/looks.ts'
import { servedFonts } from '@parley/contracts/agent/served-fonts.ts'
import type { WebFont } from '@parley/contracts/agent/web-font.ts'
import { useMutation } from '@tanstack/react-query'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { customThemeOf, hexOf } from '../../design/theme/custom-theme.ts'
import { defaultPrimary } from '../../design/theme/theme.ts'
import { client, messageOf } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import type { AgencyDraft } from './use-agency-draft.ts'

const swatches = ['#0070f3', '#0f766e', '#15803d', '#b45309', '#c2410c', '#be123c', '#7c3aed', '#1f2937']
const variantNames: Record<ThemeVariant, string> = {
  default: 'Default',
  bordered: 'Bordered',
  faded: 'Faded',
  flat: 'Flat',
}
const usageNames: Record<ThemeColorUsage, string> = {
  plain: 'Plain',
  colorful: 'Colorful',
  gradient: 'Gradient',
}
const eyeDropperButtonProps = { 'aria-label': 'Pick a colour from the screen' }

/** Colour, variant, colour usage and font of the agency's pages (part 2 §2.2). */
export function ThemeTab(props: { draft: AgencyDraft; onFont: (asked: string, webFont: WebFont) => void }) {
  const { agency, edit, problems } = props.draft
  const theme = customThemeIn(agency.customThemeJSONString) ?? { primary: defaultPrimary, scheme: 'light' }
  const put = (change: { primary?: string; scheme?: 'light' | 'dark' }) => {
    const { primary, scheme } = { ...theme, ...change }
    edit({ customThemeJSONString: JSON.stringify(customThemeOf(primary, scheme)) })
  }
  return (
    <SettingSection
      title="Theme"
      explanation="Text on a colour is black or white, whichever reads better, and every colour is shaded until it can be seen."
    >
      <SettingRow label="Colour" size="short">
        {(texts) => (
          <ColorInput
            {...texts}
            format="hex"
            eyeDropperButtonProps={eyeDropperButtonProps}
            swatches={swatches}
            value={theme.primary}
            onChange={(typed) => {
              const primary = hexOf(typed)
              if (primary && primary !== theme.primary) put({ primary })
            }}
          />
        )}
      </SettingRow>
      <SettingRow grouped label="Colour scheme" help="In which pages open for whoever has not chosen one.">
        <SegmentedControl
          fullWidth
          aria-label="Colour scheme"
          value={theme.scheme}
          onChange={(scheme) => put({ scheme: scheme === 'dark' ? 'dark' : 'light' })}
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </SettingRow>
      <SettingRow grouped label="Theme variant" help="How fields and cards stand out.">
        <SegmentedControl
          fullWidth
          aria-label="Theme variant"
          value={agency.themeVariant}
          onChange={(themeVariant) => edit({ themeVariant })}
          data={themeVariants.map((value) => ({ value, label: variantNames[value] }))}
        />
      </SettingRow>
      <SettingRow
        grouped
        label="Colour usage"
        help="Plain colours what is to be used, colorful the navigation and the sign-in page too; gradient goes towards the second colour."
      >
        <SegmentedControl
          fullWidth
          aria-label="Colour usage"
          value={agency.themeColorUsage}
          onChange={(themeColorUsage) => edit({ themeColorUsage })}
          data={themeColorUsages.map((value) => ({ value, label: usageNames[value] }))}
        />
      </SettingRow>
      {agency.themeColorUsage === 'gradient' && (
        <SettingRow label="Second colour" help="Empty for a hue near the first one." size="short">
          {(texts) => (
            <ColorInput
              {...texts}
              format="hex"
              eyeDropperButtonProps={eyeDropperButtonProps}
              swatches={swatches}
              value={agency.secondaryColorHex}
              error={problems.get('secondaryColorHex')}
              onChange={(secondaryColorHex) => edit({ secondaryColorHex })}
            />
          )}
        </SettingRow>
      )}
      <FontRow {...props} />
    </SettingSection>
  )
}

/** A font that comes with the product, or one of the web, which the server checks and copies. */
function FontRow({ draft, onFont }: Parameters<typeof ThemeTab>[0]) {
  const { region, workspaceId } = useWorkspace()
  const { googleFont } = draft.agency
  const check = useMutation({
    mutationFn: (font: string) =>
      client.call('agency.fetchFont', { params: { region, workspaceId }, body: { font } }),
    onSuccess: ({ webFont }, asked) => onFont(asked, webFont),
  })
  const isServed = [...servedFonts, 'inherit'].some((font) => font === googleFont)
  const problem = check.error ? messageOf(check.error) : draft.problems.get('googleFont')
  return (
    <SettingRow
      label="Web font name"
      help="Choose one, or type the name of a Google font. It is copied to this server when you save, so that your clients load it from here; inherit takes the font of the device."
    >
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Autocomplete
          aria-label="Web font name"
          flex={1}
          maxLength={200}
          data={[...servedFonts, 'inherit']}
          filter={({ options }) => options}
          value={googleFont}
          error={problem}
          onChange={(typed) => {
            check.reset()
            draft.edit({ googleFont: typed })
          }}
        />
        {!isServed && (
          <Button
            variant="default"
            loading={check.isPending}
            disabled={!googleFont.trim()}
            onClick={() => check.mutate(googleFont.trim())}
          >
            Check font
          </Button>
        )}
      </Group>
    </SettingRow>
  )
}
