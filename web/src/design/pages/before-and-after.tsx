import { t, tCount } from '../language.ts'
import { scrollable } from '../scrollable.ts'
import { folded, lineDiff } from '../words/line-diff.ts'
import styles from './before-and-after.module.css'

/** A value before and after a change; either may be missing. Long texts are compared line by line. */
export function BeforeAndAfter(props: { before?: string | undefined; after?: string | undefined }) {
  const empty = t('(empty)')
  const before = readable(props.before, empty)
  const after = readable(props.after, empty)
  if (before !== undefined && after !== undefined && (isLong(before) || isLong(after)))
    return <LineDiff before={before} after={after} />
  return (
    <div className={styles.values} {...scrollable}>
      {before !== undefined && (
        <del className={styles.removed} dir="auto">
          <span className={styles.sign}>−</span>
          {before}
        </del>
      )}
      {after !== undefined && (
        <ins className={styles.added} dir="auto">
          <span className={styles.sign}>+</span>
          {after}
        </ins>
      )}
    </div>
  )
}

function LineDiff(props: { before: string; after: string }) {
  return (
    <div className={styles.values} {...scrollable}>
      {folded(lineDiff(props.before, props.after)).map((part, place) => {
        // Lines have no id, so the key is their index.
        const key = `${place}`
        if ('hidden' in part)
          return (
            <span key={key} className={styles.hidden}>
              {part.kind === 'more'
                ? tCount(part.hidden, '{count} more line', '{count} more lines')
                : tCount(part.hidden, '{count} unchanged line', '{count} unchanged lines')}
            </span>
          )
        const Line = part.kind === 'removed' ? 'del' : part.kind === 'added' ? 'ins' : 'span'
        return (
          <Line key={key} className={styles[part.kind]} dir="auto">
            <span className={styles.sign}>
              {part.kind === 'removed' ? '−' : part.kind === 'added' ? '+' : ' '}
            </span>
            {part.text}
          </Line>
        )
      })}
    </div>
  )
}

const isLong = (text: string) => text.includes('\n')

const readable = (value: string | undefined, empty: string) => (value === '' ? empty : value)
