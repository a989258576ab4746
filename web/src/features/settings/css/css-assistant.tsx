import {
  ActionIcon,
  Button,
  CloseButton,
  Group,
  Stack,
  Text,
  Textarea,
  Tooltip,
  UnstyledButton,
} from '@mantine/core'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { IconCode, IconRefresh, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { cssIn, piecesIn } from '../../../design/code/css-rules.ts'
import { noticeFailure } from '../../../design/notices/notices.ts'
import { LoadingRows } from '../../../design/notices/states.tsx'
import { scrollable } from '../../../design/scrollable.ts'
import { modelsQuery } from '../../../server/models.ts'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import { textAt } from '../../../store/agent-fields.ts'
import styles from './css-assistant.module.css'
import { type ChatMessage, cssChatOf, useCssChat } from './css-chat.ts'
import { examplePrompts, recipes } from './css-recipes.ts'

type Props = {
  agent: AgentDocument
  css: string
  onInsert: (css: string) => void
  onClose: () => void
}

/** The AI CSS Assistant (part 1 §2): a chat that writes CSS, or ready recipes where no model is configured. */
export function CssAssistant(props: Props) {
  const place = useAgentPlace()
  const chat = cssChatOf(place)
  const { messages, generating, noModel } = useCssChat(chat)
  const models = useQuery(modelsQuery(place))
  const missing = noModel ?? missingModel(models.data, props.agent)
  const log = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something was said
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [messages, generating])

  const ask = async (content: string) => {
    const answer = await chat.ask(content, props.css)
    if (!answer) return
    const css = answer.ok ? cssIn(answer.response) : ''
    if (!answer.ok) noticeFailure('Failed to generate CSS. Please try again.')
    else if (css === '')
      noticeFailure('Generated response but no CSS code found. Please check the chat for the response.')
    else props.onInsert(css)
  }
  const insert = (message: string) => {
    const css = cssIn(message)
    if (css === '') noticeFailure('No CSS code found in this message')
    else props.onInsert(css)
  }

  return (
    <div className={styles.assistant}>
      <Group className={styles.head} wrap="nowrap" gap="xs">
        <Text fw={700} flex={1}>
          AI CSS Assistant
        </Text>
        {missing === undefined && (
          <Tooltip label="Reset the chat">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Reset the chat"
              disabled={messages.length === 0}
              onClick={chat.reset}
            >
              <IconRefresh size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
        <CloseButton aria-label="Close" onClick={props.onClose} />
      </Group>
      <div className={styles.log} ref={log} role="log" aria-label="Chat about CSS" {...scrollable}>
        {models.isPending ? (
          <LoadingRows rows={3} height={40} />
        ) : missing !== undefined ? (
          <Recipes why={missing} onInsert={props.onInsert} />
        ) : messages.length === 0 ? (
          <Examples onChoose={(prompt) => void ask(prompt)} />
        ) : (
          messages.map((message) => (
            <Message key={message.timestamp} message={message} onInsert={() => insert(message.content)} />
          ))
        )}
        {generating && (
          <Text size="sm" c="dimmed" role="status">
            Writing CSS …
          </Text>
        )}
      </div>
      {missing === undefined && !models.isPending && (
        <Field generating={generating} onSend={(text) => void ask(text)} />
      )}
    </div>
  )
}

/** Why the agent's model can't be called; undefined if it can. */
function missingModel(
  models: readonly { id: string; configured: boolean; note?: string | undefined }[] | undefined,
  agent: AgentDocument,
): string | undefined {
  const own = models?.find(({ id }) => id === textAt(agent, 'vg_defaultModel'))
  return own && !own.configured ? (own.note ?? 'No model is configured.') : undefined
}

function Examples(props: { onChoose: (prompt: string) => void }) {
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        Say how the chat should look. The CSS is written into the editor, and the preview shows it. Each
        answer is charged like a reply of the agent.
      </Text>
      {examplePrompts.map((prompt) => (
        <UnstyledButton key={prompt} className={styles.example} onClick={() => props.onChoose(prompt)}>
          {prompt}
        </UnstyledButton>
      ))}
    </Stack>
  )
}

function Recipes(props: { why: string; onInsert: (css: string) => void }) {
  return (
    <Stack gap="xs">
      <Text size="sm">Without a model, the assistant can’t write CSS. These recipes are ready to use.</Text>
      <Text size="xs" c="dimmed">
        {props.why}
      </Text>
      {recipes.map(({ title, says, css }) => (
        <Group key={title} wrap="nowrap" gap="sm" className={styles.recipe}>
          <div className={styles.words}>
            <Text size="sm" fw={500}>
              {title}
            </Text>
            <Text size="xs" c="dimmed">
              {says}
            </Text>
          </div>
          <Button
            variant="default"
            size="compact-sm"
            flex="none"
            aria-label={`Insert CSS: ${title}`}
            onClick={() => props.onInsert(css)}
          >
            Insert CSS
          </Button>
        </Group>
      ))}
    </Stack>
  )
}

function Message(props: { message: ChatMessage; onInsert: () => void }) {
  const { role, content, timestamp, failed } = props.message
  const pieces = role === 'user' ? [{ code: false, text: content }] : piecesIn(content)
  return (
    <article
      className={styles.message}
      data-role={role}
      data-failed={failed}
      aria-label={role === 'user' ? 'You' : 'Assistant'}
      title={new Date(timestamp).toLocaleString()}
    >
      {pieces.map(({ code, text }, nth) =>
        code ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other identity
          <pre key={nth} className={styles.code}>
            {text}
          </pre>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other identity
          <Text key={nth} size="sm" className={styles.text}>
            {text}
          </Text>
        ),
      )}
      {pieces.some(({ code }) => code) && (
        <Button
          variant="light"
          size="compact-sm"
          leftSection={<IconCode size={15} />}
          onClick={props.onInsert}
          style={{ alignSelf: 'flex-start' }}
        >
          Insert CSS
        </Button>
      )}
    </article>
  )
}

/** The most characters of a message. */
const mostText = 8_000

function Field(props: { generating: boolean; onSend: (text: string) => void }) {
  const { generating } = props
  const [text, setText] = useState('')
  const isEmpty = text.trim() === ''
  const send = () => {
    if (isEmpty || generating) return
    props.onSend(text.trim())
    setText('')
  }
  return (
    <Group className={styles.field} wrap="nowrap" gap="xs" align="flex-end">
      <Textarea
        flex={1}
        autosize
        minRows={1}
        maxRows={3}
        maxLength={mostText}
        data-autofocus
        aria-label="What should the chat look like?"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        placeholder={generating ? 'Generating..' : 'Describe a change'}
        disabled={generating}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          send()
        }}
      />
      <ActionIcon size={36} aria-label="Send" disabled={isEmpty} loading={generating} onClick={send}>
        <IconSend size={18} stroke={1.75} />
      </ActionIcon>
    </Group>
  )
}
