/** Something that must be unique is somebody's by now: on PostgreSQL, and on SQLite. */
const TAKEN = /^(23505|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY))$/

/**
 * For the failure of a statement that lost a race for what must be unique: `refusal` in its place. Its transaction is
 * lost on PostgreSQL, so whoever catches this ends it.
 */
export const orTaken =
  (refusal: () => Error) =>
  (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw TAKEN.test(code) ? refusal() : error
  }
