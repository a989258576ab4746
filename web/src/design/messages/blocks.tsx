import { Anchor, Button, Text } from '@mantine/core'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { safeImage, safeLink } from '@parley/contracts/conversation/safe-url.ts'
import { IconExternalLink, IconFile, IconMovie } from '@tabler/icons-react'
import type { SyntheticEvent } from 'react'
import { t, tCount } from '../language.ts'
import { scrollable } from '../scrollable.ts'
import { languageName } from '../words/names.ts'
import { Markdown } from './markdown.tsx'
import styles from './messages.module.css'

type Say = (text: string) => void

/**
 * Renders the blocks of a message. With `onSay`, pressing a button sends its label as a message; without it, buttons
 * are only shown.
 */
export function Blocks(props: { blocks: readonly Block[]; own: boolean; onSay?: Say; forms?: Forms }) {
  return props.blocks.map((block, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a message are never reordered
    <BlockView key={place} block={block} own={props.own} onSay={props.onSay} forms={props.forms} />
  ))
}

type Form = Extract<Block, { type: 'form' }>

/** Forms by their id, which know the labels of the answers. */
export type Forms = ReadonlyMap<string, Form>

/** The forms of a conversation. */
export function formsIn(messages: readonly { blocks: readonly Block[] }[]): Forms {
  const forms = messages.flatMap(({ blocks }) => blocks.filter((block) => block.type === 'form'))
  return new Map(forms.map((form) => [form.formId, form]))
}

function BlockView(props: { block: Block; own: boolean; onSay: Say | undefined; forms: Forms | undefined }) {
  const { block, own, onSay } = props
  switch (block.type) {
    case 'text':
      if (block.text.trim() === '') return null
      return (
        <div className={own ? styles.ownBubble : styles.bubble} dir="auto">
          {own ? block.text : <Markdown text={block.text} />}
        </div>
      )
    case 'buttons':
      return (
        <div className={styles.choices}>
          {block.buttons.map((button) => (
            <Choice key={button.id} label={button.label} onSay={onSay && (() => onSay(button.label))} />
          ))}
        </div>
      )
    case 'carousel':
      return <Carousel cards={block.cards} onSay={onSay} />
    case 'image':
      return <Picture url={block.url} alt={block.alt} />
    case 'video':
      return <Video url={block.url} title={block.title} />
    case 'file':
      return <File file={block} />
    case 'form':
      return (
        <section className={styles.form} aria-label={block.title ?? t('Form')} dir="auto">
          {block.title && <strong>{block.title}</strong>}
          {block.fields.map((field) => (
            <FieldView key={field.name} field={field} />
          ))}
          <span className={styles.formSubmit}>{block.submitLabel ?? t('Submit')}</span>
        </section>
      )
    case 'form-answers': {
      const form = props.forms?.get(block.formId)
      const labels = new Map(form?.fields.map(({ name, label }) => [name, label]))
      return (
        <dl className={styles.form} dir="auto">
          {Object.entries(block.answers).map(([name, answer]) => (
            <div key={name}>
              <dt>{labels.get(name) ?? name}</dt>
              <dd>{answer || '–'}</dd>
            </div>
          ))}
        </dl>
      )
    }
    case 'event':
      return null
  }
}

/** A field as the visitor saw it: empty, with what it offers. */
function FieldView({ field }: { field: Form['fields'][number] }) {
  const hint = field.placeholder || field.options?.join(', ')
  if (field.type === 'checkbox')
    return (
      <span className={styles.formCheck}>
        <span className={styles.formBox} aria-hidden /> {field.label}
      </span>
    )
  return (
    <span className={styles.formField}>
      <span>
        {field.label}
        {field.required && <span aria-hidden> *</span>}
      </span>
      <span className={styles.formBox} data-long={field.type === 'long-text' || undefined}>
        {hint}
      </span>
    </span>
  )
}

/** A file, and what is said in it if it is a recording that was transcribed. */
function File({ file }: { file: Extract<Block, { type: 'file' }> }) {
  const { transcript } = file
  if (!transcript) return <FileItself file={file} />
  const { lang, text } = transcript
  return (
    <div className={styles.recording}>
      <FileItself file={file} />
      <Text size="xs" c="dimmed">
        {t('Transcript of the recording')}
        {lang && text !== '' && ` · ${languageName(lang)}`}
      </Text>
      {text === '' ? (
        <Text size="sm" c="dimmed" fs="italic">
          {t('No speech was recognized.')}
        </Text>
      ) : (
        <div className={styles.bubble} lang={lang} dir="auto" data-transcript>
          {text}
        </div>
      )}
    </div>
  )
}

/**
 * Images are shown, recordings are played. Other files are links that open while they are valid, or a name where they cannot
 * be opened.
 */
function FileItself({ file }: { file: Extract<Block, { type: 'file' }> }) {
  const url = file.url?.startsWith('/') ? file.url : safeLink(file.url)
  const size = file.size === undefined ? '' : ` · ${Math.max(1, Math.round(file.size / 1024))} KB`
  if (url && /^image\/(png|jpeg|gif|webp)$/.test(file.mimeType))
    return (
      <a href={url} target="_blank" rel="noopener noreferrer">
        <img className={styles.picture} src={url} alt={file.name} loading="lazy" onError={hide} />
      </a>
    )
  const words = (
    <>
      <IconFile size={18} stroke={1.75} aria-hidden />
      <span>
        {file.name}
        {size}
      </span>
    </>
  )
  if (!url) return <span className={styles.video}>{words}</span>
  if (file.mimeType.startsWith('audio/'))
    // biome-ignore lint/a11y/useMediaCaption: what is said stands below it as text
    return <audio className={styles.player} src={url} controls preload="metadata" aria-label={file.name} />
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" className={styles.video}>
      {words}
    </Anchor>
  )
}

function Choice(props: { label: string; onSay: (() => void) | undefined }) {
  if (!props.onSay) return <span className={styles.offered}>{props.label}</span>
  return (
    <Button size="compact-md" variant="outline" radius="xl" onClick={props.onSay}>
      {props.label}
    </Button>
  )
}

type Card = Extract<Block, { type: 'carousel' }>['cards'][number]

function Carousel(props: { cards: Card[]; onSay: Say | undefined }) {
  return (
    <section
      className={styles.cards}
      aria-label={tCount(props.cards.length, '{count} card', '{count} cards')}
      {...scrollable}
    >
      {props.cards.map((card, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a message are never reordered
        <CardView key={place} card={card} onSay={props.onSay} />
      ))}
    </section>
  )
}

function CardView({ card, onSay }: { card: Card; onSay: Say | undefined }) {
  const picture = safeImage(card.imageUrl)
  return (
    <div className={styles.card}>
      {picture && <img src={picture} alt="" loading="lazy" onError={hide} />}
      <div className={styles.cardWords}>
        <Text fw={600} dir="auto" lineClamp={2}>
          {card.title}
        </Text>
        {card.description && (
          <Text size="xs" c="dimmed" dir="auto" lineClamp={3}>
            {card.description}
          </Text>
        )}
        {card.buttons?.map((button) => {
          const href = safeLink(button.url)
          if (href)
            return (
              <Button
                key={button.label}
                component="a"
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                size="compact-sm"
                variant="default"
                rightSection={<IconExternalLink size={14} />}
              >
                {button.label}
              </Button>
            )
          if (!onSay)
            return (
              <span key={button.label} className={styles.offered}>
                {button.label}
              </span>
            )
          return (
            <Button
              key={button.label}
              size="compact-sm"
              variant="default"
              onClick={() => onSay(button.text ?? button.label)}
            >
              {button.label}
            </Button>
          )
        })}
      </div>
    </div>
  )
}

function Picture(props: { url: string; alt: string | undefined }) {
  const url = safeImage(props.url)
  if (!url) return null
  return <img className={styles.picture} src={url} alt={props.alt ?? ''} loading="lazy" onError={hide} />
}

/** Hides an image that could not be loaded. */
function hide(event: SyntheticEvent<HTMLImageElement>): void {
  event.currentTarget.hidden = true
}

/** A link instead of an embedded player, which would report every reader of the transcript to another site. */
function Video(props: { url: string; title: string | undefined }) {
  const url = safeLink(props.url)
  if (!url) return null
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" className={styles.video}>
      <IconMovie size={18} stroke={1.75} aria-hidden />
      <span>{props.title ?? new URL(url).hostname}</span>
      <IconExternalLink size={14} aria-label={t('opens a new tab')} />
    </Anchor>
  )
}
