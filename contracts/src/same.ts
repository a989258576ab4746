/** Compares two JSON values. Absent and undefined are equal; the order of keys is ignored. */
export function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const before = new Map(Object.entries(one))
  const after = new Map(Object.entries(other))
  return [...new Set([...before.keys(), ...after.keys()])].every((key) =>
    same(before.get(key), after.get(key)),
  )
}
