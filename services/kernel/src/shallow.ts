/** Whether a value of JSON has at most so many levels: deeper ones exhaust the stack where they are written. */
export function isShallow(value: object, most: number): boolean {
  let level: object[] = [value]
  for (let levels = 1; level.length > 0; levels++) {
    if (levels > most) return false
    level = level.flatMap((one) =>
      Object.values(one).filter((inner) => typeof inner === 'object' && inner !== null),
    )
  }
  return true
}
