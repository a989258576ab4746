/** Questions that were handled, as they move to another workspace with their conversations. */
import { type AnalyticsEvent, analyticsEvents } from '@parley/contracts/analytics/events.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { decode, type Recorded } from '@parley/kernel/log/recorded-event.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { question } from './question.decider.ts'

type Place = { conversationId: string; messageId: string }
export type HandledQuestion = { at: string; sourceId?: string }

const PAGE = 200

export function movedQuestions({ commands, eventStore }: Pick<RegionEngines, 'commands' | 'eventStore'>) {
  const idOf = ({ conversationId, messageId }: Place) => `${conversationId}.${messageId}`
  return {
    /** Since when a question is handled; undefined if it is open, or none. */
    async handledOf(tenant: string, place: Place): Promise<HandledQuestion | undefined> {
      let handled: HandledQuestion | undefined
      for (let from = 0; ; from += PAGE) {
        const page = await eventStore.readStream(`${question.category}-${idOf(place)}`, { from, limit: PAGE })
        for (const stored of page) {
          const event = decode(stored, analyticsEvents) as Recorded<AnalyticsEvent>
          if (event.tenant !== tenant) return undefined
          if (event.type === 'QuestionReopened') handled = undefined
          if (event.type !== 'QuestionHandled') continue
          const { sourceId } = event.data
          handled = { at: event.at, ...(sourceId === undefined ? {} : { sourceId }) }
        }
        if (page.length < PAGE) return handled
      }
    },

    /** Takes over that a question was handled. Idempotent. */
    async importHandled(
      { agentId, ...place }: Place & { agentId: string },
      { at, ...handled }: HandledQuestion,
      context: CommandContext & { tenant: string },
    ): Promise<void> {
      const { cause, tenant } = context
      await commands.refresh(question.category, idOf(place))
      if ((await commands.load(question, idOf(place), tenant))?.state.handled) return
      const command = { type: 'HandleQuestion', agentId, ...place, ...handled } as const
      const done = await commands.handle(question, idOf(place), command, {
        ...context,
        cause: { ...cause, command: `${cause.command}/handled/${place.messageId}` },
        happenedAt: [at],
      })
      if (!done.ok) throw new Error(done.rejection.code)
    },
  }
}
