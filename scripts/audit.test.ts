import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const setup = join(import.meta.dirname, 'node-setup.cjs')
const program = join(import.meta.dirname, 'audit.ts')
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-audit-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Runs the command; returns its output and exit code. */
function audit(env: Record<string, string>, ...values: string[]): Promise<{ code: number; said: string }> {
  const options = { env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env } }
  return new Promise((resolve) => {
    execFile(process.execPath, ['-r', setup, program, ...values], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: `${out}${err}` }),
    )
  })
}

test('prints its usage and what is wrong with its arguments, without a stack trace', async () => {
  expect(await audit({}, '--help')).toEqual({ code: 0, said: expect.stringMatching(/^Usage/) })
  const unknown = await audit({}, 'verify', '--colour')
  expect(unknown).toEqual({ code: 1, said: expect.stringContaining('Usage') })
  expect(unknown.said).not.toContain('    at ')
  expect(await audit({}, 'verify', '--region', 'mars')).toEqual({
    code: 1,
    said: '--region mars is none: expected na or eu\n',
  })
})

test('reads the served region, and fails if there is nothing to verify', async () => {
  expect(await audit({ REGIONS: 'eu' }, 'verify')).toEqual({
    code: 1,
    said: '✗ Nothing to verify: region eu has no events.\n',
  })
  expect(await audit({ REGIONS: 'eu' }, 'verify', '--region', 'na')).toEqual({
    code: 1,
    said: 'Region na is not served here: REGIONS is eu\n',
  })
})

test('goes on from the last verified anchor only if there is one', async () => {
  expect(await audit({ REGIONS: 'eu' }, 'verify', '--from-anchor')).toEqual({
    code: 1,
    said: '✗ No anchor of region eu was verified yet. Run npm run audit -- verify first, after the first anchors.\n',
  })
})
