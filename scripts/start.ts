/** `npm start`: builds what is out of date, then serves everything in this process. */
import { buildPages } from './build.ts'

try {
  await buildPages((line) => console.log(line))
  await import('@parley/host/main.ts')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
