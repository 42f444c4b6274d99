/** Why a playlist of somebody else's could not be read. */
export type OriginTrouble = 'not allowed' | 'silent' | 'no playlist'

export class OriginError extends Error {
  readonly trouble: OriginTrouble
  constructor(trouble: OriginTrouble, message: string, options?: ErrorOptions) {
    super(message, options)
    this.trouble = trouble
  }
}

/** A playlist, and where it really was: addresses in it are relative to that. */
export interface Fetched {
  url: string
  text: string
}

/** Where streams come from that are not pushed to us. */
export interface Origin {
  /** Throws an `OriginError` at what must not, or cannot, be read. */
  read: (url: string) => Promise<Fetched>
  /** Whether this may be asked for at all, as far as its text tells. */
  allows: (url: string) => boolean
}
