/**
 * Which request of the visitor an answer belongs to. A request is one run through the questions of a flow: it begins with
 * an answer, and is over once the flow asks nothing more, or begins again at the buttons or questions of before. Pure.
 */
import { type FlowState, MOST_ANSWERED } from '@parley/contracts/conversation/flow-state.ts'
import type { Captured } from './flow-state.ts'

type Request = NonNullable<FlowState['request']>

export function createRequests(former: Request | undefined) {
  let current = former

  const told = ({ nth, status }: Request): NonNullable<Captured['request']> => ({ nth, status })

  return {
    current: (): Request | undefined => current,

    /**
     * The request of an answer. A new one if the node was answered in it before, unless to correct the answer, or if the
     * answer replaces one of a request that was completed.
     */
    answering(given: {
      nodeId: string | undefined
      menu: string | undefined
      replaces: boolean
      corrects: boolean
    }): NonNullable<Captured['request']> {
      const { nodeId, menu, replaces, corrects } = given
      const isAgain = !corrects && nodeId !== undefined && current?.answered.includes(nodeId) === true
      const isClosed = current !== undefined && current.status !== 'started' && replaces
      if (!current || current.over || isAgain || isClosed)
        current = {
          nth: (current?.nth ?? 0) + 1,
          status: 'started',
          answered: [],
          ...(menu === undefined ? {} : { menu }),
        }
      if (nodeId !== undefined && !current.answered.includes(nodeId))
        current = { ...current, answered: [...current.answered, nodeId].slice(-MOST_ANSWERED) }
      return told(current)
    },

    /** The visitor goes back to a node: what was answered from there on is answered once more. */
    backTo(nodeId: string): void {
      const at = current?.answered.indexOf(nodeId) ?? -1
      if (current && at >= 0) current = { ...current, answered: current.answered.slice(0, at) }
    },

    /** Gives the status that the request has from now on; undefined if it had it before, or there is none. */
    conclude(status: 'complete' | 'confirmed'): NonNullable<Captured['request']> | undefined {
      if (!current || current.over || current.status === 'confirmed' || current.status === status) return
      current = { ...current, status }
      return told(current)
    },

    /** What follows belongs to another request. */
    end(): void {
      if (current) current = { ...current, over: true }
    },
  }
}
