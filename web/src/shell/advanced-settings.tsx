import { Fieldset, Input, Stack, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../design/language.ts'

type Advanced = { allowCreateAgents: boolean; canDelegateChats: boolean }

/** What a client may do beside its pages (part 2 §6). `children`: what the agency alone decides. */
export function AdvancedSettings(
  props: Advanced & {
    /** Whether whoever edits may not let others create agents. */
    withoutCreating?: boolean
    onChange: (change: Partial<Advanced>) => void
    children?: ReactNode
  },
) {
  return (
    <Fieldset
      variant="unstyled"
      m={0}
      legend={<Input.Label labelElement="div">{t('Advanced Settings')}</Input.Label>}
    >
      <Stack gap="md">
        <Switch
          label={t('Allow Create Agents')}
          description={
            props.withoutCreating
              ? t('Only for admins who may create agents themselves')
              : t('May create agents, which are its own and the organization’s')
          }
          disabled={props.withoutCreating ?? false}
          checked={props.allowCreateAgents}
          onChange={(event) => props.onChange({ allowCreateAgents: event.currentTarget.checked })}
        />
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
