/** Deletes the tests of deleted agents. */
import { agentEvents } from '@parley/contracts/agent/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { definePolicy, type Policy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { testSet } from './test-set.decider.ts'

const name = 'delete-tests'
const events = pick(agentEvents, 'AgentDeleted')

export function deleteTests({ handle }: { handle: CommandHandler['handle'] }): Policy<typeof events> {
  return definePolicy({
    name,
    startFrom: 'origin',
    events,
    async react(event) {
      const { agentId } = event.data
      await handle(testSet, agentId, { type: 'DeleteTestSet', agentId }, reactingTo(event, name))
    },
  })
}
