import { Alert, Button, Group, Kbd, SegmentedControl, Text, Textarea, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { PresentPerson } from '@parley/contracts/conversation/inbox-endpoints.ts'
import { addressOfVisitor } from '@parley/contracts/identity/visitor-email.ts'
import type { CannedResponse } from '@parley/contracts/workspace/inbox-settings.ts'
import { IconSend2 } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { exactTime } from '../../design/dates/moment.tsx'
import { locale, t, tCount } from '../../design/language.ts'
import { Markdown } from '../../design/messages/markdown.tsx'
import { cut } from '../../design/words/cut.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { cannedText, unfilledIn } from './canned-text.ts'
import styles from './conversations.module.css'
import { useTeam } from './list-filters.tsx'
import { SendTemplate } from './send-template.tsx'
import { type Detail, useAction } from './use-actions.ts'
import { useDraft } from './use-draft.ts'
import { useReplyWindow } from './use-reply-window.ts'
import { useTellTyping } from './use-watch.ts'

export type ComposerHandle = { reply(): void; note(): void }
type Mode = 'reply' | 'note'

const most = 8000

/** Writes a reply to the visitor or a note to the team. Supports Markdown; `/` opens canned responses. */
export function Composer(props: {
  conversation: Detail
  others: readonly PresentPerson[]
  ref: Ref<ComposerHandle>
}) {
  const { conversationId, owner, channel, imported } = props.conversation
  const may = useMay()
  const onlyNotes = channel === 'test-panel' || imported === true || !may('conversation.answer')
  const [mode, setMode] = useState<Mode>(onlyNotes ? 'note' : 'reply')
  const [text, setText] = useDraft(conversationId, mode)
  const [preview, setPreview] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const low = useMediaQuery('(max-height: 37.5em)', false, { getInitialValueInEffect: false })
  const action = useAction(conversationId)
  const typing = useTellTyping(conversationId)
  const replyWindow = useReplyWindow(props.conversation)
  const takesTemplates = channel === 'whatsapp' && mode === 'reply'
  const [choosing, setChoosing] = useState(false)
  const isTooLate = mode === 'reply' && replyWindow?.isOver === true
  const unfilled = mode === 'reply' ? unfilledIn(text) : []
  const mailedTo =
    mode === 'reply' && channel === 'web-chat' ? addressOfVisitor(props.conversation.visitor) : undefined
  const canned = useCanned(text, mode === 'reply', (chosen) => {
    setText(cannedText(chosen, props.conversation.visitor))
    field.current?.focus()
  })

  const focus = (next: Mode) => {
    setPreview(false)
    setMode(onlyNotes ? 'note' : next)
    requestAnimationFrame(() => field.current?.focus())
  }
  useImperativeHandle(props.ref, () => ({
    reply: () => focus('reply'),
    note: () => may('conversation.manage') && focus('note'),
  }))

  const send = () => {
    const words = text.trim()
    if (words === '' || action.isPending || isTooLate || unfilled.length > 0) return
    typing.stopped()
    const id = crypto.randomUUID()
    action.mutate(mode === 'reply' ? { do: 'reply', id, text: words } : { do: 'note', id, text: words }, {
      onSuccess: () => {
        setText('')
        setPreview(false)
      },
    })
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (canned.press(event)) return
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape') event.currentTarget.blur()
  }
  const writers = props.others.filter(({ writing }) => writing)
  const label = mode === 'reply' ? t('Reply to the visitor') : t('Note for the team')
  return (
    <>
      {choosing && <SendTemplate conversationId={conversationId} onClose={() => setChoosing(false)} />}
      <form
        className={styles.composer}
        data-mode={mode}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {canned.list}
        <Group justify="space-between" mb={6} wrap="nowrap">
          <SegmentedControl
            size="xs"
            value={mode}
            onChange={(value) => focus(value === 'note' ? 'note' : 'reply')}
            data={[
              { value: 'reply', label: t('Reply'), disabled: onlyNotes },
              { value: 'note', label: t('Note'), disabled: !may('conversation.manage') },
            ]}
          />
          {writers.length > 0 ? (
            <Text size="xs" fw={500} c="var(--mantine-color-yellow-light-color)" truncate role="status">
              {tCount(writers.length, '{names} is writing here too', '{names} are writing here too', {
                names: namesOf(writers),
              })}
            </Text>
          ) : (
            <Text size="xs" c="dimmed" truncate className={styles.composerHint}>
              {mode === 'note'
                ? t('Only visible to your team')
                : owner === 'human'
                  ? t('Your team is replying; the agent is paused')
                  : t('Replying takes over from the agent')}
            </Text>
          )}
        </Group>
        {mode === 'reply' && replyWindow && !replyWindow.isOver && (
          <Text size="xs" c="dimmed" mb={6}>
            {t('Replies are possible until {time}', { time: exactTime(replyWindow.end) })}
          </Text>
        )}
        {mailedTo !== undefined && (
          <Text size="xs" c="dimmed" mb={6} className={styles.composerHint}>
            {t('Also sent by e-mail to {address}, unless it is read here first', { address: mailedTo })}
          </Text>
        )}
        {imported && (
          <Alert color="gray" mb={6} p="xs">
            {t('This conversation took place in another workspace. Its visitor can’t be reached from here.')}
          </Alert>
        )}
        {isTooLate && (
          <Alert color="yellow" mb={6} p="xs" role="status">
            {takesTemplates
              ? t(
                  'The last message of the person is too old for a reply on this channel. You can send an approved template, or reply once they write again.',
                )
              : t(
                  'The last message of the person is too old for a reply on this channel. You can reply once they write again.',
                )}
          </Alert>
        )}
        {unfilled.length > 0 && (
          <Text size="xs" c="var(--mantine-color-error)" mb={6} role="alert">
            {t('Replace {variables} before you send: nothing is known of it.', {
              variables: unfilled.join(', '),
            })}
          </Text>
        )}
        {preview ? (
          <div className={styles.composerPreview} dir="auto">
            <Markdown text={text} />
          </div>
        ) : (
          <Textarea
            ref={field}
            dir={text === '' ? undefined : 'auto'}
            aria-label={label}
            placeholder={mode === 'reply' ? canned.placeholder : t('Write a note')}
            autosize
            minRows={low ? 1 : 2}
            maxRows={low ? 4 : 10}
            maxLength={most}
            disabled={isTooLate}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              if (mode === 'reply') typing.wrote()
            }}
            onKeyDown={press}
            {...canned.field}
          />
        )}
        <Group justify="space-between" mt={8} wrap="nowrap">
          <Group gap={4} wrap="nowrap">
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              className={styles.composerHint}
              disabled={text.trim() === ''}
              onClick={() => setPreview(!preview)}
              aria-pressed={preview}
            >
              {preview ? t('Edit') : t('Preview')}
            </Button>
            {takesTemplates && (
              <Button
                size="compact-sm"
                variant={isTooLate ? 'light' : 'subtle'}
                {...(!isTooLate && { color: 'gray' })}
                onClick={() => setChoosing(true)}
              >
                {t('Send a template')}
              </Button>
            )}
          </Group>
          <Group gap="sm" wrap="nowrap">
            <Text size="xs" c="dimmed" visibleFrom="sm" className={styles.composerHint}>
              <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd>
            </Text>
            <Button
              type="submit"
              size="xs"
              disabled={text.trim() === '' || isTooLate || unfilled.length > 0}
              loading={action.isPending}
              rightSection={<IconSend2 size={15} className={styles.directed} />}
            >
              {mode === 'reply' ? t('Send') : t('Add note')}
            </Button>
          </Group>
        </Group>
      </form>
    </>
  )
}

const namesOf = (people: readonly PresentPerson[]) =>
  new Intl.ListFormat(locale).format(people.map(({ displayName }) => displayName))

/** A text that starts with a slash opens canned responses. The arrow keys select one; Enter and Tab insert it. */
function useCanned(text: string, asked: boolean, onChoose: (text: string) => void) {
  const { cannedResponses, settings } = useTeam()
  const [place, setPlace] = useState(0)
  const [closedAt, setClosedAt] = useState<string>()
  const id = useId()
  const typed = asked ? /^\/([^\s/]*)$/.exec(text)?.[1]?.toLowerCase() : undefined
  const found =
    typed === undefined || closedAt === text
      ? []
      : cannedResponses.filter((one) => fits(one, typed)).slice(0, 8)
  const chosen = found[Math.min(place, found.length - 1)]
  const choose = (one: CannedResponse) => {
    setPlace(0)
    onChoose(one.text)
  }
  const press = (event: KeyboardEvent): boolean => {
    if (!chosen || event.ctrlKey || event.metaKey) return false
    if (event.key === 'ArrowDown') setPlace((place + 1) % found.length)
    else if (event.key === 'ArrowUp') setPlace((place - 1 + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen)
    else if (event.key === 'Escape') setClosedAt(text)
    else return false
    event.preventDefault()
    return true
  }
  const list = found.length > 0 && (
    <div className={styles.canned} role="listbox" aria-label={t('Canned responses')} id={id}>
      {found.map((one) => (
        <UnstyledButton
          key={one.cannedResponseId}
          id={`${id}-${one.cannedResponseId}`}
          role="option"
          aria-selected={one === chosen}
          tabIndex={-1}
          className={styles.cannedOption}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(one)}
        >
          <Text span fw={600} size="sm">
            /{one.shortcut}
          </Text>
          <Text span size="sm" c="dimmed" truncate dir="auto">
            {cut(one.text.replace(/\s+/g, ' '), 120)}
          </Text>
        </UnstyledButton>
      ))}
    </div>
  )
  const field = chosen
    ? {
        role: 'combobox',
        'aria-expanded': true,
        'aria-controls': id,
        'aria-activedescendant': `${id}-${chosen.cannedResponseId}`,
      }
    : {}
  const placeholder = settings?.enableCannedResponses
    ? t('Write a reply, or / for canned responses')
    : t('Write a reply')
  return { press, list, field, placeholder }
}

function fits({ shortcut, text }: CannedResponse, typed: string): boolean {
  return shortcut.startsWith(typed) || (typed.length > 1 && text.toLowerCase().includes(typed))
}
