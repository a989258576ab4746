import { Button, Group, Stack } from '@mantine/core'
import { ApiError } from '@parley/contracts/client.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { RevealablePassword } from '../../design/fields/revealable-password.tsx'
import { SettingSection } from '../../design/fields/setting-row.tsx'
import { t } from '../../design/language.ts'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { client, messageOf } from '../../server/client.ts'

const nothing = { password: '', newPassword: '' }
const leastLength = 8

/** Where a client sets a new password with its present one. */
export function OwnPassword() {
  const [fields, setFields] = useState(nothing)
  const [missing, setMissing] = useState(false)
  const change = useMutation({
    mutationFn: () => client.call('clientAuth.changePassword', { body: fields }),
    onSuccess: () => {
      setFields(nothing)
      noticeSuccess(t('Your password was changed, and all other sessions ended'))
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.field === undefined) noticeError(error)
    },
  })
  const { password, newPassword } = fields
  const tooShort = newPassword.length < leastLength
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(password === '' || tooShort)
    if (password !== '' && !tooShort) change.mutate()
  }
  const problem = change.error instanceof ApiError ? change.error : undefined
  const field = (name: keyof typeof fields, empty: string | undefined) => ({
    name,
    value: fields[name],
    error: (missing && empty) || (problem?.field === name ? messageOf(problem) : undefined),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      change.reset()
      setMissing(false)
      setFields((known) => ({ ...known, [name]: value }))
    },
  })
  return (
    <SettingSection title={t('Password')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <RevealablePassword
            label={t('Current password')}
            autoComplete="current-password"
            maxLength={200}
            {...field('password', password === '' ? t('Please fill out all fields.') : undefined)}
          />
          <RevealablePassword
            label={t('New password')}
            autoComplete="new-password"
            maxLength={200}
            {...field('newPassword', tooShort ? t('The password needs at least 8 characters.') : undefined)}
          />
          <Group justify="flex-end">
            <Button
              type="submit"
              variant="default"
              loading={change.isPending}
              disabled={password === '' && newPassword === ''}
            >
              {t('Change password')}
            </Button>
          </Group>
        </Stack>
      </form>
    </SettingSection>
  )
}
