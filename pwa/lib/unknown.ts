/** Reads values of unknown type, such as parsed JSON and thrown errors. */

/** The properties of a value; none of `null`, `undefined` and primitives. */
export const propertiesOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The value itself if it is an error: anything can be thrown. */
export const errorOf = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))

/** Whether a table has that key. Properties of every object, such as `toString`, do not count. */
export const isKeyOf = <T extends object>(table: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(table, key)

/** The numbers of a JSON object, by name. Throws a SyntaxError for an invalid text. */
export const numbersIn = (json: string): Record<string, number> =>
  Object.fromEntries(
    Object.entries(propertiesOf(JSON.parse(json))).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    ),
  )
