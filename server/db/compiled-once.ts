import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './schema.ts'

type Values = Record<string, string | number>

/** Placeholder of a value. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) })

/**
 * Caches the compiled SQL of a frequent query per engine, since compiling takes as long as running it. `build` must
 * return the same query for all values: it gets placeholders.
 */
export function compiledOnce<V extends Values, R>(build: (db: Db, values: V) => Compilable<R>) {
  const known = new WeakMap<object, CompiledQuery<R>>()
  return async (db: Db, values: V): Promise<R[]> => {
    const { adapter } = db.getExecutor()
    // Each value of them is a placeholder, whatever its name.
    const compiled = known.get(adapter) ?? build(db, slots as V).compile()
    known.set(adapter, compiled)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Slot ? values[value.name] : value,
    )
    return (await db.executeQuery<R>({ ...compiled, parameters })).rows
  }
}
