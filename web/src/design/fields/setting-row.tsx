/**
 * Rows of settings: label and help on the left, the control on the right; in narrow cards the control is below. Within
 * a `SettingsFilter` only rows with the words that were typed are shown, with these marked.
 */

import { Input } from '@mantine/core'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { t } from '../language.ts'
import { Section } from '../pages/page.tsx'
import { hasWords, piecesOf } from '../words/marked-text.ts'
import styles from './setting-row.module.css'

type Filter = {
  /** In small letters; none shows every row. */
  typed: readonly string[]
  /** Called for each row that is shown; returns what is called when it no longer is. */
  onShown?: (() => () => void) | undefined
  /** Words by which all rows within are found. */
  words: string
  /** The label of a setting that is off, without which the rows have no effect. */
  needs?: string | undefined
}

const FilterContext = createContext<Filter>({ typed: [], words: '' })

/** Shows only the rows within that have all words of `typed`. `words`: those of what the rows belong to. */
export function SettingsFilter(props: Omit<Filter, 'needs'> & { children: ReactNode }) {
  const { typed, onShown, words, children } = props
  const filter = useMemo(() => ({ typed, onShown, words }), [typed, onShown, words])
  return <FilterContext value={filter}>{children}</FilterContext>
}

/** A card of rows, hidden while none of them is shown. */
export function SettingSection(props: {
  title: string
  explanation?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const { title, explanation, actions, children } = props
  const filter = useContext(FilterContext)
  const within = useMemo(() => ({ ...filter, words: `${filter.words} ${title}` }), [filter, title])
  return (
    <FilterContext value={within}>
      <div className={styles.section} data-filtered={filter.typed.length > 0 || undefined}>
        <Section title={title} explanation={explanation} actions={actions}>
          <div className={styles.rows}>{children}</div>
        </Section>
      </div>
    </FilterContext>
  )
}

/**
 * Rows that have no effect while another setting, `needs`, is off: not shown then. The filter finds them all the same,
 * disabled and with the reason.
 */
export function SettingsWhile(props: { on: boolean; needs: string; children: ReactNode }) {
  const { on, needs, children } = props
  const filter = useContext(FilterContext)
  const within = useMemo(() => ({ ...filter, needs }), [filter, needs])
  if (on) return children
  return filter.typed.length > 0 && <FilterContext value={within}>{children}</FilterContext>
}

export type RowTexts = { label: ReactNode; description: ReactNode }

/**
 * A setting. `children`: a Mantine input that is given the texts, or a control that names itself. `grouped`: the label
 * names several controls together.
 * `words`: further words that find it. `size`: of the control; a `wide` one is below label and help.
 */
export function SettingRow(props: {
  /** Of the field. */
  name?: string
  label: string
  help?: string | undefined
  words?: string | undefined
  size?: 'button' | 'short' | 'medium' | 'wide'
  grouped?: boolean
  children: ReactNode | ((texts: RowTexts) => ReactNode)
}) {
  const { name = '', label, help, words = '', size = 'medium', grouped, children } = props
  const { typed, onShown, words: outer, needs } = useContext(FilterContext)
  const shown = typed.length === 0 || hasWords(typed, `${label} ${help ?? ''} ${words} ${outer}`)
  useEffect(() => (shown ? onShown?.() : undefined), [shown, onShown])
  if (!shown) return null
  const texts = {
    label: <Marked text={label} typed={typed} />,
    description: (help || needs) && (
      <>
        {help && <Marked text={help} typed={typed} />}
        {needs && (
          <span className={styles.needs}>
            {t('Has an effect only with “{setting}”.', { setting: needs })}
          </span>
        )}
      </>
    ),
  }
  const control =
    typeof children === 'function' ? (
      children(texts)
    ) : (
      <Input.Wrapper {...texts} labelElement="div" {...(grouped && { role: 'group', 'aria-label': label })}>
        <div>{children}</div>
      </Input.Wrapper>
    )
  const row = { className: styles.row, 'data-size': size, 'data-setting': name, 'data-part': 'setting' }
  if (needs === undefined) return <div {...row}>{control}</div>
  return (
    <fieldset {...row} disabled aria-label={label}>
      {control}
    </fieldset>
  )
}

/** Text with the beginnings of words marked that were typed. */
function Marked({ text, typed }: { text: string; typed: readonly string[] }) {
  if (typed.length === 0) return text
  return piecesOf(text, typed).map((piece, nth) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other identity
    piece.found ? <mark key={nth}>{piece.text}</mark> : piece.text,
  )
}
