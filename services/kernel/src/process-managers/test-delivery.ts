/** A process manager for tests: delivers something to an address and retries for a day. */
import { z } from 'zod'
import type { ProcessManager } from './process-manager.ts'

const input = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Asked'), url: z.string() }),
  z.object({ type: z.literal('Answered'), ok: z.boolean() }),
  z.object({ type: z.literal('Withdrawn') }),
])
const command = z.object({ type: z.literal('Conclude'), how: z.enum(['delivered', 'given-up']) })
const effect = z.object({ type: z.literal('Send'), url: z.string() })

export type DeliveryInput = z.infer<typeof input>
export type DeliveryCommand = z.infer<typeof command>
export type DeliveryEffect = z.infer<typeof effect>
type State = { url?: string; tries: number; over: boolean }

const DAY_MS = 86_400_000

export const delivery: ProcessManager<State, DeliveryInput, DeliveryCommand, DeliveryEffect> = {
  name: 'delivery',
  event: 'DeliveryStepped',
  input,
  command,
  effect,
  initialState: { tries: 0, over: false },
  evolve(state, heard) {
    switch (heard.type) {
      case 'Asked':
        return { ...state, url: heard.url }
      case 'Answered':
        return { ...state, tries: state.tries + 1, over: state.over || heard.ok }
      case 'Withdrawn':
        return { ...state, over: true }
      case 'DeadlinePassed':
        return heard.name === 'give-up' ? { ...state, over: true } : state
    }
  },
  decide({ url, tries, over }, heard, now) {
    const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
    const rest = ['retry', 'give-up'].map((name) => ({ name, due: null }))
    if (heard.type === 'Asked') {
      if (url !== undefined) return undefined
      return {
        effects: [{ type: 'Send', url: heard.url }],
        deadlines: [{ name: 'give-up', due: at(DAY_MS) }],
      }
    }
    if (over || url === undefined) return undefined
    switch (heard.type) {
      case 'Answered':
        if (!heard.ok) return { deadlines: [{ name: 'retry', due: at(1_000 * 2 ** tries) }] }
        return { commands: [{ type: 'Conclude', how: 'delivered' }], deadlines: rest }
      case 'Withdrawn':
        return { deadlines: rest }
      case 'DeadlinePassed':
        if (heard.name === 'retry') return { effects: [{ type: 'Send', url }] }
        return { commands: [{ type: 'Conclude', how: 'given-up' }], deadlines: rest }
    }
  },
}
