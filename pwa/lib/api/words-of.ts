import { RequestError } from '#contract/http/caller.ts'

/** The server's words about a failed call, or `otherwise` for one that it did not answer. */
export const wordsOf = (error: unknown, otherwise: string) =>
  error instanceof RequestError
    ? (Object.values(error.errors).flat()[0] ?? error.message)
    : otherwise
