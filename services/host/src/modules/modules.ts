/** The modules of the server, merged, and the types of their ports. */
import { api } from '@parley/contracts/api.ts'
import type { Module } from '@parley/kernel/module.ts'
import type { MissingPorts, NoPorts } from '@parley/kernel/module-ports.ts'
import type { Config } from '../config.ts'
import { auditModule } from './audit.ts'
import * as contexts from './contexts.ts'
import type { HostPorts } from './host-ports.ts'
import { mergeModules } from './merge.ts'

/** The audit shows the events that the others declare. */
const audit = auditModule(Object.values(contexts))

export const modules: readonly Module[] = connected({ ...contexts, audit })

/** All modules merged: endpoints, aggregates by category, projections, relays. Covers every endpoint of the API. */
export const merged = mergeModules(modules, api)

type Listed = typeof contexts & { audit: typeof audit }
type PortsOf<Listing> =
  Listing extends Module<infer _Needs, infer _Settings, infer Provides> ? Provides : NoPorts
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Both) => void
  ? Both
  : never

/** The ports that modules and the host provide. */
export type Provided = All<PortsOf<Listed[keyof Listed]>> & HostPorts

/** A module whose needs are met; otherwise a type that names what it lacks, so that the list does not compile. */
type Connected<Listing> =
  Listing extends Module<infer Needs, infer Settings, infer _Provides>
    ? Provided extends Needs
      ? Config extends Settings
        ? Listing
        : { 'needs configuration that does not exist': Exclude<keyof Settings, keyof Config> }
      : { 'needs a port that no module provides': MissingPorts<Needs, Provided> }
    : never

function connected(listed: { [Name in keyof Listed]: Connected<Listed[Name]> }): readonly Module[] {
  return Object.values(listed)
}
