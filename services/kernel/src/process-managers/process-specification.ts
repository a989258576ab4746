/**
 * Given/when/then for process managers: what follows from an input after those that came before.
 *
 *   givenProcess(trial, started).when({ type: 'DeadlinePassed', name: 'end' }).then({ commands: [end] })
 *   givenProcess(trial, started, cancelled).when(...).thenNothing()
 */
import { expect } from 'vitest'
import type { Actions, DeadlinePassed, ProcessManager } from './process-manager.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')

export function givenProcess<State, Input, Command, Effect>(
  manager: ProcessManager<State, Input, Command, Effect>,
  ...history: (Input | DeadlinePassed)[]
) {
  const state = history.reduce(manager.evolve, manager.initialState)
  return {
    state,
    when(input: Input | DeadlinePassed, now: Date = NOW) {
      const before = structuredClone(state)
      const actions = manager.decide(state, input, now)
      expect(state, 'decide must not change the state').toEqual(before)
      for (const command of actions?.commands ?? []) manager.command.parse(command)
      for (const effect of actions?.effects ?? []) manager.effect.parse(effect)
      return {
        // biome-ignore lint/suspicious/noThenProperty: given/when/then are the usual words
        then(expected: Actions<Command, Effect>) {
          expect(actions).toEqual(expected)
        },
        thenNothing() {
          expect(actions).toBeUndefined()
        },
      }
    },
  }
}
