/** Returns the value; throws an error that names it if it is missing, which is a bug. */
export function defined<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`)
  return value
}

/** The value of a key that must exist; the error names the key. */
export const entryOf = <V>(entries: ReadonlyMap<string, V>, key: string): V =>
  defined(entries.get(key), key)
