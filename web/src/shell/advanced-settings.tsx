import { Fieldset, Input, Stack, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../design/language.ts'

/** What a client may do beside its pages (part 2 §6). `children`: what the agency alone decides. */
export function AdvancedSettings(props: {
  canDelegateChats: boolean
  onChange: (change: { canDelegateChats: boolean }) => void
  children?: ReactNode
}) {
  return (
    <Fieldset
      variant="unstyled"
      m={0}
      legend={<Input.Label labelElement="div">{t('Advanced Settings')}</Input.Label>}
    >
      <Stack gap="md">
        <Switch
          label={t('Enable Chats Delegation')}
          description={t('May assign conversations of its agents to others of the organization')}
          checked={props.canDelegateChats}
          onChange={(event) => props.onChange({ canDelegateChats: event.currentTarget.checked })}
        />
        {props.children}
      </Stack>
    </Fieldset>
  )
}
