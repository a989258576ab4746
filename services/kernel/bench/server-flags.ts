import { readFileSync } from 'node:fs'

const root = new URL('../../../', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8')

/** Returns the flags with which `npm start` starts a server, so that it is measured as it is run. */
export function serverFlags(): string[] {
  const { scripts }: { scripts: { start: string } } = JSON.parse(read('package.json'))
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}
