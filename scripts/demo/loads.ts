/** Page views around a visit: for each visitor who writes there are many whose page only loads the widget. */
import { browserOf, platformOf } from '@parley/analytics/visitor-software.ts'
import { widgetLoads } from '@parley/analytics/widget-loads.decider.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { countryOf } from './aftermath.ts'
import { chanceOf } from './chance.ts'
import { browsers, type Visit } from './visits.ts'

/** Counts the loads of the quarter of an hour in which the nth visit began. */
export function countLoads(
  { handle }: Pick<CommandHandler, 'handle'>,
  nth: number,
  { startedAt, lang, pageUrl }: Visit,
  agentId: string,
  context: CommandContext,
) {
  const chance = chanceOf(`loads ${nth}`)
  const quarter = new Date(Math.floor(startedAt / 900_000) * 900_000).toISOString().slice(0, 16)
  const groups = Array.from({ length: chance.between(2, 5) }, (_, kind) => {
    const { browser, platform } = chance.weighted(browsers, ({ weight }) => weight)
    const country = countryOf(nth * 10 + kind, lang)
    return {
      browser: browserOf(browser),
      platform: platformOf(platform),
      country,
      website: new URL(pageUrl).origin,
      loads: chance.between(1, 7),
    }
  })
  const loads = groups.reduce((sum, group) => sum + group.loads, 0)
  const counted = { agentId, quarter, loads, groups }
  return handle(
    widgetLoads,
    `${agentId}.${quarter.slice(0, 10)}`,
    { type: 'CountWidgetLoads', counted },
    context,
  )
}
