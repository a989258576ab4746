/** Query parameters of the Tests screen. */
export type TestsSearch = {
  /** The runs instead of the test cases. */
  listed?: 'runs'
  /** The test case in the drawer, or `new`. With `run`, the one whose results are scrolled to. */
  testCase?: string
  /** Test cases from a file or from the knowledge. */
  addTests?: 'file' | 'knowledge'
  /** The dialog that replays conversations: the newest, or the one of this id. */
  replay?: true | string
  /** The run whose results are shown. */
  run?: string
  /** All results of the run instead of those that failed or differ. */
  all?: boolean
}

export function testsSearch(raw: Record<string, unknown>): TestsSearch {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return {
    listed: raw.listed === 'runs' ? 'runs' : undefined,
    testCase: text(raw.testCase),
    addTests: raw.addTests === 'file' || raw.addTests === 'knowledge' ? raw.addTests : undefined,
    replay: raw.replay === true || text(raw.replay),
    run: text(raw.run),
    all: raw.all === true || undefined,
  }
}
