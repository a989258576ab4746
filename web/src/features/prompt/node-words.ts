import { nodeLabels } from '@parley/contracts/agent/node-names.ts'
import type { NodeType } from '@parley/contracts/agent/nodes.ts'
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
  IconListDetails,
  IconMessage,
  IconNote,
  IconPlayerPlay,
  IconQuestionMark,
  IconSparkles,
  IconTool,
  IconUrgent,
  IconVariable,
} from '@tabler/icons-react'

const words: Record<NodeType, { does: string; icon: Icon }> = {
  start: { does: 'Where every conversation begins.', icon: IconPlayerPlay },
  message: { does: 'Says something and goes on.', icon: IconMessage },
  question: {
    does: 'Asks, checks the answer and keeps it in a variable.',
    icon: IconQuestionMark,
  },
  buttons: { does: 'Offers replies to choose from and waits.', icon: IconListCheck },
  condition: { does: 'Goes the first way whose test holds.', icon: IconArrowsSplit2 },
  'set-variable': { does: 'Keeps a value for later.', icon: IconVariable },
  knowledge: { does: 'Answers from the knowledge base.', icon: IconBook2 },
  ai: { does: 'Lets the model answer and waits for the visitor.', icon: IconSparkles },
  tool: { does: 'Calls a tool and keeps its answer.', icon: IconTool },
  http: { does: 'Calls an address and keeps its answer.', icon: IconApi },
  map: { does: 'Picks values out of an answer, without code.', icon: IconArrowsExchange },
  'read-back': { does: 'Says what was understood and asks whether it is right.', icon: IconListDetails },
  form: { does: 'Asks several things at once.', icon: IconForms },
  handoff: { does: 'Asks a person to take over.', icon: IconHeadset },
  jump: { does: 'Goes on at another node.', icon: IconArrowRampRight },
  end: { does: 'Ends the flow.', icon: IconCircleCheck },
  'always-first': {
    does: 'Answers emergencies and other phrases before anything else.',
    icon: IconUrgent,
  },
  note: { does: 'A remark; visitors never see it.', icon: IconNote },
  default: {
    does: 'Where to go when nothing else answers.',
    icon: IconInfoCircle,
  },
}

/** Label, description and icon of a type of node. */
export const wordsOf = (type: NodeType) => ({ label: nodeLabels[type], ...words[type] })

export const nodeElementId = (id: string): string => `node-${id}`
