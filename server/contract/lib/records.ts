/** The keys of a record that has exactly the keys of its type, such as a constant. */
export const keysOf = <T extends object>(record: T) =>
  // TypeScript allows further keys in any object; these records are literals.
  Object.keys(record) as (keyof T & string)[]

/** A record with one value per key. */
export const recordOf = <K extends string, V>(keys: readonly K[], of: (key: K) => V) =>
  // `fromEntries` forgets the keys.
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V>
