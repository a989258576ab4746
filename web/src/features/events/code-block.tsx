import { Text } from '@mantine/core'
import { useId } from 'react'
import styles from './events.module.css'

/** A named block of code, such as JSON, that scrolls by keyboard too. */
export function CodeBlock(props: { label: string; text: string }) {
  const id = useId()
  return (
    <div>
      <Text fw={500} size="sm" mb={4} id={id}>
        {props.label}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.code} tabIndex={0} aria-labelledby={id}>
        {props.text}
      </section>
    </div>
  )
}

/** JSON as people read it; other texts as they are. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
