import type { AgentNode, NodeType } from '@parley/contracts/agent/nodes.ts'
import {
  type Icon,
  IconApi,
  IconArrowRampRight,
  IconArrowsExchange,
  IconArrowsSplit2,
  IconBook2,
  IconCircleCheck,
  IconForms,
  IconHeadset,
  IconInfoCircle,
  IconListCheck,
  IconMessage,
  IconNote,
  IconPlayerPlay,
  IconQuestionMark,
  IconSparkles,
  IconTool,
  IconVariable,
} from '@tabler/icons-react'
import { cut } from '../../design/moment.tsx'

export const nodeWords: Record<NodeType, { label: string; does: string; icon: Icon }> = {
  start: { label: 'Start', does: 'Where every conversation begins.', icon: IconPlayerPlay },
  message: { label: 'Message', does: 'Says something and goes on.', icon: IconMessage },
  question: {
    label: 'Question',
    does: 'Asks, checks the answer and keeps it in a variable.',
    icon: IconQuestionMark,
  },
  buttons: { label: 'Buttons', does: 'Offers replies to choose from and waits.', icon: IconListCheck },
  condition: { label: 'Condition', does: 'Goes the first way whose test holds.', icon: IconArrowsSplit2 },
  'set-variable': { label: 'Set variable', does: 'Keeps a value for later.', icon: IconVariable },
  knowledge: { label: 'Knowledge', does: 'Answers from the knowledge base.', icon: IconBook2 },
  ai: { label: 'AI', does: 'Lets the model answer and waits for the visitor.', icon: IconSparkles },
  tool: { label: 'Tool', does: 'Calls a tool and keeps its answer.', icon: IconTool },
  http: { label: 'HTTP request', does: 'Calls an address and keeps its answer.', icon: IconApi },
  map: { label: 'Map data', does: 'Picks values out of an answer, without code.', icon: IconArrowsExchange },
  form: { label: 'Form', does: 'Asks several things at once.', icon: IconForms },
  handoff: { label: 'Handoff', does: 'Asks a person to take over.', icon: IconHeadset },
  jump: { label: 'Jump', does: 'Goes on at another node.', icon: IconArrowRampRight },
  end: { label: 'End', does: 'Ends the flow.', icon: IconCircleCheck },
  note: { label: 'Note', does: 'A remark; visitors never see it.', icon: IconNote },
  default: {
    label: 'Fallback',
    does: 'Where to go when nothing else answers.',
    icon: IconInfoCircle,
  },
}

/** How a node is called where another one leads to it. */
export function nodeName(node: AgentNode): string {
  if (node.title) return node.title
  const { label } = nodeWords[node.type]
  const text = 'text' in node && node.text ? node.text : ''
  return text ? `${label}: ${cut(text, 30)}` : label
}

export const nodeElementId = (id: string): string => `node-${id}`
