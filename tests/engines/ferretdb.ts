import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export type RunningFerretDb = {
  url: string
  /** Kills it, as a power failure would. */
  crash(): Promise<void>
  /** Starts it again on its address and data. */
  restart(): Promise<void>
  /** Ends it and removes its data. */
  stop(): Promise<void>
}

const source = fileURLToPath(new URL('./ferretdb', import.meta.url))

/**
 * Starts a server of MongoDB's protocol where there is no mongod and no Docker: FerretDB 1.x over SQLite, on a free
 * port of the loopback interface, with its own data, which `stop` removes. The first build takes a minute or two and
 * needs Go and its module proxy; the program is kept in the system's temporary folder.
 */
export async function startFerretDb(): Promise<RunningFerretDb> {
  const program = await build()
  const folder = await mkdtemp(join(tmpdir(), 'parley-ferretdb-data-'))
  let running = await listening(program, '127.0.0.1:0', folder)
  const { url } = running
  return {
    url,
    async crash() {
      running.server.kill('SIGKILL')
      await running.ended
    },
    async restart() {
      running = await listening(program, new URL(url).host, folder)
    },
    async stop() {
      running.server.stdin?.end()
      await running.ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function listening(program: string, address: string, folder: string) {
  const server = spawn(program, [address, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  const lines = createInterface({ input: server.stdout })
  const [url] = await Promise.race([
    once(lines, 'line'),
    ended.then(([code]) => {
      throw new Error(`FerretDB ended with code ${code} before it listened.`)
    }),
  ])
  return { server, ended, url: String(url) }
}

/** The built program; built again when its source or a pinned module changes. */
async function build(): Promise<string> {
  const files = await Promise.all(['go.mod', 'go.sum', 'main.go'].map((name) => readFile(join(source, name))))
  const version = createHash('sha256').update(Buffer.concat(files)).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), `parley-ferretdb-${version}`)
  const program = join(folder, 'ferretdb')
  if (await exists(program)) return program
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `building-${process.pid}`)
  try {
    await promisify(execFile)('go', ['build', '-mod=readonly', '-trimpath', '-o', unfinished, '.'], {
      cwd: source,
      env: { ...process.env, CGO_ENABLED: '0' },
    })
  } catch (error) {
    throw new Error(whyNotBuilt(error), { cause: error })
  }
  // Of two concurrent builds the second replaces the program with an identical one.
  await rename(unfinished, program)
  return program
}

function whyNotBuilt(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    return 'There is no Go toolchain ("go" is not found), which FerretDB is built with: install Go 1.24 or newer, or set READ_STORE_URL to a MongoDB.'
  }
  const detail = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
  return `FerretDB could not be built with Go: ${detail}`
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
