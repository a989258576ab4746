import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The path of a Caddy: `CADDY_PATH`, or an installed one, or Debian's package, which it installs if running as root.
 * Throws if there is none and it can't install one.
 */
export function findCaddy(): string {
  const told = process.env.CADDY_PATH
  if (told && !existsSync(told)) throw new Error(`CADDY_PATH is ${told}, but there is no such file.`)
  return told || installed() || install()
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...folders, '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((folder) => join(folder, 'caddy'))
    .find((path) => existsSync(path))
}

function install(): string {
  const missing = 'There is no Caddy. Install it (apt-get install caddy) or set CADDY_PATH to its program.'
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new Error(missing)
  console.log('No Caddy found; installing it with apt-get.')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    for (const values of [['update'], ['install', '-y', '--no-install-recommends', 'caddy']])
      execFileSync('apt-get', values, { stdio: ['ignore', 'ignore', 'inherit'], env })
  } catch {
    throw new Error(missing)
  }
  const path = installed()
  if (!path) throw new Error(missing)
  return path
}
