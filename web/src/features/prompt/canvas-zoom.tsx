import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { IconMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useReactFlow, useStore } from '@xyflow/react'
import { locale, t } from '../../design/language.ts'
import styles from './canvas.module.css'

export const zoomLimits = { least: 0.1, most: 1.25 }
export const zooms = [zoomLimits.least, 0.2, 0.4, 0.55, 0.7, 0.85, 1, zoomLimits.most] as const

/** Zooms the canvas in steps, or to fit the whole flow. */
export function CanvasZoom() {
  const larger = useStore(({ transform }) => zooms.find((one) => one > transform[2]))
  const smaller = useStore(({ transform }) => zooms.findLast((one) => one < transform[2]))
  const { fitView, zoomTo } = useReactFlow()
  return (
    <Group gap={4} wrap="nowrap" ml="auto">
      <Tooltip label={t('Show all nodes')}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('Show all nodes')}
          onClick={() => void fitView({ padding: 0.08, maxZoom: 1 })}
        >
          <IconMaximize size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <ActionIcon
        variant="default"
        size={36}
        className={styles.wideOnly}
        aria-label={t('Zoom out')}
        disabled={smaller === undefined}
        onClick={() => smaller !== undefined && void zoomTo(smaller)}
      >
        <IconZoomOut size={18} stroke={1.75} />
      </ActionIcon>
      <Percent />
      <ActionIcon
        variant="default"
        size={36}
        className={styles.wideOnly}
        aria-label={t('Zoom in')}
        disabled={larger === undefined}
        onClick={() => larger !== undefined && void zoomTo(larger)}
      >
        <IconZoomIn size={18} stroke={1.75} />
      </ActionIcon>
    </Group>
  )
}

/** By itself, since it changes with every frame while the canvas is zoomed. */
function Percent() {
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100) / 100)
  return (
    <Text size="sm" w={44} ta="center" className={`tabular ${styles.wideOnly}`} aria-live="polite">
      {percent.toLocaleString(locale, { style: 'percent' })}
    </Text>
  )
}
