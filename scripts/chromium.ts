import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/**
 * Debian's browser without windows, which takes a third less of the processor. It shows no notifications, and no origin
 * can be declared secure for it.
 */
const shell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const usualPlaces = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The path of a Chromium: `CHROMIUM_PATH`, or an installed one, or one that it installs (Debian's packages if running as
 * root, otherwise Playwright's). `whole`: one that does what the shell does not. Throws if there is none and it can't install
 * one.
 */
export async function findChromium({ whole = false }: { whole?: boolean } = {}): Promise<string> {
  const told = process.env.CHROMIUM_PATH
  if (told && !existsSync(told)) throw new Error(`CHROMIUM_PATH is ${told}, but there is no such file.`)
  const find = () => installed(whole ? names : [shell, ...names])
  return told || find() || (await playwrights()) || (await install(find))
}

function installed(wanted: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = wanted.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...usualPlaces].find((path) => existsSync(path))
}

async function playwrights(): Promise<string | undefined> {
  const { chromium } = await import('playwright-core')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}

async function install(find: () => string | undefined): Promise<string> {
  const byPackage = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  console.log(`No Chromium found; installing it with ${byPackage ? 'apt-get' : 'playwright-core'}.`)
  try {
    if (byPackage) {
      quietly('apt-get', ['update'])
      const packages = ['chromium', ...[shell].filter(isPackaged)]
      quietly('apt-get', ['install', '-y', '--no-install-recommends', ...packages])
    } else {
      const cli = createRequire(import.meta.url).resolve('playwright-core/cli.js')
      quietly(process.execPath, [cli, 'install', '--only-shell', 'chromium'])
    }
  } catch {
    throw new Error('Chromium could not be installed. Install it and set CHROMIUM_PATH to its program.')
  }
  const path = find() ?? (await playwrights())
  if (!path) throw new Error('Chromium was installed, but not found. Set CHROMIUM_PATH to its program.')
  return path
}

function isPackaged(name: string): boolean {
  return spawnSync('apt-cache', ['show', name]).status === 0
}

function quietly(program: string, values: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync(program, values, { stdio: ['ignore', 'ignore', 'inherit'], env })
}
