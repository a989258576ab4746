/** Throws if something is claimed a second time, naming both modules. */
export function createClaims() {
  // bounded: by what modules declare
  const claimed = new Map<string, string>()
  return {
    add(module: string, kind: string, names: readonly string[]) {
      for (const name of names) {
        const what = `${kind} ${name}`
        const other = claimed.get(what)
        if (other !== undefined) throw new Error(`Modules ${other} and ${module} both claim ${what}`)
        claimed.set(what, module)
      }
    },
  }
}
