/** Where a conversation stands in its agent's flow or dialog, as events have it. */
import { z } from 'zod'
import { personalJson } from '../message.ts'
import { requestStatuses } from './lead-requests.ts'

/** Maximum length of a flow's variable, also of a tool's answer. */
export const MOST_OF_A_VARIABLE = 20_000
/** Maximum characters of all variables of a flow together, names included. */
export const MOST_OF_ALL_VARIABLES = 100_000
/** Maximum answers that a model read from a message, and the length of one. */
export const MOST_EXTRACTED = 12
export const MOST_OF_AN_EXTRACTED = 300
/** Maximum fields of a form, and the length of what is given for one. */
export const MOST_FIELDS = 20
export const MOST_OF_A_FIELD = 4_000
/** Maximum nodes that are remembered as answered in one request. */
export const MOST_ANSWERED = 100
/** Maximum nodes to go back through. */
export const MOST_OF_PATH = 20
/** Maximum length of a dialog's button. */
export const MOST_OF_A_CHOICE = 500
/** Maximum characters of the JSON of all choices of a dialog together. */
export const MOST_OF_ALL_CHOICES = 64_000
/** Maximum length of a value that a dialog is told about the visitor. */
export const MOST_TOLD = 2_000

const nodeFlowState = z.object({
  /** The node that waits for the visitor; absent if the default node is to reply. */
  nodeId: z.string().max(64).optional(),
  variables: z
    .record(z.string().max(64), z.string().max(MOST_OF_A_VARIABLE))
    .refine((variables) => charactersIn(variables) <= MOST_OF_ALL_VARIABLES),
  /** An ai or knowledge node has replied and continues to its `next` with the following message. */
  answered: z.boolean().optional(),
  /** The node needs an effect, which is not possible at a conversation's start: it runs with the first message. */
  pending: z.boolean().optional(),
  /** The nodes that have waited for the visitor, the newest last: where to go back to. */
  path: z.array(z.string().max(64)).max(MOST_OF_PATH).optional(),
  /** Failed tries at the node that waits. */
  tries: z.number().int().optional(),
  /** Questions of the visitor in a row that had no answer, while the same buttons waited. */
  unknown: z.number().int().optional(),
  /**
   * The read-back node to return to, since one of its values is being corrected: questions with an answer are not asked
   * again on the way. If it is the node that waits, it has asked what to change.
   */
  correcting: z.string().max(64).optional(),
  /** The button that leads away from what was read back, if the visitor was asked whether to leave it unconfirmed. */
  leaving: z.string().max(64).optional(),
  /** Answers that a model read from earlier messages, by the ids of nodes that have not asked yet. */
  extracted: z
    .record(z.string().max(64), z.string().max(MOST_OF_AN_EXTRACTED))
    .refine((values) => Object.keys(values).length <= MOST_EXTRACTED)
    .optional(),
  /** The form whose fields are being asked one by one, with what was given for those that were answered or skipped. */
  form: z
    .object({
      id: z.string().max(64),
      answers: z
        .record(z.string().max(64), z.string().max(MOST_OF_A_FIELD))
        .refine((answers) => Object.keys(answers).length <= MOST_FIELDS),
    })
    .optional(),
  /** The node that waits again once the visitor's question is answered. */
  returnTo: z.string().max(64).optional(),
  /** The request that answers belong to: a run through the questions of the flow. */
  request: z
    .object({
      /** Which request of the conversation it is; the first is 1. */
      nth: z.number().int(),
      status: z.enum(requestStatuses),
      /** The buttons that were offered last before its first answer. */
      menu: z.string().max(64).optional(),
      /** The nodes that were answered. */
      answered: z.array(z.string().max(64)).max(MOST_ANSWERED),
      /** Nothing more belongs to it. */
      over: z.boolean().optional(),
    })
    .optional(),
})
export type FlowState = z.infer<typeof nodeFlowState>

const dialogState = z.object({
  dialog: z.object({
    /** What is sent to the dialog when a button is chosen. */
    choices: z
      .array(
        z.object({
          label: z.string().max(MOST_OF_A_CHOICE),
          action: z.object({ type: z.string().max(200), payload: z.unknown().optional() }),
        }),
      )
      .refine((choices) => JSON.stringify(choices).length <= MOST_OF_ALL_CHOICES),
    /** The dialog is over; the next message starts it again. */
    ended: z.boolean(),
    /** The variables that were set last. */
    variables: z.record(z.string().max(64), z.string().max(MOST_TOLD)).optional(),
  }),
})
export type DialogState = z.infer<typeof dialogState>['dialog']

/** The state of the node flow, or that of the dialog of a `vf` agent. Undefined once it is erased. */
export const storedFlow = personalJson(z.union([dialogState, nodeFlowState]), undefined)
export type StoredFlow = NonNullable<z.infer<typeof storedFlow>>

/** Returns the characters of variables, names included. */
export function charactersIn(variables: Readonly<Record<string, string>>): number {
  return Object.entries(variables).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
}
