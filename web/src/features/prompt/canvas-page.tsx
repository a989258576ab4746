import { ActionIcon, Button, Group, Tooltip, useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { IconLayoutGrid, IconSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../design/language.ts'
import { noticeFailure } from '../../design/notices/notices.ts'
import { useOnPhone } from '../../design/use-on-phone.ts'
import { whenReachable } from '../../server/connection.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { useTestWay } from '../../store/test-way.ts'
import styles from './canvas.module.css'
import { canBeCopied } from './canvas-clipboard.ts'
import { CanvasFlow } from './canvas-flow.tsx'
import { CanvasInspector } from './canvas-inspector.tsx'
import { cardWidth, tidied, withPlaces } from './canvas-layout.ts'
import { CanvasMenu } from './canvas-menu.tsx'
import { useSide } from './canvas-mirror.ts'
import { CanvasProblems } from './canvas-problems.tsx'
import { CanvasSearch } from './canvas-search.tsx'
import { CanvasSelection } from './canvas-selection.tsx'
import { CanvasZoom } from './canvas-zoom.tsx'
import { AddNode, UndoRedo } from './flow-section.tsx'
import { familyVariables } from './node-family.ts'
import { useCanvasClipboard } from './use-canvas-clipboard.ts'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useCanvasSearch } from './use-canvas-search.ts'
import { newId, useFlow } from './use-flow.ts'
import { ViewSwitch } from './view-switch.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/prompt')
const none: ReadonlySet<string> = new Set()

/** The flow as a diagram (part 2 §2.4: Canvas, advanced node view), with an inspector for the selected node. */
export function Canvas() {
  return (
    <ReactFlowProvider>
      <WholeCanvas />
    </ReactFlowProvider>
  )
}

function WholeCanvas() {
  const flow = useFlow()
  const { agentId } = useAgentPlace()
  const way = useTestWay(agentId)
  const onPhone = useOnPhone()
  const { screenToFlowPosition } = useReactFlow()
  const { mirror, isMirrored } = useSide()
  const [aim, setAim] = useState<{ id: string }>()
  const [tidying, setTidying] = useState(false)
  const { nodes, problems, check } = flow
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const { node: shownId } = route.useSearch()
  const navigate = route.useNavigate()
  const inspector = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(none)
  const shown = nodes.find(({ id }) => id === shownId)

  // Closing the inspector leaves the node, also by Esc, which moves no focus out of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another node is shown
  useEffect(() => check(), [shownId, check])

  const show = (id: string | undefined, focus = false) => {
    if (id !== undefined) setSelected(new Set([id]))
    void navigate({ search: (search) => ({ ...search, node: id }), replace: true }).then(() => {
      if (focus) inspector.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
    })
  }
  const close = () => {
    const id = shownId
    flushSync(() => show(undefined))
    if (id === undefined) return
    const card = stage.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"] button`)
    card?.focus({ preventScroll: true })
  }

  const cards = nodes.filter(({ type }) => type !== 'group')
  const chosen = nodes.filter(({ id }) => selected.has(id))
  const search = useCanvasSearch(nodes, (id) => setAim({ id }))
  /** Where a card would be stored that stands in the middle of what is seen. */
  const middle = () => {
    const box = stage.current?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    const covered = inspector.current?.getBoundingClientRect().width ?? 0
    const width = covered < box.width ? box.width - covered : box.width
    const centre = isMirrored ? box.right - width / 2 : box.left + width / 2
    const { x, y } = screenToFlowPosition({ x: centre, y: box.top + box.height / 2 })
    return mirror({ x: Math.round(x - cardWidth / 2), y: Math.round(y - cardWidth / 4) })
  }
  const clipboard = useCanvasClipboard({ flow, selected, middle, onPasted: setSelected })
  const removeSelected = () => {
    const removed = chosen.filter(canBeCopied)
    if (removed.some(({ id }) => id === shownId)) show(undefined)
    flow.remove(removed)
    setSelected(none)
  }
  const group = () => {
    const ids = chosen.map(({ id }) => id)
    if (ids.length === 0 || flow.full) return
    const others = nodes.map((node) =>
      node.type === 'group' ? { ...node, nodeIds: node.nodeIds.filter((id) => !selected.has(id)) } : node,
    )
    const made: AgentNode = {
      id: newId(),
      type: 'group',
      title: t('Group'),
      position: { x: 0, y: 0 },
      nodeIds: ids,
    }
    // A node is in one group alone.
    flow.replace([...others.filter((node) => node.type !== 'group' || node.nodeIds.length > 0), made])
    setSelected(none)
    show(made.id, true)
  }
  const comment = () => {
    if (flow.full) return
    const note: AgentNode = { id: newId(), type: 'note', text: '', position: middle() }
    flow.insert([note])
    show(note.id, true)
  }
  const copy = () => {
    const text = clipboard.text()
    if (text === undefined) return
    navigator.clipboard.writeText(text).then(
      () => clipboard.copied(chosen.length),
      () => noticeFailure(t('The browser does not allow to copy. Press Ctrl+C instead.')),
    )
  }
  const paste = () => {
    navigator.clipboard.readText().then(
      (text) => {
        if (!clipboard.paste(text)) noticeFailure(t('There are no nodes on the clipboard.'))
      },
      () => noticeFailure(t('The browser does not allow to read the clipboard. Press Ctrl+V instead.')),
    )
  }
  const tidy = async () => {
    setTidying(true)
    try {
      const { arranged } = await whenReachable(() => import('./canvas-elk.ts'))
      flow.replace(withPlaces(nodes, await arranged(nodes)))
    } catch {
      // Without the worker, such as behind a proxy that blocks it, the simple layout still serves.
      flow.replace(withPlaces(nodes, tidied(cards)))
    } finally {
      setTidying(false)
    }
  }
  useCanvasKeys({
    copy: clipboard.text,
    paste: clipboard.paste,
    onCopied: () => clipboard.copied(chosen.length),
    duplicate: clipboard.duplicate,
    removeSelected,
    selectAll: () => setSelected(new Set(cards.map(({ id }) => id))),
    group,
    comment,
    search: search.open,
  })

  return (
    <div className={styles.page} style={familyVariables(scheme)}>
      <title>{t('Canvas')}</title>
      <VisuallyHidden component="h1">{t('Canvas')}</VisuallyHidden>
      <Group className={styles.tools} gap="xs" wrap={onPhone ? 'wrap' : 'nowrap'}>
        <AddNode
          onAdd={(type) => show(flow.add(type, chosen.length === 1 ? chosen[0]?.id : undefined), true)}
          disabled={flow.full}
        />
        <UndoRedo flow={flow} />
        <Button
          variant="default"
          className={styles.wideOnly}
          leftSection={<IconLayoutGrid size={16} />}
          loading={tidying}
          onClick={() => void tidy()}
        >
          {t('Tidy up')}
        </Button>
        <Tooltip label={t('Search the nodes (Ctrl+F)')}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('Search the nodes')}
            aria-pressed={search.typed !== undefined}
            onClick={() => (search.typed === undefined ? search.open() : search.close())}
          >
            <IconSearch size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <CanvasMenu
          canCopy={chosen.some(canBeCopied)}
          canTidy={!onPhone}
          onComment={comment}
          onCopy={copy}
          onPaste={paste}
          onTidy={() => void tidy()}
          onSearch={search.open}
        />
        <CanvasProblems problems={problems} onShow={(id) => show(id)} />
        <CanvasZoom />
        <ViewSwitch to="prompt" className={styles.wideOnly} />
      </Group>
      <div className={styles.stage} ref={stage}>
        <CanvasFlow
          flow={flow}
          shownId={shown?.id}
          onShow={show}
          selected={selected}
          onSelect={setSelected}
          inspector={inspector}
          found={search.found}
          aim={aim}
          way={way}
        />
        {search.typed !== undefined && (
          <CanvasSearch
            typed={search.typed}
            found={search}
            onType={search.type}
            onStep={search.step}
            onClose={search.close}
          />
        )}
        {chosen.length > 1 && (
          <CanvasSelection
            many={chosen.length}
            onGroup={group}
            onCopy={copy}
            onDuplicate={clipboard.duplicate}
            onRemove={removeSelected}
            onClear={() => setSelected(none)}
          />
        )}
        {shown && (
          <CanvasInspector
            ref={inspector}
            flow={flow}
            node={shown}
            onClose={close}
            onShow={(id) => show(id, true)}
          />
        )}
      </div>
    </div>
  )
}
