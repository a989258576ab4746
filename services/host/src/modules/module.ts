/** The scope of modules that still stand in this folder. */
import type { ModuleScope } from '@parley/kernel/module.ts'
import type { Config } from '../config.ts'
import type { HostPorts } from './host-ports.ts'
import type { Ports } from './ports.ts'

export type RegionScope = ModuleScope<Ports & HostPorts, Config>
