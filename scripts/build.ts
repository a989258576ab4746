/**
 * `npm run build`: builds the dashboard and the widget if their sources changed, and compresses what browsers load
 * once, so that the server never does.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const STAMP = 'dist/.built-from'

export type Built = { name: string; built: boolean; seconds: number }

/** Builds what is out of date; reports each step to `say`. */
export async function buildPages(say: (line: string) => void = () => {}): Promise<Built[]> {
  const results: Built[] = []
  for (const name of ['web', 'widget']) {
    const started = performance.now()
    const stamp = join(root, name, STAMP)
    const state = sourcesOf(name)
    const fresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === state
    if (!fresh) {
      say(`Building ${name} …`)
      await viteBuild(join(root, name))
      await compress(join(root, name, 'dist'))
      mkdirSync(dirname(stamp), { recursive: true })
      writeFileSync(stamp, state)
    }
    results.push({ name, built: !fresh, seconds: (performance.now() - started) / 1000 })
  }
  return results
}

/** Identifies the sources of a bundle by path, size and modification time. */
function sourcesOf(name: string): string {
  const files = globSync(
    [`${name}/{src,public}/**/*`, `${name}/*.{html,ts,json}`, 'contracts/src/**/*.ts', 'package-lock.json'],
    { cwd: root },
  )
  const state = createHash('sha256')
  for (const file of files.sort()) {
    const { size, mtimeMs } = statSync(join(root, file))
    state.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return state.digest('hex')
}

function viteBuild(folder: string): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const child = spawn(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', ...(folder.endsWith('widget') ? ['--app'] : [])],
    {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`Building ${folder} failed`))))
  })
}

/** Writes brotli and gzip forms of each text file, if they are smaller. */
async function compress(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,html,json}', { cwd: folder })
  const brotli = promisify(brotliCompress)
  const gzipped = promisify(gzip)
  for (const file of files) {
    const path = join(folder, file)
    const bytes = readFileSync(path)
    if (bytes.length < 1_000) continue
    writeFileSync(
      `${path}.br`,
      await brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    )
    writeFileSync(`${path}.gz`, await gzipped(bytes, { level: 9 }))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, built, seconds } of await buildPages(console.log)) {
    console.log(built ? `Built ${name} in ${seconds.toFixed(1)} s` : `${name} is up to date`)
  }
}
