import { Stack } from '@mantine/core'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { Messages, Placement, WhatsApp } from './behaviour-settings.tsx'
import { CustomCss } from './custom-css.tsx'
import { Greeting } from './greeting-settings.tsx'
import { Looks } from './looks-settings.tsx'
import styles from './settings.module.css'
import { WidgetPreview } from './widget-preview.tsx'

/** Appearance, greeting and behaviour of the widget, with a preview. */
export function UiSettings(draft: AgentDraft) {
  return (
    <div className={styles.withPreview}>
      <Stack gap="md">
        <Looks {...draft} />
        <Greeting {...draft} />
        <Placement {...draft} />
        <Messages {...draft} />
        <WhatsApp {...draft} />
        <CustomCss {...draft} />
      </Stack>
      <WidgetPreview agent={draft.agent} />
    </div>
  )
}
