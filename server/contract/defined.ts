/** Returns the value; throws an error that names it if it is missing, which is a bug. */
export function defined<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`)
  return value
}
