import { Button, FileButton, Group, Text, TextInput } from '@mantine/core'
import type { UserView } from '@parley/contracts/identity/views.ts'
import { SettingRow } from '../../design/fields/setting-row.tsx'
import { smallPicture } from '../../design/fields/small-picture.ts'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { client } from '../../server/client.ts'
import { useWarningBeforeLeaving } from '../../shell/drafts/leave-warning.ts'
import { useAccountForm } from './account-form.tsx'
import { useAccountChange } from './use-account-change.ts'

/** Name and photo. */
export function Profile({ user }: { user: UserView }) {
  const form = useAccountForm({
    initial: { displayName: user.displayName },
    wrong: ({ displayName }) => ({
      displayName: displayName.trim() === '' ? 'Please enter your name.' : undefined,
    }),
    change: ({ displayName }) =>
      client.call('auth.changeProfile', { body: { displayName: displayName.trim() } }),
    told: 'Your name was changed',
  })
  const changed = form.values.displayName.trim() !== user.displayName
  useWarningBeforeLeaving(changed)
  const photo = useAccountChange(
    async (file: File | undefined) => {
      const photoURL = file ? await smallPicture(file) : ''
      return client.call('auth.changeProfile', { body: { photoURL } })
    },
    { told: 'Your photo was changed' },
  )
  return (
    <>
      <SettingRow label="Photo" help="Shown next to your name to your team">
        <Group>
          <NameAvatar size={56} name={user.displayName} src={user.photoURL ?? null} />
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            onChange={(file) => file && photo.mutate(file)}
          >
            {(button) => (
              <Button {...button} variant="default" loading={photo.isPending}>
                {user.photoURL ? 'Replace photo' : 'Add photo'}
              </Button>
            )}
          </FileButton>
          {user.photoURL && (
            <Button variant="subtle" color="gray" onClick={() => photo.mutate(undefined)}>
              Remove photo
            </Button>
          )}
        </Group>
        {photo.problems.photoURL && (
          <Text c="var(--mantine-color-error)" size="sm" mt="xs" role="alert">
            {photo.problems.photoURL}
          </Text>
        )}
      </SettingRow>
      <SettingRow label="Full Name">
        <form onSubmit={form.submit} noValidate>
          <Group align="flex-start" gap="sm" wrap="nowrap">
            <TextInput
              aria-label="Full Name"
              flex={1}
              maxLength={100}
              autoComplete="name"
              {...form.field('displayName')}
            />
            <Button type="submit" variant="default" disabled={!changed} loading={form.pending}>
              Save name
            </Button>
          </Group>
        </form>
      </SettingRow>
    </>
  )
}
