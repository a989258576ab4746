/** The rules of an agency's custom tabs, and what happened between two lists of them. */
import { isDeepStrictEqual } from 'node:util'
import { tabHrefProblem } from '@parley/contracts/agency/custom-tabs.ts'
import type { AgencyEvent } from '@parley/contracts/agency/events.ts'
import type { CustomTab } from '@parley/contracts/agency/settings.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'

/** Returns why these can't be the tabs of one agency, with the place of the tab at fault. */
export function tabRefusal(tabs: readonly CustomTab[]): { ok: false; rejection: Rejection } | undefined {
  for (const [at, tab] of tabs.entries()) {
    const field = (name: keyof CustomTab) => `customTabs.${at}.${name}`
    const before = tabs.slice(0, at)
    const problem = tabHrefProblem(
      tab.href,
      before.map(({ href }) => href),
    )
    if (problem) return refuse('invalid-tab', problem, field('href'))
    if (before.some(({ tabId }) => tabId === tab.tabId))
      return refuse('invalid-tab', 'Two tabs have the same id.', field('tabId'))
  }
  return undefined
}

/** Tabs are told by their ids: what was removed, changed and added, and a new order if that is not the result. */
export function changedTabs(
  before: readonly CustomTab[],
  after: readonly CustomTab[],
  at: string,
): AgencyEvent[] {
  const has = (tabs: readonly CustomTab[], tabId: string) => tabs.some((tab) => tab.tabId === tabId)
  const removed = before.filter(({ tabId }) => !has(after, tabId))
  const changed = after.filter((tab) =>
    before.some((former) => former.tabId === tab.tabId && !isDeepStrictEqual(former, tab)),
  )
  const added = after.filter(({ tabId }) => !has(before, tabId))
  const kept = before.filter(({ tabId }) => has(after, tabId))
  const tabIds = after.map(({ tabId }) => tabId)
  const order = [...kept, ...added].map(({ tabId }) => tabId)
  return [
    ...removed.map(
      ({ tabId, label }): AgencyEvent => ({ type: 'CustomTabRemoved', data: { tabId, label, at } }),
    ),
    ...changed.map((tab): AgencyEvent => ({ type: 'CustomTabChanged', data: { ...tab, at } })),
    ...added.map((tab): AgencyEvent => ({ type: 'CustomTabAdded', data: { ...tab, at } })),
    ...(isDeepStrictEqual(order, tabIds)
      ? []
      : [{ type: 'CustomTabsReordered', data: { tabIds, at } } satisfies AgencyEvent]),
  ]
}
