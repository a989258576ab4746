/**
 * `npm run ops [-- SECTION] [--json]`, for operators: what `/ops` shows, whether the platform runs or not. Ends with 1 if
 * something has to be looked at.
 */
import { readConfig } from '@parley/host/config.ts'
import type { Row, Section, Shown } from '@parley/host/operators/section.ts'
import { readSections, sections, sectionsNamed } from '@parley/host/operators/sections.ts'
import { openRegion } from '@parley/host/region.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { readArguments, runCommand } from './operator-command.ts'

const usage = `Usage: npm run ops [-- SECTION] [--json]
Sections: ${sections.map(({ name }) => name).join(', ')}`

const { values, positionals } = readArguments({ json: { type: 'boolean' } }, { usage, wrong: 2 })
const [name, ...rest] = positionals
const named = sectionsNamed(name)

if (rest.length > 0 || named.length === 0) {
  console.error(usage)
  process.exitCode = 2
} else await runCommand(show)

async function show(): Promise<number> {
  const config = readConfig(process.env)
  // bounded: an entry for each region
  const regions: RegionEngines[] = []
  try {
    for (const region of config.regions) regions.push(await openRegion(config, region, { readOnly: true }))
    const read = await readSections({ config, regions, now: Date.now }, named)
    if (values.json) console.log(JSON.stringify(Object.fromEntries(read.map(json)), null, 2))
    else for (const each of read) print(each)
    const found = read.flatMap(({ shown }) => shown.rows).some(({ level }) => level === 'problem')
    return found ? 1 : 0
  } finally {
    for (const region of regions) await region.close()
  }
}

function json({ section, shown }: { section: Section; shown: Shown }): [string, object] {
  const rows = shown.rows.map(({ cells, level }) => ({ ...cells, level: level ?? 'ok' }))
  return [section.name, shown.note === undefined ? { rows } : { rows, note: shown.note }]
}

function print({ section, shown }: { section: Section; shown: Shown }): void {
  console.log(`${section.title}\n${'─'.repeat(section.title.length)}`)
  const columns = Object.entries(section.columns).filter(([column]) =>
    shown.rows.some(({ cells }) => cells[column] !== undefined),
  )
  const text = ({ cells }: Row) => columns.map(([column]) => String(cells[column] ?? '—'))
  const lines = [columns.map(([, label]) => label), ...shown.rows.map(text)]
  const widths = columns.map((_, nth) => Math.max(...lines.map((line) => line[nth]?.length ?? 0)))
  const marks = [
    '  ',
    ...shown.rows.map(({ level }) => (level === 'problem' ? '✗ ' : level === 'warning' ? '! ' : '  ')),
  ]
  if (shown.rows.length === 0) console.log(`  ${section.none}`)
  else
    for (const [nth, line] of lines.entries())
      console.log(`${marks[nth]}${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
  if (shown.note !== undefined) console.log(`  ${shown.note}`)
  console.log()
}
