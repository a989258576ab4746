import { Badge, Group, Radio, Text, ThemeIcon } from '@mantine/core'
import type { TemplateKey } from '@parley/contracts/agent/templates.ts'
import { radioKeys } from '../../design/fields/radio-keys.ts'
import { t } from '../../design/language.ts'
import styles from './new-agent-drawer.module.css'
import type { TemplateChoice } from './templates.ts'

export function TemplateCards(props: {
  label: string
  templates: readonly TemplateChoice[]
  selected: TemplateKey | undefined
  onSelect: (key: TemplateKey) => void
}) {
  const keys = radioKeys(
    props.templates.map(({ key }) => key),
    props.selected,
  )
  return (
    <Radio.Group
      aria-label={props.label}
      value={props.selected ?? null}
      onChange={(value) => {
        const chosen = props.templates.find((template) => template.key === value)
        if (chosen) props.onSelect(chosen.key)
      }}
    >
      <div className={styles.cards}>
        {props.templates.map((template) => (
          <Radio.Card key={template.key} value={template.key} className={styles.card} {...keys(template.key)}>
            <Group justify="space-between" wrap="nowrap" className={styles.cardHead}>
              <ThemeIcon variant="light" size={32} aria-hidden>
                <template.icon size={18} stroke={1.75} />
              </ThemeIcon>
              {props.selected === template.key && <Badge variant="filled">{t('Selected')}</Badge>}
            </Group>
            <Text fw={500} mt="xs">
              {t(template.name)}
            </Text>
            <Text size="xs" c="dimmed">
              {t(template.description)}
            </Text>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
