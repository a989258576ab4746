/** The modules of the server, merged, and the types of their ports. */
import { auditModule } from '@parley/audit/audit.module.ts'
import { api } from '@parley/contracts/api.ts'
import type { Module } from '@parley/kernel/modules/module.ts'
import type { MissingPorts, NoPorts } from '@parley/kernel/modules/module-ports.ts'
import { auditReadModels } from '@parley/projections/audit.module.ts'
import type { Config } from '../config.ts'
import * as contexts from './contexts.ts'
import type { HostPorts } from './host-ports.ts'
import { mergeModules } from './merge.ts'

const declared = mergeModules(Object.values(contexts))
/** The audit shows what the others declare. */
const audit = {
  auditModule: auditModule(declared.aggregates),
  auditReadModels: auditReadModels(declared.audited),
}

const listed = { ...contexts, ...audit } satisfies Connected
export const modules: readonly Module[] = Object.values(listed)

/** All modules merged: endpoints, aggregates by category, projections, relays. Covers every endpoint of the API. */
export const merged = mergeModules(modules, api)

type Listed = typeof contexts & typeof audit
type PortsOf<Listing> =
  Listing extends Module<infer _Needs, infer _Settings, infer Provides> ? Provides : NoPorts
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Both) => void
  ? Both
  : never

/** The ports that modules and the host provide. */
export type Provided = All<PortsOf<Listed[keyof Listed]>> & HostPorts

/** The modules, each of which has what it needs; otherwise a type that names what is missing, so that it does not compile. */
type Connected = {
  [Name in keyof Listed]: Listed[Name] extends Module<infer Needs, infer Settings, infer _Provides>
    ? Provided extends Needs
      ? Config extends Settings
        ? Listed[Name]
        : { 'needs configuration that does not exist': Exclude<keyof Settings, keyof Config> }
      : { 'needs a port that no module provides': MissingPorts<Needs, Provided> }
    : never
}
