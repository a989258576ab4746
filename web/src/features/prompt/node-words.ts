import { nodeLabels } from '@parley/contracts/agent/node-names.ts'
import type { NodeType } from '@parley/contracts/agent/nodes.ts'
import {
  type Icon,
  IconApi,
  IconArrowRampRight,
  IconArrowsExchange,
  IconArrowsSplit2,
  IconBook2,
  IconBoxMultiple,
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
import { t } from '../../design/language.ts'

/** Their descriptions are shown in the language. */
export const words: Record<NodeType, { does: string; icon: Icon }> = {
  start: { does: 'Where every conversation begins.', icon: IconPlayerPlay },
  message: { does: 'Sends a message and continues.', icon: IconMessage },
  question: {
    does: 'Asks a question, validates the answer and saves it to a variable.',
    icon: IconQuestionMark,
  },
  buttons: { does: 'Shows buttons and waits for a choice.', icon: IconListCheck },
  condition: { does: 'Takes the first branch whose condition is met.', icon: IconArrowsSplit2 },
  'set-variable': { does: 'Saves a value to a variable.', icon: IconVariable },
  knowledge: { does: 'Answers from the knowledge base.', icon: IconBook2 },
  ai: { does: 'Lets the model reply and waits for the visitor.', icon: IconSparkles },
  tool: { does: 'Calls a tool and saves its response.', icon: IconTool },
  http: { does: 'Calls a URL and saves its response.', icon: IconApi },
  map: { does: 'Extracts values from a response, without code.', icon: IconArrowsExchange },
  'read-back': { does: 'Reads back the collected answers and asks for confirmation.', icon: IconListDetails },
  form: { does: 'Asks for several details at once.', icon: IconForms },
  handoff: { does: 'Requests a person to take over.', icon: IconHeadset },
  jump: { does: 'Continues at another node.', icon: IconArrowRampRight },
  end: { does: 'Ends the flow.', icon: IconCircleCheck },
  'always-first': {
    does: 'Answers emergencies and other phrases before anything else.',
    icon: IconUrgent,
  },
  note: { does: 'A comment. Visitors never see it.', icon: IconNote },
  group: { does: 'A frame around nodes, which move together.', icon: IconBoxMultiple },
  default: {
    does: 'Where the flow continues when nothing else matches.',
    icon: IconInfoCircle,
  },
}

/** Label, description and icon of a type of node. */
export const wordsOf = (type: NodeType) => ({
  label: t(nodeLabels[type]),
  does: t(words[type].does),
  icon: words[type].icon,
})

export const nodeElementId = (id: string): string => `node-${id}`
