import { ActionIcon, Button, Code, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { t } from '../language.ts'
import styles from './copy-field.module.css'

/** Code or an id with a button that copies it and confirms it. */
export function CopyField(props: { value: string; label: string; shown?: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="stretch">
      <Code block className={styles.code} tabIndex={0} aria-label={props.label}>
        {props.shown ?? props.value}
      </Code>
      <CopyIcon value={props.value} label={props.label} size={38} />
    </Group>
  )
}

export function CopyIcon(props: { value: string; label: string; size?: number }) {
  return (
    <CopyButton value={props.value} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('Copied') : t('Copy {name}', { name: props.label })}>
          <ActionIcon
            variant="default"
            size={props.size ?? 30}
            onClick={copy}
            aria-label={
              copied ? t('{name} copied', { name: props.label }) : t('Copy {name}', { name: props.label })
            }
            color={copied ? 'teal' : undefined}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

export function CopyWide(props: { value: string; label: string }) {
  return (
    <CopyButton value={props.value} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          onClick={copy}
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          aria-live="polite"
        >
          {copied ? t('Copied') : props.label}
        </Button>
      )}
    </CopyButton>
  )
}
