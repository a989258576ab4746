import { useComputedColorScheme } from '@mantine/core'
import { MiniMap } from '@xyflow/react'
import { memo, useMemo } from 'react'
import { t } from '../../design/language.ts'
import styles from './canvas.module.css'
import type { GroupFrame } from './canvas-frames.tsx'
import { useSide } from './canvas-mirror.ts'
import type { CanvasCard } from './canvas-node.tsx'
import { familyColours, familyOf, type NodeFamily } from './node-family.ts'

/** A small map of the whole flow. Its colours are computed once, not for each node and frame. */
export const CanvasMap = memo(function CanvasMap() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const { isMirrored } = useSide()
  const colourOf = useMemo(() => {
    // bounded: by the families
    const known = new Map<NodeFamily, string>()
    return ({ type, data }: CanvasCard | GroupFrame) => {
      if (type === 'frame') return 'transparent'
      const family = familyOf(data.node.type)
      const colour = known.get(family) ?? familyColours(family, scheme).colour
      known.set(family, colour)
      return colour
    }
  }, [scheme])
  return (
    <MiniMap<CanvasCard | GroupFrame>
      className={styles.map}
      ariaLabel={t('Overview of the flow')}
      // Away from the selection's toolbar, which is where reading begins.
      position={isMirrored ? 'bottom-left' : 'bottom-right'}
      pannable
      zoomable
      nodeBorderRadius={0}
      nodeColor={colourOf}
    />
  )
})
