/** Everything that Parley knows of a person's own account, for them to download. Secrets and their hashes stay here. */
import type { Region } from '@parley/contracts/endpoint.ts'
import type { identityEndpoints } from '@parley/contracts/identity/endpoints.ts'
import { userEvents } from '@parley/contracts/identity/events.ts'
import { passkeyEvents } from '@parley/contracts/identity/passkey-events.ts'
import { twoFactorEvents } from '@parley/contracts/identity/two-factor-events.ts'
import type { SessionView, SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import type { EventCatalogue } from '@parley/contracts/message.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { placeOf } from '@parley/kernel/log/recorded-event.ts'
import { type OwnAccountDeps, ownAccounts } from './own-account.ts'
import { passkeys } from './passkeys.decider.ts'
import { viewOf } from './sign-ins.ts'
import { twoFactor } from './two-factor.decider.ts'
import { user } from './user.decider.ts'

export type AccountExportDeps = OwnAccountDeps & {
  eventStoreOf(region: Region): Pick<EventStore, 'readStream'>
  /** In every region, those of `home` first. */
  workspacesOf(home: Region, userId: string): Promise<SessionWorkspaceView[]>
  sessionsOf(region: Region, userId: string, sessionId: string): Promise<SessionView[]>
}

/** The streams of an account, with the events in them. */
const streams: [category: string, events: EventCatalogue][] = [
  [user.category, userEvents],
  [twoFactor.category, twoFactorEvents],
  [passkeys.category, passkeyEvents],
]

export function accountExportHandlers(
  deps: AccountExportDeps,
): Handlers<Pick<typeof identityEndpoints, 'auth.exportAccount'>> {
  const accounts = ownAccounts(deps)
  return {
    async 'auth.exportAccount'({ principal }) {
      const me = await accounts.of(principal)
      if (!me.ok) return me
      const { region, person, commands, sessionId } = me
      const { userId, formerEmail } = person
      const on = (await commands.load(twoFactor, userId, userId))?.state?.on
      const own = (await commands.load(passkeys, userId, userId))?.state ?? []
      return reply({
        exportedAt: new Date().toISOString(),
        profile: { ...viewOf(region, person), ...(formerEmail ? { formerEmail } : {}) },
        workspaces: await deps.workspacesOf(region, userId),
        signIn: {
          password: person.passwordHash !== undefined,
          ...(on ? { twoFactorSince: new Date(on.since).toISOString() } : {}),
          recoveryCodesLeft: on?.recoveryHashes.length ?? 0,
          passkeys: own.map(({ name, addedAt }) => ({ name, addedAt: new Date(addedAt).toISOString() })),
        },
        sessions: await deps.sessionsOf(region, userId, sessionId),
        history: await historyOf(deps.eventStoreOf(region), userId),
      })
    },
  }
}

/** Only when and what, since events hold secrets too. */
async function historyOf(eventStore: Pick<EventStore, 'readStream'>, userId: string) {
  const all = await Promise.all(
    streams.map(async ([category, events]) =>
      (await eventStore.readStream(`${category}-${userId}`)).map((stored) => ({
        position: stored.position,
        at: placeOf(stored).at,
        what: events[stored.type]?.summary ?? stored.type,
      })),
    ),
  )
  return all
    .flat()
    .sort((one, other) => one.position - other.position)
    .map(({ at, what }) => ({ at, what }))
}
