import { Textarea, TextInput } from '@mantine/core'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import type { AgencyDraft } from './use-agency-draft.ts'

const fields = [
  { name: 'mainWebsite', label: 'Main website', type: 'url', placeholder: 'https://…', longest: 2_000 },
  { name: 'supportEmail', label: 'Support email', type: 'email', placeholder: '', longest: 254 },
  { name: 'tosPage', label: 'Terms page', type: 'url', placeholder: 'https://…', longest: 2_000 },
  {
    name: 'privacyPolicypPage',
    label: 'Privacy page',
    type: 'url',
    placeholder: 'https://…',
    longest: 2_000,
  },
] as const

/** What stands at the foot of every page of the agency (part 2 §2.2). */
export function FooterTab({ agency, edit, problems }: AgencyDraft) {
  return (
    <SettingSection title="Footer" explanation="At the foot of your clients’ pages. Empty ones are left out.">
      {fields.map(({ name, label, type, placeholder, longest }) => (
        <SettingRow key={name} label={label}>
          {(texts) => (
            <TextInput
              {...texts}
              type={type}
              placeholder={placeholder}
              maxLength={longest}
              value={agency[name]}
              error={problems.get(name)}
              onChange={(event) => edit({ [name]: event.currentTarget.value })}
            />
          )}
        </SettingRow>
      ))}
      <SettingRow label="Address">
        {(texts) => (
          <Textarea
            {...texts}
            autosize
            minRows={2}
            maxLength={500}
            value={agency.address}
            error={problems.get('address')}
            onChange={(event) => edit({ address: event.currentTarget.value })}
          />
        )}
      </SettingRow>
    </SettingSection>
  )
}
