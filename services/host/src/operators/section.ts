/** What operators see of an installation, by sections: the same on the page `/ops` and in `npm run ops`. */
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import type { Config } from '../config.ts'

export type Installation = {
  config: Config
  regions: readonly RegionEngines[]
  now(): number
}

export type Cell = string | number | undefined

export type Row = {
  /** By the names of the section's columns. Never a text that a person wrote, nor a secret. */
  cells: Record<string, Cell>
  /** What an operator has to look at. */
  level?: 'warning' | 'problem'
  /** Which item the section's actions are about. */
  item?: { region: string; id: string }
}

export type Shown = { rows: Row[]; note?: string }

export type Section = {
  name: string
  title: string
  /** What it shows, in a sentence. */
  about: string
  /** Labels by name, in their order. */
  columns: Record<string, string>
  /** What is said where there are no rows. */
  none: string
  read(installation: Installation): Promise<Shown>
  /** Labels by name. */
  actions?: Record<string, string>
  /** Returns false if the item is gone. */
  act?(installation: Installation, action: string, item: { region: string; id: string }): Promise<boolean>
  /** Shown only where it is asked for by name, since it takes long or asks others. */
  apart?: boolean
}

/** Rows of each region, one after the other; a region that does not answer is a row of its own. */
export async function ofRegions(
  { regions }: Installation,
  read: (engines: RegionEngines) => Promise<Row[]>,
  column: string,
): Promise<Row[]> {
  const rows = await Promise.all(
    regions.map(async (engines): Promise<Row[]> => {
      try {
        const own = await within(ANSWER_WITHIN_MS, read(engines))
        return own.map((row) => ({ ...row, cells: { region: engines.region, ...row.cells } }))
      } catch (error) {
        const cells = { region: engines.region, [column]: `could not be read: ${lineOf(error)}` }
        return [{ cells, level: 'problem' }]
      }
    }),
  )
  return rows.flat()
}

export const ANSWER_WITHIN_MS = 5_000

/** Rejects if the work takes longer. */
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1_000} s`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The first line of an error, without addresses that may hold passwords. */
export function lineOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.replace(/\/\/[^@/\s]*@/g, '//')
}

/** Such as `3 min`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms / 1_000)
  if (seconds < 1) return '< 1 s'
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}

export function bytes(count: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const power = count < 1_000 ? 0 : Math.min(4, Math.floor(Math.log10(count) / 3))
  return `${(count / 1_000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}

export const moment = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`
