/** Unique violations of PostgreSQL and SQLite. */
const TAKEN = /^(23505|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY))$/

/**
 * Maps a unique violation of a lost race to `refusal`. On PostgreSQL the transaction is aborted, so the caller must
 * end it.
 */
export const orTaken =
  (toError: () => Error) =>
  (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw TAKEN.test(code) ? toError() : error
  }
