/**
 * Whether a workspace has white label. This is the one place that says so: what a workspace buys will be asked here too.
 * With `WHITE_LABEL=trial` it has it during its trial, exactly until its end, even while nothing carries out deadlines.
 */
import type { PoweredBy, WhiteLabelMode } from '@parley/contracts/agency/white-label.ts'
import type { WhiteLabelView } from '@parley/contracts/agency/white-label-endpoints.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type WhiteLabelTrial, whiteLabel } from './white-label.decider.ts'

export type Entitlement = {
  /** As it is by now in any process. */
  of(workspaceId: string): Promise<WhiteLabelView>
  /** The powered-by line, undefined with white label, and when that changes by time alone, in milliseconds. */
  poweredBy(workspaceId: string): Promise<{ line: PoweredBy | undefined; until: number }>
}

export function entitlement(deps: {
  mode: WhiteLabelMode
  commands: Pick<CommandHandler, 'load' | 'refresh'>
  product: PoweredBy
  now?: () => number
}): Entitlement {
  const { mode, commands, product, now = () => Date.now() } = deps
  const always = { line: undefined, until: Number.POSITIVE_INFINITY }
  return {
    async of(workspaceId) {
      const view = viewOf(await trialOf(workspaceId), mode, now())
      return view.isEntitled ? view : { ...view, poweredBy: product }
    },

    async poweredBy(workspaceId) {
      if (mode === 'included') return always
      const trial = await trialOf(workspaceId)
      return viewOf(trial, mode, now()).isEntitled && trial
        ? { line: undefined, until: trial.endsAt }
        : { line: product, until: Number.POSITIVE_INFINITY }
    },
  }

  async function trialOf(workspaceId: string): Promise<WhiteLabelTrial | undefined> {
    await commands.refresh(whiteLabel.category, workspaceId)
    return (await commands.load(whiteLabel, workspaceId, workspaceId))?.state
  }
}

function viewOf(trial: WhiteLabelTrial | undefined, mode: WhiteLabelMode, now: number): WhiteLabelView {
  const hasEnded = trial !== undefined && (trial.ended || trial.endsAt <= now)
  return {
    mode,
    isEntitled: mode === 'included' || (trial !== undefined && !hasEnded),
    canStartTrial: mode === 'trial' && !trial,
    ...(trial && {
      trial: {
        startedAt: new Date(trial.startedAt).toISOString(),
        endsAt: new Date(trial.endsAt).toISOString(),
        hasEnded,
        daysLeft: hasEnded ? 0 : Math.ceil((trial.endsAt - now) / 86_400_000),
      },
    }),
  }
}
