/**
 * The tab that an address names, by `tab` or, counted from 0, by `activeTabIndex` (part 2 §2.1). `order`: how the
 * specification counts them, with those that do nothing yet.
 */
export function tabIn<Tab extends string>(
  tabs: readonly Tab[],
  raw: Record<string, unknown>,
  order: readonly string[] = tabs,
): Tab | undefined {
  const byNumber = order[Number(raw.activeTabIndex)]
  return tabs.find((tab) => tab === raw.tab) ?? tabs.find((tab) => tab === byNumber)
}
