/** Runs the process that sets channels up: calls the adapter of a channel and records the result in the channel. */
import type { ChannelKind } from '@parley/contracts/channel/names.ts'
import type { SetupEffect, SetupInput } from '@parley/contracts/channel/setup-events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { type RunningProcess, runProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { type Channel, channel } from '../channel.decider.ts'
import type { ChannelAdapter, SetupResult } from '../channel-adapter.ts'
import { setup } from './setup.process.ts'

export type SetupDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  deadlines: Deadlines
  adapters: Record<ChannelKind, Pick<ChannelAdapter, 'provider'>>
}

export function runSetup({
  handle,
  load,
  refresh,
  deadlines,
  adapters,
}: SetupDeps): RunningProcess<SetupInput> {
  return runProcess(setup, {
    handle,
    load,
    deadlines,

    async carryOut(command, context) {
      const recorded = await handle(channel, context.cause.correlation, command, context)
      if (!recorded.ok) throw new Error(recorded.rejection.code)
    },

    async perform({ type, round }, { tenant, instance }) {
      await refresh(channel.category, instance)
      if (type === 'Check') return checked(tenant, instance, round)
      const due = await dueOf(type, tenant, instance)
      if (!due) return { type: 'Skipped', round }
      const { own, former, version } = due
      const { provider } = adapters[own.kind]
      // First the former, which may be the same account: what it removes is set anew. One that the provider knows no more
      // is over.
      const removed = former && (await provider?.tearDown(former))
      if (removed && !removed.ok && !removed.final) return outcomeOf(removed, { round, version })
      const result = await (type === 'SetUp' ? provider?.setUp(own) : provider?.tearDown(own))
      return outcomeOf(result ?? { ok: true }, { round, version })
    },
  })

  /** Only credentials that are refused, or end, have the team do something; that a provider is away passes. */
  async function checked(tenant: string, channelId: string, round: number): Promise<SetupInput> {
    const state = (await load(channel, channelId, tenant))?.state
    if (state?.status !== 'connected' || state.setup?.state !== 'ready')
      return { type: 'Checked', round, version: 0 }
    const found = await adapters[state.channel.kind].provider?.check(state.channel)
    const refused = found?.state === 'credentials-refused' ? { reason: 'credentials-refused' as const } : {}
    const ends = found?.tokenEndsAt === undefined ? {} : { endsAt: found.tokenEndsAt }
    return { type: 'Checked', round, version: state.setup.version, ...refused, ...ends }
  }

  /** The channel, if what was ordered is still to be done. */
  async function dueOf(
    type: Exclude<SetupEffect['type'], 'Check'>,
    tenant: string,
    channelId: string,
  ): Promise<{ own: Channel; former: Channel | undefined; version: number } | undefined> {
    const state = (await load(channel, channelId, tenant))?.state
    if (type === 'SetUp') {
      if (state?.status !== 'connected' || state.setup?.state !== 'pending') return undefined
      return { own: state.channel, former: state.setup.former, version: state.setup.version }
    }
    if (state?.status !== 'disconnected' || !state.toTearDown) return undefined
    return { own: state.toTearDown, former: state.former, version: 0 }
  }
}

const describedAs = ({ description }: { description?: string }) =>
  description === undefined ? {} : { description }

function outcomeOf(result: SetupResult, of: { round: number; version: number }): SetupInput {
  if (result.ok) return { type: 'Succeeded', ...of }
  if (result.final) return { type: 'Failed', ...of, reason: result.reason, ...describedAs(result) }
  const { afterMs } = result
  return { type: 'Postponed', ...of, ...(afterMs === undefined ? {} : { afterMs }) }
}
