import { Text } from '@mantine/core'
import { longestAgencyCss } from '@parley/contracts/agency/looks.ts'
import { CssEditor } from '../../design/code/css-editor.tsx'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import type { AgencyDraft } from './use-agency-draft.ts'

/** CSS for the pages of the agency's clients, by their stable `data-part` names. */
export function CssTab({ agency, edit, problems }: AgencyDraft) {
  return (
    <SettingSection title="Custom CSS">
      <SettingRow
        label="CSS"
        size="wide"
        help="Applies to your clients’ pages alone. Select by data-part: sign-in, sign-in-card, side-nav, nav-entry, top-bar, status, brand, brand-logo, brand-name, page, page-title, section, footer. What loads anything from other sites is left out."
      >
        <CssEditor
          label="Custom CSS"
          placeholder={'[data-part="sign-in-card"] {\n  border-radius: 0;\n}'}
          maxLength={longestAgencyCss}
          value={agency.customCSS}
          onChange={(customCSS) => edit({ customCSS })}
        />
        {problems.get('customCSS') && (
          <Text size="xs" mt="xs" c="var(--mantine-color-error)" role="alert">
            {problems.get('customCSS')}
          </Text>
        )}
      </SettingRow>
    </SettingSection>
  )
}
