import type { Compilable, CompiledQuery } from 'kysely'
import { dropOldest } from '#contract/lib/drop-oldest.ts'
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

/** What makes a query another one: which conditions, which order, how many values in a list. */
type Shape = Record<string, string | number | boolean | undefined>

/** Compiled queries of one function. Their shapes are few; lists of many lengths may not add up. */
const MAX_SHAPES = 200

/**
 * Caches the compiled SQL of a frequent query per engine and shape, since compiling takes as long as running it. `build`
 * must return the same query for all values: it gets placeholders.
 */
export function compiledPer<S extends Shape, V extends Values, R>(
  build: (db: Db, shape: S, values: V) => Compilable<R>,
) {
  const known = new WeakMap<object, Map<string, CompiledQuery<R>>>()
  return async (db: Db, shape: S, values: V): Promise<R[]> => {
    const { adapter } = db.getExecutor()
    const ofEngine = known.get(adapter) ?? new Map<string, CompiledQuery<R>>()
    known.set(adapter, ofEngine)
    const key = JSON.stringify(shape)
    // Each value of them is a placeholder, whatever its name.
    const compiled = ofEngine.get(key) ?? build(db, shape, slots as V).compile()
    ofEngine.set(key, compiled)
    dropOldest(ofEngine, MAX_SHAPES)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Slot ? values[value.name] : value,
    )
    return (await db.executeQuery<R>({ ...compiled, parameters })).rows
  }
}

/** `compiledPer` for a query of one shape. */
export function compiledOnce<V extends Values, R>(build: (db: Db, values: V) => Compilable<R>) {
  const compiled = compiledPer((db, _: Record<string, never>, values: V) => build(db, values))
  return (db: Db, values: V) => compiled(db, {}, values)
}

/** `compiledPer` for a query of a list of ids. */
export function compiledForIds<R>(build: (db: Db, ids: string[]) => Compilable<R>) {
  const nameOf = (at: number) => `id${at}`
  const compiled = compiledPer((db, { count }: { count: number }, values: Record<string, string>) =>
    build(
      db,
      Array.from({ length: count }, (_, at) => values[nameOf(at)] ?? ''),
    ),
  )
  return (db: Db, ids: readonly string[]) =>
    compiled(db, { count: ids.length }, Object.fromEntries(ids.map((id, at) => [nameOf(at), id])))
}
