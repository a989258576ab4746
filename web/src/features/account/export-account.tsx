import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { client } from '../../server/client.ts'
import { useAccountChange } from './use-account-change.ts'

/** Downloads what is known of the own account. */
export function ExportAccount() {
  const download = useAccountChange(async () => {
    const account = await client.call('auth.exportAccount', {})
    const link = document.createElement('a')
    link.href = URL.createObjectURL(
      new Blob([JSON.stringify(account, null, 2)], { type: 'application/json' }),
    )
    link.download = 'account.json'
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  })
  return (
    <SettingSection title="Your data">
      <SettingRow
        label="Download your account"
        help="Profile, workspaces, sign-in, sessions and history as JSON"
        size="button"
        grouped
      >
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Download
        </Button>
      </SettingRow>
    </SettingSection>
  )
}
