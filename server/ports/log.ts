/** Logger: facts first, then a short sentence. Facts contain no secret, name or email address. */
export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}
