/** The content of `docker-compose.yml`, as Compose would read it. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

export type ComposeService = {
  image: string
  build?: string
  command?: string[]
  environment?: Record<string, string>
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
  volumes?: string[]
  stop_grace_period?: string
}

const file = new URL('../../docker-compose.yml', import.meta.url)

export const compose: { services: Record<string, ComposeService>; volumes: Record<string, unknown> } = parse(
  readFileSync(file, 'utf8'),
  { merge: true },
)

/** The services that run Parley, by name. */
export const parleyServices = Object.entries(compose.services).filter(([, { image }]) => image === 'parley')

/** A service's environment, each `${NAME:-default}` filled in; a required variable gets 64 zeros, as a MASTER_KEY. */
export function environmentOf({ environment = {} }: ComposeService): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value)]))
}

function filledIn(value: string): string {
  return String(value).replace(/\$\{\w+:(-|\?)([^}]*)\}/g, (_all, kind, text) =>
    kind === '-' ? text : '0'.repeat(64),
  )
}
