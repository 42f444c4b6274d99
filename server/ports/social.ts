import type { SocialProvider } from '#contract/social.ts'

/** What one trip to another service is known by: made for it, and good for no other. */
export interface Trip {
  state: string
  nonce: string
  verifier: string
}

/** An account of another service. What it says of its owner is nothing that anybody has made sure of. */
export interface Acquaintance {
  subject: string
  displayName: string
  email: string
}

/** Another service that knows people. */
export interface SocialService {
  /** Where it asks somebody whether we may know who they are. */
  address: (trip: Trip) => Promise<string>
  /** Who came back with this code. Throws `SocialRefused` where it is good for nothing, `SocialDown` where nobody answers. */
  meet: (trip: Trip, code: string) => Promise<Acquaintance>
}

/** Those that the operator has set up. */
export type Social = Partial<Record<SocialProvider, SocialService>>

/** The code is spent, forged or somebody else's, or the answer is. */
export class SocialRefused extends Error {
  override name = 'SocialRefused'
}

export class SocialDown extends Error {
  override name = 'SocialDown'
}
