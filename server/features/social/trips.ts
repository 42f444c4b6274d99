import { createHmac } from 'node:crypto'
import { SOCIAL_AWAY_S, SOCIAL_BACK_S } from '#contract/limits.ts'
import { SOCIAL_SPENT } from '#contract/messages.ts'
import type { Newcomer, SocialProvider } from '#contract/social.ts'
import type { Tx } from '#server/db/schema.ts'
import { findOpenLink, insertLink, spendLink } from '#server/features/auth/link-queries.ts'
import { hashToken, newRefreshToken as newToken } from '#server/features/auth/refresh-token.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { SetCookie } from '#server/http/reply.ts'
import { same } from '#server/http/same.ts'
import type { Trip } from '#server/ports/social.ts'
import type { Deps } from '#server/process/deps.ts'

/** Where to, and for whom it is where somebody logged in wants it linked. */
export interface Away {
  provider: SocialProvider
  for: { userId: string; sessionId: string } | null
}
export type Back = Newcomer & { subject: string }

const LIFE_S = { social_away: SOCIAL_AWAY_S, social_back: SOCIAL_BACK_S }

/**
 * Trips to another service. A cookie that no script can read ties each to the browser it began in; what the service is
 * told (state, nonce, proof key) is made of that cookie and our secret, so that our database holds none of it.
 */
export function trips({
  db,
  read,
  clock,
  secrets,
}: Pick<Deps, 'db' | 'read' | 'clock' | 'secrets'>) {
  const derive = (what: string, token: string) =>
    createHmac('sha256', secrets.link).update(`social:${what}:${token}`).digest('base64url')
  const now = () => clock.now().toISOString()

  async function give(purpose: keyof typeof LIFE_S, userId: string | null, payload: Away | Back) {
    const token = newToken()
    const expires = clock.now().getTime() + LIFE_S[purpose] * 1_000
    await insertLink(db, {
      id: hashToken(token),
      user_id: userId,
      purpose,
      payload: JSON.stringify(payload),
      expires_at: new Date(expires).toISOString(),
      used_at: null,
      created_at: now(),
    })
    return { token, cookie: cookieOf(token, LIFE_S[purpose]) }
  }
  const tripOf = (token: string): Trip => ({
    state: derive('state', token),
    nonce: derive('nonce', token),
    verifier: derive('verifier', token),
  })

  return {
    async begin(away: Away) {
      const { token, cookie } = await give('social_away', away.for?.userId ?? null, away)
      return { trip: tripOf(token), cookie }
    },

    /** Once, in time, in the browser in which it began, from the service it went to. */
    async end(token: string | undefined, provider: SocialProvider, state: string) {
      if (!token || !same(state, tripOf(token).state)) throw spent()
      const used = await spendLink(db, 'social_away', hashToken(token), now())
      const away = used && (JSON.parse(used.payload) as Away)
      if (away?.provider !== provider) throw spent()
      return { trip: tripOf(token), for: away.for }
    },

    /** Somebody came back whom nobody knows: for a while this browser may say who they are. */
    keep: (back: Back) => give('social_back', null, back),

    async whoCame(token: string | undefined): Promise<Back | null> {
      const found = token && (await findOpenLink(read, 'social_back', hashToken(token), now()))
      return found ? (JSON.parse(found.payload) as Back) : null
    },

    async spend(tx: Tx, token: string | undefined): Promise<Back> {
      const used = token && (await spendLink(tx, 'social_back', hashToken(token), now()))
      if (!used) throw spent()
      return JSON.parse(used.payload) as Back
    },
  }
}

/** Too late, used, or of another browser. */
export const spent = () => new Refusal(410, SOCIAL_SPENT)
const cookieOf = (value: string, maxAge: number): SetCookie => ({ name: 'social', value, maxAge })
