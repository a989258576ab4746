/** Fields that may be undefined are absent in place of it. */
type WithoutUndefined<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>
} & { [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name] }

/** The fields that are given, such as the settings that a command changes: those that are undefined are left out. */
export function withoutUndefined<Fields extends object>(fields: Fields): WithoutUndefined<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as WithoutUndefined<Fields>
}
