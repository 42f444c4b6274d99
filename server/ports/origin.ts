/** Why an external playlist could not be read. */
export type OriginProblem = 'not allowed' | 'silent' | 'no playlist'

export class OriginError extends Error {
  readonly problem: OriginProblem
  constructor(problem: OriginProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/** A playlist and its final URL, to which its addresses are relative. */
export interface Fetched {
  url: string
  text: string
}

/** Reader of external streams' playlists. */
export interface Origin {
  /** Throws an `OriginError` if the URL is not allowed, or cannot be read. */
  read: (url: string) => Promise<Fetched>
  /** Whether the URL is allowed, judged by its text alone. */
  allows: (url: string) => boolean
}
