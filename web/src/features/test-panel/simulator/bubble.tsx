import { UnstyledButton } from '@mantine/core'
import type { SimulatedKind } from '@parley/contracts/channel/names.ts'
import { safeImage, safeLink } from '@parley/contracts/conversation/safe-url.ts'
import { IconExternalLink, IconFile } from '@tabler/icons-react'
import { createElement, Fragment, type ReactNode, useId, useState } from 'react'
import { Markdown } from '../../../design/messages/markdown.tsx'
import type { Act, Bubble, Card, Key } from './payload.ts'
import type { Run } from './runs.ts'
import styles from './simulator.module.css'

type Pressing = { onAct: ((act: Act) => void) | undefined }

/** One message as the app shows it. Quick replies go once something follows; all other keys stay. */
export function BubbleView(
  props: Pressing & {
    kind: SimulatedKind
    bubble: Bubble
    agent: string
    isLast: boolean
    children: ReactNode
  },
) {
  const { bubble, kind, onAct } = props
  const { cards, file, keys = [], list, markdown, picture, quickReplies = [], runs, tag, template } = bubble
  const isBubble = runs !== undefined || markdown !== undefined || picture !== undefined || file || template
  return (
    <>
      {isBubble && (
        <div className={styles.bubble} dir="auto" data-with-keys={keys.length > 0 || list ? true : undefined}>
          {picture !== undefined && <Picture url={picture} />}
          {file && <File {...file} />}
          {template !== undefined && <em>Template: {template}</em>}
          {runs && <Runs runs={runs} />}
          {markdown !== undefined && <Markdown text={withName(markdown)} />}
          {props.children}
        </div>
      )}
      {cards && <Cards cards={cards} onAct={onAct} />}
      {tag !== undefined && <span className={styles.tag}>Tag: {tag}</span>}
      {list && <Rows list={list} onAct={onAct} />}
      {keys.length > 0 && (
        <div className={styles.keys} data-channel={kind}>
          {each(keys, (key) => (
            <KeyView of={key} onAct={onAct} className={styles.key} />
          ))}
        </div>
      )}
      {quickReplies.length > 0 && props.isLast && (
        <div className={styles.quickReplies}>
          {each(quickReplies, (key) => (
            <KeyView of={key} onAct={onAct} className={styles.quickReply} />
          ))}
        </div>
      )}
    </>
  )
}

/** Discord shows the name of who is mentioned. */
const withName = (markdown: string) => markdown.replace(/<@\d{1,20}>/g, '**@you**')

function KeyView(props: Pressing & { of: Key; className: string | undefined }) {
  const { of, onAct } = props
  const url = safeLink(of.url)
  if (of.url !== undefined)
    return (
      <a className={props.className} href={url} target="_blank" rel="noopener noreferrer">
        <bdi>{of.label}</bdi> <IconExternalLink size={14} aria-hidden />
      </a>
    )
  return (
    <UnstyledButton className={props.className} disabled={!onAct} onClick={() => of.act && onAct?.(of.act)}>
      <bdi>{of.label}</bdi>
      {of.description !== undefined && <small dir="auto">{of.description}</small>}
    </UnstyledButton>
  )
}

/** The rows of a list stand behind a button. */
function Rows(props: Pressing & { list: NonNullable<Bubble['list']> }) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  const act = props.onAct
  return (
    <div className={styles.keys}>
      <UnstyledButton
        className={styles.key}
        aria-expanded={opened}
        aria-controls={id}
        aria-label={`${props.list.opens} Open the list`}
        onClick={() => setOpened(!opened)}
      >
        {props.list.opens}
      </UnstyledButton>
      <div id={id} className={styles.rows} hidden={!opened}>
        {each(props.list.rows, (row) => (
          <KeyView
            of={row}
            className={styles.row}
            onAct={
              act &&
              ((given) => {
                setOpened(false)
                act(given)
              })
            }
          />
        ))}
      </div>
    </div>
  )
}

function Cards(props: Pressing & { cards: readonly Card[] }) {
  return (
    <div className={styles.cards}>
      {each(props.cards, ({ title, subtitle, picture, keys }) => (
        <div className={styles.card} dir="auto">
          {picture !== undefined && <Picture url={picture} />}
          {title !== '' && <strong>{title}</strong>}
          {subtitle !== '' && <span>{subtitle}</span>}
          {each(keys, (key) => (
            <KeyView of={key} onAct={props.onAct} className={styles.key} />
          ))}
        </div>
      ))}
    </div>
  )
}

function Picture({ url }: { url: string }) {
  const [isGone, setIsGone] = useState(false)
  const address = safeImage(url)
  if (address === undefined || isGone) return <File kind="image" name={url} url={url} />
  return (
    <img className={styles.picture} src={address} alt="" loading="lazy" onError={() => setIsGone(true)} />
  )
}

function File({ name, url }: { kind: string; name: string; url: string }) {
  const address = safeLink(url)
  return (
    <span className={styles.file}>
      <IconFile size={16} aria-hidden />
      {address === undefined ? (
        <bdi>{name}</bdi>
      ) : (
        <a href={address} target="_blank" rel="noopener noreferrer">
          <bdi>{name}</bdi>
        </a>
      )}
    </span>
  )
}

function Runs({ runs }: { runs: readonly Run[] }) {
  return (
    <span className={styles.words}>
      {each(runs, ({ text, marks, url }) => {
        const address = safeLink(url)
        const looks = marks.map((mark) => styles[mark]).join(' ')
        if (address === undefined) return <span className={looks}>{text}</span>
        return (
          <a className={looks} href={address} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        )
      })}
    </span>
  )
}

/** Parts of a message have no identity, so they are passed as positional children, without keys. */
function each<Part>(parts: readonly Part[], render: (part: Part) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...parts.map(render))
}
