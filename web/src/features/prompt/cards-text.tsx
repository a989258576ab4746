import { ActionIcon, Button, Fieldset, Group, Stack, Textarea, TextInput } from '@mantine/core'
import {
  type CardButton,
  mostCards,
  type ReplyCard,
  type ReplyPart,
  replyParts,
  replyText,
} from '@parley/contracts/conversation/reply-parts.ts'
import { safeImage, safeLink } from '@parley/contracts/conversation/safe-url.ts'
import { IconArrowUp, IconCards } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../design/language.ts'
import { AddButton, RemoveButton } from '../../design/lists/list-buttons.tsx'
import styles from './cards-text.module.css'

/** A text of the agent: Markdown, with the cards of its carousels as fields. */
export function CardsText(props: {
  label: string
  /** Hides the label, where a title says the same. */
  labelHidden?: boolean
  value: string
  most: number
  minRows?: number
  placeholder?: string | undefined
  onChange: (value: string) => void
}) {
  const { label, value, most } = props
  const parts = replyParts(value)
  const put = (changed: ReplyPart[]) => {
    const text = replyText(changed)
    if (text.length <= most) props.onChange(text)
  }
  let texts = 0
  let carousels = 0
  return (
    <Stack gap="sm">
      {parts.map((part, nth) => {
        const key = `${part.type}-${nth}`
        if (part.type === 'carousel')
          return (
            <Cards
              key={key}
              carousel={++carousels}
              cards={part.cards}
              onChange={(cards) => put(parts.with(nth, { type: 'carousel', cards }))}
            />
          )
        const title = ++texts === 1 ? label : t('{name} after the cards', { name: label })
        return (
          <Textarea
            key={key}
            {...(texts === 1 && props.labelHidden ? { 'aria-label': title } : { label: title })}
            placeholder={texts === 1 ? props.placeholder : undefined}
            autosize
            minRows={texts === 1 ? (props.minRows ?? 1) : 1}
            maxRows={20}
            maxLength={most - (value.length - part.text.length)}
            value={part.text}
            onChange={(event) => put(parts.with(nth, { type: 'text', text: event.currentTarget.value }))}
          />
        )
      })}
      {carousels === 0 && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCards size={16} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => put([...parts, { type: 'carousel', cards: [newCard(t('Learn more'))] }])}
        >
          {t('Add cards')}
        </Button>
      )}
    </Stack>
  )
}

const newCard = (label: string): ReplyCard => ({ title: '', buttons: [{ label }] })
const mostButtons = 5

function Cards(props: { carousel: number; cards: ReplyCard[]; onChange: (cards: ReplyCard[]) => void }) {
  const { carousel, cards, onChange } = props
  const nameOf = (number: number) =>
    carousel === 1
      ? t('Card {number}', { number })
      : t('Carousel {carousel}, card {number}', { carousel, number })
  return (
    <>
      {cards.map((card, nth) => (
        <Fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: cards have no id
          key={nth}
          legend={nameOf(nth + 1)}
          p="sm"
          pt={4}
        >
          <OneCard card={card} onChange={(changed) => onChange(cards.with(nth, changed))} />
          <Group gap={4} justify="flex-end">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Move card {number} up', { number: nth + 1 })}
              disabled={nth === 0}
              onClick={() => onChange(movedUp(cards, nth))}
            >
              <IconArrowUp size={18} stroke={1.75} />
            </ActionIcon>
            <RemoveButton
              label={t('Remove card {number}', { number: nth + 1 })}
              disabled={false}
              onClick={() => onChange(cards.toSpliced(nth, 1))}
            />
          </Group>
        </Fieldset>
      ))}
      <AddButton
        label={t('Add card')}
        disabled={cards.length >= mostCards}
        onClick={() => onChange([...cards, newCard(t('Learn more'))])}
      />
    </>
  )
}

function OneCard({ card, onChange }: { card: ReplyCard; onChange: (card: ReplyCard) => void }) {
  const buttons = card.buttons ?? []
  const put = (changed: CardButton[]) =>
    onChange({ ...card, buttons: changed.length > 0 ? changed : undefined })
  // An address with a variable is none before a conversation fills it in.
  const picture = card.imageUrl?.includes('{{') ? undefined : safeImage(card.imageUrl)
  return (
    <Stack gap="xs">
      <TextInput
        label={t('Title')}
        maxLength={100}
        value={card.title}
        onChange={(event) => onChange({ ...card, title: event.currentTarget.value })}
      />
      <Textarea
        label={t('Description')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={300}
        value={card.description ?? ''}
        onChange={(event) => onChange({ ...card, description: event.currentTarget.value || undefined })}
      />
      <LinkField
        label={t('Picture')}
        isAllowed={(link) => link.startsWith('https:') && safeImage(link) !== undefined}
        value={card.imageUrl ?? ''}
        onChange={(imageUrl) => onChange({ ...card, imageUrl: imageUrl || undefined })}
      />
      {picture && <img key={picture} className={styles.picture} src={picture} alt="" onError={hide} />}
      {buttons.map((button, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: buttons of cards have no id
        <Group key={nth} gap="xs" wrap="nowrap" align="flex-start">
          <NeededText
            label={t('Button {number}', { number: nth + 1 })}
            value={button.label}
            onChange={(label) => put(buttons.with(nth, { ...button, label }))}
          />
          <LinkField
            label={t('Opens')}
            placeholder={t('Says its label')}
            value={button.url ?? ''}
            onChange={(url) => put(buttons.with(nth, { ...button, url: url || undefined }))}
          />
          <span className={styles.remove}>
            <RemoveButton
              label={t('Remove button {name}', { name: button.label || nth + 1 })}
              disabled={false}
              onClick={() => put(buttons.toSpliced(nth, 1))}
            />
          </span>
        </Group>
      ))}
      <AddButton
        label={t('Add button')}
        disabled={buttons.length >= mostButtons}
        onClick={() => put([...buttons, { label: t('Learn more') }])}
      />
    </Stack>
  )
}

function movedUp(cards: readonly ReplyCard[], nth: number): ReplyCard[] {
  const [card] = cards.slice(nth, nth + 1)
  return card ? cards.toSpliced(nth, 1).toSpliced(nth - 1, 0, card) : [...cards]
}

/** A label that must not be empty. Says so once it is left. */
function NeededText(props: { label: string; value: string; onChange: (value: string) => void }) {
  const [left, setLeft] = useState(false)
  return (
    <TextInput
      flex={1}
      label={props.label}
      maxLength={80}
      value={props.value}
      error={left && props.value.trim() === '' && t('Enter a label')}
      onBlur={() => setLeft(true)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

/**
 * An address. Only one that visitors' browsers open is kept, since the whole carousel would be shown as text otherwise;
 * another is pointed out once the field is left.
 */
function LinkField(props: {
  label: string
  placeholder?: string
  value: string
  isAllowed?: (link: string) => boolean
  onChange: (value: string) => void
}) {
  const { isAllowed = (link: string) => safeLink(link) !== undefined } = props
  const [typed, setTyped] = useState<string>()
  const [left, setLeft] = useState(false)
  return (
    <TextInput
      flex={1}
      type="url"
      label={props.label}
      {...((props.value || typed || props.placeholder === undefined) && { dir: 'ltr' })}
      placeholder={props.placeholder ?? 'https://'}
      maxLength={1000}
      value={typed ?? props.value}
      error={left && typed !== undefined && t('Begin with https://')}
      onBlur={() => setLeft(true)}
      onChange={(event) => {
        const link = event.currentTarget.value.trim()
        const isKept = link === '' || isAllowed(link)
        setTyped(isKept ? undefined : link)
        if (isKept) setLeft(false)
        if (isKept) props.onChange(link)
      }}
    />
  )
}

function hide(event: { currentTarget: HTMLImageElement }): void {
  event.currentTarget.hidden = true
}
