/**
 * Schemathesis, which makes calls from an OpenAPI document and holds each answer against it. It is a Python program: it
 * is installed once below the user's cache folder, in an environment of its own.
 */
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const VERSION = '4.32.5'

export type Installed = { program: string } | { missing: string }

/** Returns where the program is, or in a sentence why it is not there. */
export async function installSchemathesis(): Promise<Installed> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley')
  const folder = join(cache, `schemathesis-${VERSION}`)
  const bin = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin')
  const program = join(bin, 'schemathesis')
  const complete = join(folder, 'complete')
  if (existsSync(complete)) return { program }
  const python = await pythonHere()
  if (python === undefined) return { missing: 'Schemathesis needs Python 3.11 or newer as python3.' }
  try {
    await mkdir(cache, { recursive: true })
    await rm(folder, { recursive: true, force: true })
    await run(python, ['-m', 'venv', folder], { timeout: 120_000 })
    const values = [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      `schemathesis==${VERSION}`,
    ]
    await run(join(bin, 'python'), values, { timeout: 480_000 })
    await writeFile(complete, '')
    return { program }
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 2_000) : String(error)
    return { missing: `Schemathesis ${VERSION} could not be installed: ${reason}` }
  }
}

async function pythonHere(): Promise<string | undefined> {
  const isNewEnough = 'import sys; sys.exit(sys.version_info < (3, 11))'
  for (const name of ['python3', 'python'])
    if (
      await run(name, ['-c', isNewEnough]).then(
        () => true,
        () => false,
      )
    )
      return name
  return undefined
}

export type Trial = {
  /** Where the document and the settings are written. */
  folder: string
  document: Record<string, unknown>
  /** Where the calls are sent. */
  url: string
  /** Values of parameters and properties by name; most calls use one of them, the others what the schema allows. */
  values: Record<string, string[]>
  examples: number
  seed: number
}

export type Tried = { ok: boolean; output: string }

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

export async function trySchema(program: string, trial: Trial): Promise<Tried> {
  const { folder, document, url, values, examples, seed } = trial
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  await writeFile(join(folder, 'schemathesis.toml'), settings(values))
  const given = [
    ...['--config-file', 'schemathesis.toml', '--no-color', 'run', 'openapi.json', '--url', url],
    ...['--workers', '1', '--phases', 'coverage,fuzzing', '--checks', checks.join(',')],
    ...['--max-examples', String(examples), '--seed', String(seed), '--continue-on-failure'],
    ...['--suppress-health-check', 'all', '--warnings', 'off', '--generation-database', 'none'],
    ...['--request-timeout', '60', '--no-shrink'],
  ]
  const child = spawn(program, given, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const leave = () => child.kill()
  process.once('exit', leave)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve(status ?? 1))
  }).finally(() => process.off('exit', leave))
  return { ok: code === 0, output }
}

/** Operations are tried in the order of the document. */
function settings(values: Trial['values']): string {
  const named = Object.entries(values)
  return [
    '[phases.coverage]',
    'operation-ordering = "none"',
    'unexpected-methods = []',
    '[phases.fuzzing]',
    'operation-ordering = "none"',
    ...named.flatMap(([name, of]) => [`[dictionaries.${name}]`, `values = ${JSON.stringify(of)}`]),
    '[parameters]',
    // A position that nothing has yet would be waited for.
    '"header.Log-After" = "0"',
    ...named.flatMap(([name]) => [
      `"path.${name}" = { dictionary = "${name}", probability = 0.9 }`,
      `"body.${name}" = { dictionary = "${name}", probability = 0.8 }`,
    ]),
  ].join('\n')
}
