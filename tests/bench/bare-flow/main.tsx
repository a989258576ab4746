/** What the canvas is measured beside: the library's own nodes and lines, with the same positions and connections. */
import { ReactFlow, useNodesState } from '@xyflow/react'
import { createRoot } from 'react-dom/client'

export type BareFlow = {
  nodes: { id: string; x: number; y: number; height: number; label: string }[]
  edges: { id: string; source: string; target: string }[]
  viewport: { x: number; y: number; zoom: number }
}

const { nodes, edges, viewport } = (window as unknown as { flow: BareFlow }).flow

function Bare() {
  const [shown, , onNodesChange] = useNodesState(
    nodes.map(({ id, x, y, height, label }) => ({
      id,
      position: { x, y },
      data: { label },
      style: { width: 240, height },
    })),
  )
  return (
    <ReactFlow
      nodes={shown}
      edges={edges}
      onNodesChange={onNodesChange}
      defaultViewport={viewport}
      minZoom={0.05}
      panOnScroll
    />
  )
}

const place = document.querySelector('main')
if (place) createRoot(place).render(<Bare />)
