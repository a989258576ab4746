/**
 * Ports between modules: functions that one module provides and others use by name, such as `agents.document`. A module
 * declares the types of those it needs, so that no context imports another; the host's list of modules does not compile
 * while a need is not provided.
 */

/** A port with its type erased. */
export type Port = (...given: never[]) => unknown
/** Ports by their subject and name. */
export type Ports = { readonly [subject: string]: { readonly [name: string]: Port } }
export type NoPorts = Record<never, never>

/** The ports that `Needs` has and `Provided` has not, or has with another type. */
export type MissingPorts<Needs, Provided> = {
  [Subject in keyof Needs & string]: {
    [Name in keyof Needs[Subject] & string]: Provided extends {
      [S in Subject]: { [N in Name]: Needs[Subject][Name] }
    }
      ? never
      : `${Subject}.${Name}`
  }[keyof Needs[Subject] & string]
}[keyof Needs & string]

/**
 * Connects the ports of modules. Each port that is asked for is a function that may be passed on before the module that
 * provides it has started; calling it before throws an error that names it.
 */
export function connectPorts() {
  // bounded: by what modules declare
  const provided = new Map<string, Port>()
  // bounded: by what modules declare
  const asked = new Map<string, string>()

  /** The ports as a module sees them. */
  function portsFor(module: string): Ports {
    return byName((subject) =>
      byName((name) => {
        const port = `${subject}.${name}`
        if (!asked.has(port)) asked.set(port, module)
        return (...given: never[]) => {
          const provider = provided.get(port)
          if (!provider) throw new Error(`The port ${port} is called before its module has started`)
          return provider(...given)
        }
      }),
    )
  }

  return {
    portsFor,
    provide(ports: Ports): void {
      for (const [port, provider] of namedPorts(ports)) provided.set(port, provider)
    },
    /** Throws if a module asked for a port that nothing provides. */
    refuseGaps(): void {
      for (const [port, module] of asked)
        if (!provided.has(port)) throw new Error(`Module ${module}: no module provides the port ${port}`)
    },
  }
}

/** Ports with their names in full: `agents.document`. */
export function namedPorts(ports: Ports): [string, Port][] {
  return Object.entries(ports).flatMap(([subject, named]) =>
    Object.entries(named).map(([name, port]): [string, Port] => [`${subject}.${name}`, port]),
  )
}

/** An object whose properties are made when they are first read. It is no promise, so `then` is undefined. */
function byName<Value>(make: (name: string) => Value): Record<string, Value> {
  const made: Record<string, Value> = Object.create(null)
  return new Proxy(made, {
    get(target, name) {
      if (typeof name !== 'string' || name === 'then') return undefined
      target[name] ??= make(name)
      return target[name]
    },
  })
}
