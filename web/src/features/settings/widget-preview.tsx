import { Box, Text } from '@mantine/core'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { IconMessageCircle, IconSend } from '@tabler/icons-react'
import { textOn } from '../../design/palette.ts'
import { defaultPrimary } from '../../design/theme.ts'
import { primaryOf } from './custom-theme.ts'
import styles from './settings.module.css'

/** A drawing of the widget in the draft's colours and words; the test panel talks to the real thing. */
export function WidgetPreview({ agent }: { agent: AgentDocument }) {
  const primary = primaryOf(agent.customThemeJSONString) ?? defaultPrimary
  const dark = agent.theme?.includes('dark') ?? false
  const message = agent.proactiveMessage
  const colours = { '--preview-primary': primary, '--preview-on-primary': textOn(primary) }
  const greeting = agent.vg_initMessages?.[0] ?? firstText(agent) ?? 'Hi! How can I help you today?'
  return (
    <Box
      component="figure"
      className={styles.preview}
      data-dark={dark || undefined}
      __vars={colours}
      aria-label="Preview"
    >
      <div className={styles.chat} aria-hidden>
        <div className={styles.chatHead}>
          {agent.roundedImageURL && <img src={agent.roundedImageURL} alt="" />}
          <div>
            <strong>{agent.title}</strong>
            <span>{agent.description}</span>
          </div>
        </div>
        <div className={styles.chatBody}>
          <p className={styles.bubble}>
            <span>{greeting.replace(/[*_`#]+/g, '')}</span>
          </p>
          <p className={styles.own}>A visitor's question</p>
        </div>
        <div className={styles.chatField}>
          <span>Write a message</span>
          <IconSend size={16} />
        </div>
        {agent.branding && <span className={styles.branding}>{agent.branding}</span>}
      </div>
      <div className={styles.corner} aria-hidden>
        {message && message !== 'none' && <span className={styles.proactive}>{message}</span>}
        <span className={styles.launcher}>
          <IconMessageCircle size={24} />
        </span>
      </div>
      <Text component="figcaption" size="xs" c="dimmed" mt="xs">
        A sketch of the widget with your unpublished edits.
      </Text>
    </Box>
  )
}

function firstText(agent: AgentDocument): string | undefined {
  const first = agent.nodes?.find((node) => node.type === 'message')
  return first?.type === 'message' ? first.text : undefined
}
