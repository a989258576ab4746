import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { messageOf } from '../../server/client.ts'
import { NewRecoveryCodes } from './new-recovery-codes.tsx'
import { SetUpTwoFactor } from './set-up-two-factor.tsx'
import { TurnOffTwoFactor } from './turn-off-two-factor.tsx'
import { twoFactorQuery } from './two-factor-query.ts'

/** Whether signing in asks for a code of an authenticator app too, and the recovery codes. */
export function TwoFactor() {
  const [open, setOpen] = useState<'set-up' | 'codes' | 'off'>()
  const { data, error, refetch } = useQuery(twoFactorQuery)
  const close = () => setOpen(undefined)
  return (
    <SettingSection
      title="Two-factor authentication"
      explanation="A second step at sign-in protects your account when your password or your mailbox is in other hands."
    >
      <SettingRow
        label="Authenticator app"
        help="Signing in also asks for a code that an app on your phone shows"
        size="button"
        grouped
      >
        {error ? (
          <Group>
            <Text c="var(--mantine-color-error)" size="sm" role="alert">
              {messageOf(error)}
            </Text>
            <Button variant="default" onClick={() => refetch()}>
              Try again
            </Button>
          </Group>
        ) : !data ? (
          <Skeleton height={36} width={96} />
        ) : data.on ? (
          <Group gap="sm">
            <Badge variant="light" color="teal">
              On
            </Badge>
            <Button variant="default" onClick={() => setOpen('off')}>
              Turn off
            </Button>
          </Group>
        ) : (
          <Button variant="default" onClick={() => setOpen('set-up')}>
            Set up
          </Button>
        )}
      </SettingRow>
      {data?.on && (
        <SettingRow
          label="Recovery codes"
          help={`They sign you in without the app. ${leftWords(data.recoveryCodesLeft)}`}
          size="button"
          grouped
        >
          <Button variant="default" onClick={() => setOpen('codes')}>
            Replace codes
          </Button>
        </SettingRow>
      )}
      {open === 'set-up' && <SetUpTwoFactor onClose={close} />}
      {open === 'codes' && <NewRecoveryCodes onClose={close} />}
      {open === 'off' && <TurnOffTwoFactor onClose={close} />}
    </SettingSection>
  )
}

function leftWords(left: number): string {
  if (left === 0) return 'None is left: replace them now'
  return left === 1 ? '1 of 10 is left' : `${left} of 10 are left`
}
