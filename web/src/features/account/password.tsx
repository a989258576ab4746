import { leastPasswordLength, problemOfPassword } from '../../auth/auth-fields.tsx'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { client } from '../../server/client.ts'
import { AccountFields, missingPassword, PasswordField, useAccountForm } from './account-form.tsx'

/** Sets a new password; ends all other sessions. */
export function Password() {
  const form = useAccountForm({
    initial: { password: '', newPassword: '' },
    wrong: ({ password, newPassword }) =>
      password === ''
        ? { password: missingPassword(password) }
        : { newPassword: problemOfPassword(newPassword) },
    change: (body) => client.call('auth.changePassword', { body }),
    clears: true,
    told: 'Your password was changed, and all other sessions ended',
  })
  return (
    <SettingSection title="Password" explanation="Changing your password ends all other sessions.">
      <AccountFields form={form} act="Change password" rows>
        <SettingRow label="Current password">
          {({ label }) => <PasswordField label={label} {...form.field('password')} />}
        </SettingRow>
        <SettingRow label="New password" help={`At least ${leastPasswordLength} characters`}>
          {(texts) => <PasswordField {...texts} autoComplete="new-password" {...form.field('newPassword')} />}
        </SettingRow>
      </AccountFields>
    </SettingSection>
  )
}
