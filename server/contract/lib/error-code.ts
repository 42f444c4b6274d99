/** The code of an error of Node or of a driver, such as `ENOENT`; undefined for any other error. */
export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
