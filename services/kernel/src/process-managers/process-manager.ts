/**
 * Work of several steps with waiting and external calls between them, such as "retry for a day" or "in three days,
 * unless". An instance is a stream: each input (a fact, a deadline that passed, the outcome of an effect) is recorded
 * in one event, together with the actions that follow from it. A policy then carries these out.
 *
 * Any process may take an input: the log orders the inputs, and each cause is taken once. Commands take effect once, by
 * their key. An effect is repeated only if a process was killed before its outcome was recorded, with the same key each
 * time. A deadline that was moved or taken back never passes, even if it is found due in the meantime.
 */
import { deadlinePassed, processEvents } from '@parley/contracts/process-events.ts'
import { z } from 'zod'
import type { CommandContext, CommandHandler } from '../commands/command-handling.ts'
import { type Aggregate, accept } from '../commands/decider.ts'
import type { Place } from '../log/recorded-event.ts'
import { type AnySinglePolicy, definePolicy, reactingTo } from '../policies/policy.ts'
import type { DeadlineWork } from './deadline-runner.ts'
import type { Deadlines } from './deadlines.ts'

export type DeadlinePassed = z.infer<typeof deadlinePassed>

/** What follows from an input. `due` (ISO 8601) sets or moves the deadline of that name; null takes it back. */
export type Actions<Command, Effect> = {
  commands?: Command[]
  effects?: Effect[]
  deadlines?: { name: string; due: string | null }[]
}

export type ProcessManager<State, Input, Command, Effect> = {
  /** The category of its streams. */
  name: string
  /** The type of its events. */
  event: string
  input: z.ZodType<Input>
  command: z.ZodType<Command>
  effect: z.ZodType<Effect>
  initialState: State
  /** Pure, as in a decider. */
  evolve(state: State, input: Input | DeadlinePassed): State
  /**
   * Pure. Returns undefined for an input without consequences, which is then not recorded, unless it is a passed
   * deadline or an outcome.
   */
  decide(state: State, input: Input | DeadlinePassed, now: Date): Actions<Command, Effect> | undefined
}

/**
 * `open`: the effects whose outcome is still to come, by their step and place in it. Of all others, however many there
 * were, nothing is kept. `standing`: the step at which each open deadline was set.
 */
type Instance<State> = {
  own: State
  steps: number
  open: ReadonlySet<string>
  standing: ReadonlyMap<string, number>
}

type Step<Input, Command, Effect> = {
  input: Input | DeadlinePassed
  /** The effect whose outcome the input is. */
  outcomeOf?: string | undefined
  step: number
  commands: Command[]
  effects: Effect[]
  deadlines: { name: string; due: string | null }[]
}
type Take<Input> = { input: Input | DeadlinePassed; outcomeOf?: string; deadlineOf?: number }
type Stepped<Input, Command, Effect> = { type: string; data: Step<Input, Command, Effect> }

export type ProcessDeps<Input, Command, Effect> = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  deadlines: Deadlines
  /** Issues a command. Must be idempotent by the key. Throws to be tried again. */
  carryOut(command: Command, context: Pick<CommandContext, 'tenant' | 'actor' | 'cause'>): Promise<void>
  /**
   * Performs an external effect and returns its outcome, failures included. The receiver can detect a repetition by
   * `key`. Throws only for what must be tried again at once.
   */
  perform(effect: Effect, place: { tenant: string; instance: string; key: string }): Promise<Input>
}

export type RunningProcess<Input> = {
  /** Passes an input to an instance, once per `cause`. */
  take(place: { tenant: string; instance: string }, input: Input, cause: string): Promise<void>
  /** Must be run with the policies and deadlines of the region. */
  policy: AnySinglePolicy
  deadlineWork: DeadlineWork
}

const noteOf = z.object({ instance: z.string(), name: z.string(), step: z.number() })

export function aggregateOf<State, Input, Command, Effect>(
  manager: ProcessManager<State, Input, Command, Effect>,
): Aggregate<Instance<State>, Take<Input>, Stepped<Input, Command, Effect>> {
  return {
    category: manager.name,
    events: processEvents(manager.event, manager),
    decider: {
      initialState: { own: manager.initialState, steps: 0, open: new Set(), standing: new Map() },
      evolve(state, { data }) {
        const { input, step, outcomeOf, effects, deadlines } = data
        const standing = new Map(state.standing)
        if (isPassed(input)) standing.delete(input.name)
        for (const { name, due } of deadlines) {
          if (due === null) standing.delete(name)
          else standing.set(name, step)
        }
        const open = new Set(state.open)
        for (const nth of effects.keys()) open.add(placeOf(step, nth))
        if (outcomeOf !== undefined) open.delete(outcomeOf)
        return { own: manager.evolve(state.own, input), steps: step + 1, open, standing }
      },
      decide({ input, outcomeOf, deadlineOf }, state, now) {
        if (outcomeOf !== undefined && isConcluded(state, outcomeOf)) return accept()
        if (isPassed(input) && state.standing.get(input.name) !== deadlineOf) return accept()
        const actions = manager.decide(state.own, input, now)
        // An outcome or a passed deadline is always recorded: otherwise the effect or the deadline would be repeated.
        if (!actions && outcomeOf === undefined && !isPassed(input)) return accept()
        const { commands = [], effects = [], deadlines = [] } = actions ?? {}
        const outcome = outcomeOf === undefined ? {} : { outcomeOf }
        const data = { input, ...outcome, step: state.steps, commands, effects, deadlines }
        return accept({ type: manager.event, data })
      },
    },
  }
}

export function runProcess<State, Input, Command, Effect>(
  manager: ProcessManager<State, Input, Command, Effect>,
  deps: ProcessDeps<Input, Command, Effect>,
): RunningProcess<Input> {
  const { deadlines, handle, load } = deps
  const aggregate = aggregateOf(manager)
  const by = { kind: 'policy', id: manager.name } as const

  return {
    take: ({ tenant, instance }, input, cause) => take(tenant, instance, { input }, cause),

    policy: definePolicy({
      name: manager.name,
      startFrom: 'origin',
      events: aggregate.events,
      async react(event) {
        const instance = event.stream.slice(manager.name.length + 1)
        const { tenant, position } = event
        const { step, commands, effects, deadlines: wanted } = event.data as Step<Input, Command, Effect>
        // An effect does not wait for the deadlines; the event is over once both are done.
        const set = deadlines.set(
          wanted.map(({ name, due }) => ({
            kind: manager.name,
            key: `${instance}/${name}`,
            tenant,
            due: due === null ? undefined : Date.parse(due),
            order: position,
            note: JSON.stringify({ instance, name, step }),
          })),
        )
        const acted = act(event, instance, { step, commands, effects })
        for (const one of await Promise.allSettled([set, acted]))
          if (one.status === 'rejected') throw one.reason
      },
    }),

    deadlineWork: {
      kind: manager.name,
      async carryOut({ tenant, note }) {
        const { instance, name, step } = noteOf.parse(JSON.parse(note))
        const input = { type: 'DeadlinePassed', name } as const
        await take(tenant, instance, { input, deadlineOf: step }, `deadline/${name}/${step}`)
      },
    },
  }

  async function act(
    event: Place,
    instance: string,
    { step, commands, effects }: Pick<Step<Input, Command, Effect>, 'step' | 'commands' | 'effects'>,
  ): Promise<void> {
    const { tenant } = event
    for (const [nth, command] of commands.entries()) {
      const context = reactingTo(event, manager.name)
      const key = `${context.cause.command}/${nth}`
      await deps.carryOut(command, { ...context, cause: { ...context.cause, command: key } })
    }
    for (const [nth, effect] of effects.entries()) {
      const outcomeOf = placeOf(step, nth)
      const key = `${manager.name}/${instance}/${outcomeOf}`
      const found = await load(aggregate, instance, tenant)
      if (found && isConcluded(found.state, outcomeOf)) continue
      const input = await deps.perform(effect, { tenant, instance, key })
      await take(tenant, instance, { input, outcomeOf }, `outcome/${key}`)
    }
  }

  async function take(tenant: string, instance: string, input: Take<Input>, cause: string): Promise<void> {
    const because = { via: 'policy', by: manager.name, command: cause, correlation: instance } as const
    const handled = await handle(aggregate, instance, input, { tenant, actor: by, cause: because })
    if (!handled.ok) throw new Error(`${manager.name} ${instance}: ${handled.rejection.code}`)
  }
}

function placeOf(step: number, nth: number): string {
  return `${step}.${nth}`
}

/** Whether the outcome of an effect is recorded. A state from before its step does not know it yet. */
function isConcluded({ steps, open }: Pick<Instance<unknown>, 'steps' | 'open'>, effect: string): boolean {
  return Number.parseInt(effect, 10) < steps && !open.has(effect)
}

function isPassed(input: unknown): input is DeadlinePassed {
  return deadlinePassed.safeParse(input).success
}
