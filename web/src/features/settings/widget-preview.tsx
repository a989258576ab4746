import { Box, Text } from '@mantine/core'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { safeImage } from '@parley/contracts/conversation/safe-url.ts'
import {
  IconBrandWhatsapp,
  IconMessageCircle,
  IconPaperclip,
  IconSend,
  IconThumbUp,
} from '@tabler/icons-react'
import { textOn } from '../../design/palette.ts'
import { defaultPrimary } from '../../design/theme.ts'
import { primaryOf } from './custom-theme.ts'
import styles from './settings.module.css'

const shapes = {
  popup: 'It opens in the corner of the page.',
  'full-width': 'Open, it fills the window.',
  modal: 'It opens in the middle, over a dimmed page.',
  inline: 'It stands in a container of the page, always open.',
} as const

/** A drawing of the widget in the draft's colours and words; the test panel talks to the real thing. */
export function WidgetPreview({ agent }: { agent: AgentDocument }) {
  const primary = primaryOf(agent.customThemeJSONString) ?? defaultPrimary
  const dark = agent.theme?.includes('dark') ?? false
  const background = safeImage(agent.chatBgURL ?? '')
  const colours = { '--preview-primary': primary, '--preview-on-primary': textOn(primary) }
  const layout = agent.buttonsLayout ?? 'horizontal'
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
        <div
          className={styles.chatBody}
          style={background ? { backgroundImage: `url(${JSON.stringify(background)})` } : undefined}
        >
          {!agent.aiDisclosure?.off && (
            <p className={styles.notice}>
              {agent.aiDisclosure?.text || 'You are chatting with an AI assistant. It can make mistakes.'}
            </p>
          )}
          <p className={styles.bubble}>
            <span>{greeting.replace(/[*_`#]+/g, '')}</span>
          </p>
          {layout !== 'in-footer' && <Choices layout={layout} />}
          <p className={styles.own}>A visitor's question</p>
          <p className={styles.bubble}>
            <span>The agent's answer</span>
          </p>
          <IconThumbUp size={14} className={styles.thumb} />
        </div>
        {agent.enableHumanHandoff && agent.alwaysShowHandoff && (
          <p className={styles.handoff}>
            <strong>{agent.UIhandoffTitle || 'Would you rather talk to a person?'}</strong>
            <span>{agent.UIhandoffSubtitle || 'Somebody from our team will join this chat.'}</span>
          </p>
        )}
        {layout === 'in-footer' && <Choices layout={layout} />}
        <div className={styles.chatField}>
          {agent.acceptFileUpload && <IconPaperclip size={16} />}
          <span>Write a message</span>
          <IconSend size={16} />
        </div>
        {agent.branding && <span className={styles.branding}>{agent.branding}</span>}
      </div>
      {agent.ui?.widgetType !== 'inline' && <Corner agent={agent} />}
      <Text component="figcaption" size="xs" c="dimmed" mt="xs">
        A sketch with your unpublished edits. {shapes[agent.ui?.widgetType ?? 'popup']}
      </Text>
    </Box>
  )
}

function Choices({ layout }: { layout: NonNullable<AgentDocument['buttonsLayout']> }) {
  return (
    <div className={styles.choices} data-layout={layout}>
      <span>Delivery</span>
      <span>Returns</span>
    </div>
  )
}

function Corner({ agent }: { agent: AgentDocument }) {
  const { proactiveMessage: message, ui, whatsappPhoneNumber = '' } = agent
  return (
    <div className={styles.corner} aria-hidden>
      {message && message !== 'none' && !agent.autoStartWidget && (
        <span className={styles.proactive}>{message}</span>
      )}
      {ui?.showWhatsappButtonOnWeb && /\d/.test(whatsappPhoneNumber) && (
        <span className={styles.whatsapp}>
          <IconBrandWhatsapp size={20} />
        </span>
      )}
      <span className={styles.launcher}>
        <IconMessageCircle size={24} />
      </span>
    </div>
  )
}

function firstText(agent: AgentDocument): string | undefined {
  const first = agent.nodes?.find((node) => node.type === 'message')
  return first?.type === 'message' ? first.text : undefined
}
