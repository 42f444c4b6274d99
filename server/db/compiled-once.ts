import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './schema.ts'

type Values = Record<string, string | number>

/** Stands where a value will be. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) })

/**
 * For what is asked at every poll: the query is built and spelled once for each kind of database, which takes as long
 * as asking it. `build` must give the same query whatever the values are: it sees where they will stand, not them.
 */
export function compiledOnce<V extends Values, R>(build: (db: Db, values: V) => Compilable<R>) {
  const known = new WeakMap<object, CompiledQuery<R>>()
  return async (db: Db, values: V): Promise<R[]> => {
    const { adapter } = db.getExecutor()
    const compiled = known.get(adapter) ?? build(db, slots as V).compile()
    known.set(adapter, compiled)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Slot ? values[value.name] : value,
    )
    return (await db.executeQuery<R>({ ...compiled, parameters })).rows
  }
}
