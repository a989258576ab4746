import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../design/language.ts'

/** Publishes without the tests that have to pass, for a reason. */
export function PublishWithout({
  publishing,
  onPublish,
}: {
  publishing: boolean
  onPublish: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  const given = reason.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (given) onPublish(given)
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('Reason for publishing anyway')}
          description={t('Recorded in the audit with your name')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" disabled={!given} loading={publishing}>
            {t('Publish anyway')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
