import { ActionIcon, Textarea } from '@mantine/core'
import { IconPlayerStopFilled, IconSend2 } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import styles from './test-panel.module.css'

/** As in the contract, whose module is not imported at run time. */
const longestMessage = 8000

/** Enter sends; Shift+Enter inserts a line break. While the agent writes, the button stops the reply. */
export function Composer(props: {
  ready: boolean
  answering: boolean
  onSend: (text: string) => void
  onStop: () => void
  placeholder?: string
  /** Stands before the text. */
  before?: ReactNode
}) {
  const [text, setText] = useState('')
  const sendable = props.ready && !props.answering && text.trim() !== ''

  const send = () => {
    if (!sendable) return
    props.onSend(text.trim())
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {props.before}
      <Textarea
        flex={1}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={longestMessage}
        placeholder={props.placeholder ?? 'Write a message'}
        aria-label="Message"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {props.answering ? (
        <ActionIcon size={36} variant="default" aria-label="Stop" onClick={props.onStop}>
          <IconPlayerStopFilled size={16} />
        </ActionIcon>
      ) : (
        <ActionIcon type="submit" size={36} aria-label="Send" disabled={!sendable}>
          <IconSend2 size={18} stroke={1.75} />
        </ActionIcon>
      )}
    </form>
  )
}
