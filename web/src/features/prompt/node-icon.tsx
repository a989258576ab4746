import type { NodeType } from '@parley/contracts/agent/nodes.ts'
import { familyOf } from './node-family.ts'
import styles from './node-icon.module.css'
import { wordsOf } from './node-words.ts'

/** The icon of a type of node in the hue of its family. An ancestor sets `familyVariables`. */
export function NodeIcon(props: { type: NodeType; size?: number }) {
  const { icon: Icon } = wordsOf(props.type)
  const { size = 32 } = props
  return (
    <span
      className={styles.icon}
      data-family={familyOf(props.type)}
      style={{ width: size, height: size }}
      aria-hidden
    >
      <Icon size={Math.round(size * 0.56)} stroke={1.75} />
    </span>
  )
}
