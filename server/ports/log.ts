/** What a log line needs: facts first, then a short sentence. Facts carry no secret, name or mail address. */
export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}
