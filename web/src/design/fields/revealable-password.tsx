import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { t } from '../language.ts'

/** A password input whose text can be shown, by keyboard too. */
export function RevealablePassword(props: PasswordInputProps) {
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password'), tabIndex: 0 }}
      {...props}
    />
  )
}
