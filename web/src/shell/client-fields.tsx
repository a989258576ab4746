import { Button, Group, TextInput } from '@mantine/core'
import { GENERATED_PASSWORD_LENGTH } from '@parley/contracts/client/pages.ts'
import { IconRefresh } from '@tabler/icons-react'
import { CopyIcon } from '../design/fields/copy-field.tsx'
import { t } from '../design/language.ts'
import { ProblemAlert } from '../design/notices/problem-alert.tsx'
import { randomText } from './random-text.ts'
import { SmallPictureField } from './small-picture-field.tsx'

export const newPassword = () => randomText(GENERATED_PASSWORD_LENGTH)

const fillOut = 'Please fill out all fields.'

type Fields = { name: string; email: string; squarePhotoURL: string }

/** Whether nothing is empty that a client needs. */
export function isComplete(
  { name, email }: Fields,
  { isNew, password }: { isNew: boolean; password: string | undefined },
): boolean {
  return name.trim() !== '' && email.trim() !== '' && (!isNew || !!password?.trim())
}

/** Who a client is and how it signs in. `missing`: what is empty is marked. `password` undefined: it stays as it is. */
export function ClientFields(props: {
  isNew: boolean
  fields: Fields
  password: string | undefined
  missing: boolean
  problems: ReadonlyMap<string, string>
  onEdit: (change: Partial<Fields>) => void
  onPassword: (password: string | undefined) => void
}) {
  const { isNew, fields, password, missing, problems, onEdit } = props
  const empty = (value: string | undefined) => (missing && !value?.trim() ? t(fillOut) : undefined)
  return (
    <>
      {missing && <ProblemAlert>{t(fillOut)}</ProblemAlert>}
      <TextInput
        label={t('Name')}
        required
        maxLength={100}
        data-autofocus={isNew || undefined}
        value={fields.name}
        error={empty(fields.name) ?? problems.get('name')}
        onChange={(event) => onEdit({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('Email')}
        required
        type="email"
        autoComplete="off"
        maxLength={254}
        value={fields.email}
        error={empty(fields.email) ?? problems.get('email')}
        onChange={(event) => onEdit({ email: event.currentTarget.value })}
      />
      <DashboardPasswordField
        isNew={isNew}
        password={password}
        error={(isNew ? empty(password) : undefined) ?? problems.get('dashboardPassword')}
        onChange={props.onPassword}
      />
      <SmallPictureField
        label={t('Photo')}
        what="photo"
        name={fields.name}
        picture={fields.squarePhotoURL}
        onChange={(squarePhotoURL) => onEdit({ squarePhotoURL })}
      />
    </>
  )
}

/** Shown while it is being set; afterwards it can only be replaced (`password` undefined: unchanged). */
function DashboardPasswordField(props: {
  isNew: boolean
  password: string | undefined
  error: string | undefined
  onChange: (password: string | undefined) => void
}) {
  const { isNew, password, onChange } = props
  return (
    <TextInput
      label={t('Dashboard password')}
      description={
        isNew || password !== undefined
          ? t('Copy it now: it is not shown again once it is saved.')
          : t('It is kept as a hash and can only be replaced, which signs the client out.')
      }
      required={isNew}
      autoComplete="off"
      spellCheck={false}
      placeholder={isNew ? undefined : t('Unchanged')}
      maxLength={200}
      value={password ?? ''}
      error={props.error}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onChange={(event) => onChange(event.currentTarget.value || (isNew ? '' : undefined))}
      inputContainer={(input) => (
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <div style={{ flex: 1 }}>{input}</div>
          {password && <CopyIcon value={password} label={t('password')} size={36} />}
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            onClick={() => onChange(newPassword())}
          >
            {isNew || password !== undefined ? t('Regenerate') : t('Replace')}
          </Button>
        </Group>
      )}
    />
  )
}
