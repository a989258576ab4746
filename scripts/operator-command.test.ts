import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const setup = join(import.meta.dirname, 'node-setup.cjs')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-commands-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a command in an empty folder; returns its output and exit code. */
function run(command: string, ...values: string[]): Promise<{ code: number; said: string }> {
  return execute(['-r', setup, join(import.meta.dirname, `${command}.ts`), ...values])
}

function execute(values: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' }
  return new Promise((resolve) => {
    execFile(process.execPath, values, { env, cwd: folder }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: `${out}${err}` }),
    )
  })
}

const commands = ['audit', 'backup', 'credits', 'doctor', 'erase', 'ops', 'parked', 'restore']

test.each(commands)(
  'npm run %s says how it is used, and refuses options that it does not know',
  async (command) => {
    expect(await run(command, '--help')).toEqual({ code: 0, said: expect.stringMatching(/^Usage/) })
    const unknown = await run(command, '--colour')
    expect(unknown.said).toContain('Usage')
    expect(unknown.said).not.toContain('    at ')
    expect(unknown.code).toBeGreaterThan(0)
    expect(await readdir(folder)).toEqual([])
  },
)

test('where Node runs no TypeScript, every command says so before anything else', async () => {
  const { scripts } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'))
  for (const name of ['start', 'demo', ...commands])
    expect(scripts[name], name).toMatch(/^node -r \.\/scripts\/node-setup\.cjs /)
  const old = ['--no-experimental-strip-types', '-r', setup]
  const program = join(import.meta.dirname, 'doctor.ts')
  const { code, said } = await execute([...old, program])
  expect(code).toBe(1)
  expect(said).toMatch(/^Node [\d.]+ can't run Parley.*install it from https:\/\/nodejs\.org\.\n$/)
})
