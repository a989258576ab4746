import { Paper, Text } from '@mantine/core'
import { filledIn } from '@parley/contracts/channel/template-names.ts'
import { t } from '../../design/language.ts'

type Shown = {
  header?: string | undefined
  body: string
  footer?: string | undefined
  buttons: readonly { text: string }[]
}

/** A template of WhatsApp as a person gets it. Variables without a value stand as they are. */
export function TemplatePreview({ template, values }: { template: Shown; values: Record<string, string> }) {
  const { header = '', body, footer = '', buttons } = template
  const filled = (part: 'header' | 'body', text: string) =>
    filledIn(text, (name) => values[`${part}.${name}`]?.trim() || undefined)
  return (
    <Paper
      withBorder
      p="sm"
      mt={6}
      role="group"
      aria-label={t('Preview')}
      dir="auto"
      style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
    >
      {header !== '' && (
        <Text size="sm" fw={600}>
          {filled('header', header)}
        </Text>
      )}
      <Text size="sm">{filled('body', body)}</Text>
      {footer !== '' && (
        <Text size="xs" c="dimmed" mt={4}>
          {footer}
        </Text>
      )}
      {buttons.map(({ text }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no ids, and are shown alone
        <Text key={nth} size="sm" ta="center" c="var(--mantine-primary-color-light-color)" mt={6}>
          {text}
        </Text>
      ))}
    </Paper>
  )
}
