import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { memo, useMemo } from 'react'
import styles from './canvas.module.css'
import { type Line, linesOf, type Place } from './canvas-layout.ts'
import { useSide } from './canvas-mirror.ts'
import { byReach, curveOf, waysOf } from './canvas-ways.ts'
import { type CanvasPart, usePartInView } from './use-part-in-view.ts'

/**
 * The lines between the cards. A line that runs around cards, and would read as a box, is drawn only while one of its
 * ends is `near`; where it leads is named at its exit. Where lines cross, the lower one has a gap.
 */
export const CanvasLines = memo(function CanvasLines(props: {
  nodes: readonly AgentNode[]
  places: ReadonlyMap<string, Place>
  /** Nodes that are being dragged, whose lines are curves meanwhile. */
  moving: ReadonlyMap<string, Place>
  /** Nodes whose lines are emphasised. */
  near: ReadonlySet<string>
  /** The connections that the test conversation has taken, as `source>target`. */
  way: ReadonlySet<string>
  /** The exit from which a line is being drawn, as `source/nth`. */
  drawnFrom: string | undefined
}) {
  const { nodes, places, moving, near, way } = props
  const lines = useMemo(() => linesOf(nodes, places), [nodes, places])
  const { direct, around } = useMemo(() => byReach(lines, nodes, places), [lines, nodes, places])
  const ways = useMemo(() => {
    const paths = waysOf(direct, nodes, places)
    return new Map(direct.map((line, nth) => [keyOf(line), paths[nth] ?? '']))
  }, [direct, nodes, places])
  const waysAround = useMemo(() => {
    const shown = around.filter((line) => isNear(line, near) || way.has(pairOf(line)))
    const paths = waysOf(shown, nodes, places)
    return new Map(shown.map((line, nth) => [keyOf(line), paths[nth] ?? '']))
  }, [around, near, way, nodes, places])
  const { drawn: transform } = useSide()
  const seen = useStoredPartInView()

  const moved = useMemo(() => {
    if (moving.size === 0) return undefined
    const at = new Map([...places, ...moving])
    return new Map(
      linesOf(nodes, at)
        .filter((line) => moving.has(line.source) || moving.has(line.target))
        .map((line) => [keyOf(line), curveOf(line)]),
    )
  }, [moving, nodes, places])

  const drawn = lines.flatMap((line) => {
    const key = keyOf(line)
    const path = moved?.get(key) ?? ways.get(key) ?? waysAround.get(key)
    if (path === undefined || key === props.drawnFrom || !(isIn(seen, line) || moved?.has(key))) return []
    const taken = way.has(pairOf(line))
    return [{ key, path, target: line.target, near: isNear(line, near), around: waysAround.has(key), taken }]
  })
  const nearLast = (one: { near: boolean }, other: { near: boolean }) => Number(one.near) - Number(other.near)
  // Lines with the same target merge, so they have no gaps between each other.
  const bundles = [...Map.groupBy(drawn, ({ target }) => target)]
    .map(([target, parts]) => ({
      target,
      parts: parts.toSorted(nearLast),
      near: parts.some((part) => part.near),
    }))
    .toSorted(nearLast)
  return (
    <svg className={styles.lines} aria-hidden>
      <g transform={transform}>
        {bundles.map(({ target, parts }) => (
          <g key={target}>
            {parts.map(({ key, path }) => (
              <path key={key} d={path} className={styles.gap} />
            ))}
            {parts.map((part) => (
              <path
                key={part.key}
                d={part.path}
                data-near={part.near || undefined}
                data-around={part.around || undefined}
                data-way={part.taken || undefined}
              />
            ))}
          </g>
        ))}
      </g>
    </svg>
  )
})

/** The part in view, in stored positions. */
function useStoredPartInView(): CanvasPart {
  const { isMirrored } = useSide()
  const part = usePartInView()
  return isMirrored ? { ...part, left: -part.right, right: -part.left } : part
}

const pairOf = ({ source, target }: Line) => `${source}>${target}`
const keyOf = ({ source, nth }: Pick<Line, 'source' | 'nth'>) => `${source}/${nth}`
const isNear = ({ source, target }: Line, near: ReadonlySet<string>) => near.has(source) || near.has(target)

const isIn = (part: CanvasPart, { from, to }: Line): boolean =>
  Math.min(from.x, to.x) <= part.right &&
  Math.max(from.x, to.x) >= part.left &&
  Math.min(from.y, to.y) <= part.bottom &&
  Math.max(from.y, to.y) >= part.top
