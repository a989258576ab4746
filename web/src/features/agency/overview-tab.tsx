import { Button, Group, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { longestBrandingText } from '@parley/contracts/agency/looks.ts'
import { maxIconMB, pictureEndings } from '@parley/contracts/file/pictures.ts'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SecretField } from '../../design/fields/secret-field.tsx'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { AskBefore } from '../../design/notices/ask-before.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { agencyQuery } from '../../server/agency.ts'
import { client } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { SignInAddress } from '../../shell/sign-in-address.tsx'
import { AdminSessions } from './admin-sessions.tsx'
import { IconField } from './icon-field.tsx'
import { SingleSignOn } from './single-sign-on.tsx'
import type { AgencyDraft } from './use-agency-draft.ts'

const files = `${pictureEndings.join(', ')}, at most ${maxIconMB} MB`
const logoHelp = `Square, recommended 256x256 PNG (${files}).`

/** Name, words, sign-in, secret and pictures (part 2 §2.2). */
export function OverviewTab({ agency, edit, problems }: AgencyDraft) {
  return (
    <Stack gap="md">
      <SettingSection title="Brand" explanation="What your clients know you by.">
        <SettingRow label="Agency name">
          {(texts) => (
            <TextInput
              {...texts}
              maxLength={100}
              value={agency.name}
              error={problems.get('name')}
              onChange={(event) => edit({ name: event.currentTarget.value })}
            />
          )}
        </SettingRow>
        <SettingRow label="Branding text" help="Below the name on the sign-in page. Markdown supported.">
          {(texts) => (
            <Textarea
              {...texts}
              autosize
              minRows={3}
              maxRows={10}
              maxLength={longestBrandingText}
              value={agency.brandingText}
              error={problems.get('brandingText')}
              onChange={(event) => edit({ brandingText: event.currentTarget.value })}
            />
          )}
        </SettingRow>
        <SettingRow grouped label="Logo for light mode" help={logoHelp}>
          <IconField
            what="logo for light mode"
            value={agency.squarePhotoURL}
            problem={problems.get('squarePhotoURL')}
            onChange={(squarePhotoURL) => edit({ squarePhotoURL })}
          />
        </SettingRow>
        <SettingRow
          grouped
          label="Logo for dark mode"
          help={`${logoHelp} Without one, that for light mode is shown.`}
        >
          <IconField
            what="logo for dark mode"
            onDark
            value={agency.darkModeSquarePhotourl}
            problem={problems.get('darkModeSquarePhotourl')}
            onChange={(darkModeSquarePhotourl) => edit({ darkModeSquarePhotourl })}
          />
        </SettingRow>
        <SettingRow grouped label="Favicon" help={`Recommended 32x32 (${files}).`}>
          <IconField
            what="favicon"
            value={agency.faviconURL}
            problem={problems.get('faviconURL')}
            onChange={(faviconURL) => edit({ faviconURL })}
          />
        </SettingRow>
      </SettingSection>
      <SettingSection title="Sign-in">
        <SettingRow grouped label="Sign-in page" help="Where your clients sign in to their dashboard.">
          <SignInAddress agencyId={agency.ID} />
        </SettingRow>
        <SettingRow
          label="Enable password login"
          help="While it is off, clients sign in with a code that is mailed to them."
          size="button"
        >
          {(texts) => (
            <Switch
              {...texts}
              checked={!agency.settings.disablePasswordLogin}
              onChange={(event) =>
                edit({ settings: { ...agency.settings, disablePasswordLogin: !event.currentTarget.checked } })
              }
            />
          )}
        </SettingRow>
        <Secret secret={agency.secret} />
        <AdminSessions />
        <SingleSignOn agency={agency} />
      </SettingSection>
    </Stack>
  )
}

/** Replacing the secret takes effect at once, whatever else is unsaved. */
function Secret({ secret }: { secret: string }) {
  const place = useWorkspace()
  const [asking, question] = useDisclosure(false)
  const queryClient = useQueryClient()
  const replace = useMutation({
    mutationFn: () => client.call('agency.regenerateSecret', { params: place }),
    async onSuccess() {
      await queryClient.invalidateQueries(agencyQuery(place))
      question.close()
      noticeSuccess('The secret was replaced')
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
  return (
    <SettingRow
      label="Secret key"
      help="Whoever has it signs in as the agency’s admin, by the address of the sign-in page with the parameter secret. Never use it in web pages."
    >
      <SecretField label="Secret key" what="secret" value={secret} />
      <Group mt="xs">
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={question.open}>
          Regen Secret
        </Button>
      </Group>
      {asking && (
        <AskBefore
          title="Replace the agency secret?"
          act="Regen Secret"
          pending={replace.isPending}
          onAct={() => replace.mutate()}
          onClose={question.close}
        >
          Whoever uses the current secret is refused immediately, and sessions that began with it end.
        </AskBefore>
      )}
    </SettingRow>
  )
}
