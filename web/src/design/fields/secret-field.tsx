import { ActionIcon, Group, TextInput, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { CopyIcon } from './copy-field.tsx'

/** A secret that is hidden until it is revealed, and can be copied. `what`: `key` or `secret`. */
export function SecretField(props: { label: string; what: string; value: string }) {
  const [shown, visibility] = useDisclosure(false)
  const action = `${shown ? 'Hide' : 'Reveal'} the ${props.what}`
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <TextInput
        aria-label={props.label}
        flex={1}
        readOnly
        type={shown ? 'text' : 'password'}
        autoComplete="off"
        value={props.value}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Tooltip label={shown ? 'Hide' : 'Reveal'}>
        <ActionIcon variant="default" size={36} onClick={visibility.toggle} aria-label={action}>
          {shown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
        </ActionIcon>
      </Tooltip>
      <CopyIcon value={props.value} label={props.label} size={36} />
    </Group>
  )
}
