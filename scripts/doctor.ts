/** `npm run doctor`, for operators: looks at configuration, engines, disk, keys, mail and addresses, and says what to do. */
import { readConfig } from '@parley/host/config.ts'
import { examine } from '@parley/host/operators/doctor.ts'
import { readArguments, runCommand } from './operator-command.ts'

const marks = { ok: '✓', warning: '!', problem: '✗' } as const

readArguments({}, { usage: 'Usage: npm run doctor, with the environment of the platform', wrong: 2 })

await runCommand(async () => {
  let problems = 0
  for await (const { about, level, said, advice } of examine(readConfig(process.env))) {
    console.log(`${marks[level]} ${about.padEnd(12)} ${said}`)
    if (advice !== undefined) console.log(`  ${' '.repeat(12)} → ${advice}`)
    if (level === 'problem') problems++
  }
  console.log(
    problems === 0
      ? 'Nothing is wrong.'
      : `${problems} of these ${problems === 1 ? 'has' : 'have'} to be mended.`,
  )
  return problems === 0 ? 0 : 1
})
