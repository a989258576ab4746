import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import styles from './canvas.module.css'
import type { Line, Place } from './canvas-layout.ts'
import { waysOf } from './canvas-ways.ts'

/** The lines between the cards. Lines of the open node are on top. Where lines cross, the lower one has a gap. */
export function CanvasLines(props: {
  lines: readonly Line[]
  nodes: readonly AgentNode[]
  places: ReadonlyMap<string, Place>
  shownId: string | undefined
}) {
  const { lines, shownId } = props
  const ways = waysOf(lines, props.nodes, props.places)
  const drawn = lines.map(({ source, target, nth }, at) => ({
    key: `${source}/${nth}`,
    path: ways[at],
    target,
    near: source === shownId || target === shownId,
  }))
  const nearLast = (one: { near: boolean }, other: { near: boolean }) => Number(one.near) - Number(other.near)
  // Lines with the same target merge, so they have no gaps between each other.
  const bundles = [...Map.groupBy(drawn, ({ target }) => target)]
    .map(([target, parts]) => ({
      target,
      parts: parts.toSorted(nearLast),
      near: parts.some(({ near }) => near),
    }))
    .toSorted(nearLast)
  return bundles.map(({ target, parts }) => (
    <g key={target}>
      {parts.map(({ key, path }) => (
        <path key={key} d={path} className={styles.gap} />
      ))}
      {parts.map(({ key, path, near }) => (
        <path key={key} d={path} data-near={near || undefined} />
      ))}
    </g>
  ))
}
