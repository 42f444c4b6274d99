/** Returns the value; throws an error that names it if it is missing, which is a bug of the sandbox. */
export function defined<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`)
  return value
}

/** An object whose fields are not known. */
export type Table = Record<string, unknown>

export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields that are given. */
export const definedFields = <T extends object>(object: T) =>
  // `fromEntries` forgets the keys.
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** The fields of `before` that `after` changes, with their earlier values. */
export function changedFields(before: object, after: object): Table {
  const values: Table = { ...before }
  const changed = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(values[key]) !== JSON.stringify(value),
  )
  return Object.fromEntries(changed.map(([key]) => [key, values[key] ?? null]))
}
