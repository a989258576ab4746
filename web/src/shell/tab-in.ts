/** The tab that an address names, by `tab` or, counted from 0, by `activeTabIndex` (part 2 §2.1). */
export function tabIn<Tab extends string>(
  tabs: readonly Tab[],
  raw: Record<string, unknown>,
): Tab | undefined {
  return tabs.find((tab) => tab === raw.tab) ?? tabs[Number(raw.activeTabIndex)]
}
