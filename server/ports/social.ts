import type { SocialProvider } from '#contract/social/calls.ts'

/** Parameters of one OAuth flow, single use. */
export interface Trip {
  state: string
  nonce: string
  verifier: string
}

/** A social account. Its profile is unverified. */
export interface Acquaintance {
  subject: string
  displayName: string
  email: string
}

/** A social login provider. */
export interface SocialService {
  /** URL of the provider's consent page. */
  address: (trip: Trip) => Promise<string>
  /**
   * Exchanges the code for the social account. Throws `SocialRefused` for an invalid code, `SocialDown` during an
   * outage.
   */
  meet: (trip: Trip, code: string) => Promise<Acquaintance>
}

/** The configured providers. */
export type Social = Partial<Record<SocialProvider, SocialService>>

/** The code or the response is used up, forged or foreign. */
export class SocialRefused extends Error {
  override name = 'SocialRefused'
}

export class SocialDown extends Error {
  override name = 'SocialDown'
}
