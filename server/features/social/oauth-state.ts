// State of a social login, bound to its browser by an HttpOnly cookie. State, nonce and PKCE key are derived from
// that cookie and our secret, so that the database contains none of them.

import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { SOCIAL_PROVIDERS, type SocialProvider } from '#contract/social/calls.ts'
import { SOCIAL_AWAY_S, SOCIAL_BACK_S } from '#contract/social/limits.ts'
import { SOCIAL_SPENT } from '#contract/social/messages.ts'
import { Newcomer } from '#contract/social/shapes.ts'
import { jsonOf } from '#server/db/json.ts'
import type { Tx } from '#server/db/schema.ts'
import { findOpenLink, insertLink, spendLink } from '#server/features/auth/emails/link-queries.ts'
import {
  hashToken,
  newRefreshToken as newToken,
} from '#server/features/auth/sessions/refresh-token.ts'
import type { SetCookie } from '#server/http/answers/reply.ts'
import { ApiError } from '#server/http/api-error.ts'
import { same } from '#server/http/timing-safe-equal.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Trip } from '#server/ports/social.ts'
import type { Deps } from '#server/process/deps.ts'

const OauthState = z.object({
  provider: z.enum(SOCIAL_PROVIDERS),
  /** Whom to link the identity to. */
  for: z.object({ userId: z.string(), sessionId: z.string() }).nullable(),
})
export type OauthState = z.output<typeof OauthState>
const stateIn = jsonOf(OauthState)

/** An unknown identity. */
const Back = Newcomer.extend({ subject: z.string() })
export type Back = z.output<typeof Back>
const backIn = jsonOf(Back)

const LIFE_S = { social_away: SOCIAL_AWAY_S, social_back: SOCIAL_BACK_S }

const derive = (deps: Deps, what: string, token: string) =>
  createHmac('sha256', deps.secrets.link).update(`social:${what}:${token}`).digest('base64url')

async function give(
  deps: Deps,
  purpose: keyof typeof LIFE_S,
  userId: string | null,
  payload: OauthState | Back,
) {
  const token = newToken()
  const expires = deps.clock.now().getTime() + LIFE_S[purpose] * 1_000
  await insertLink(deps.db, {
    id: hashToken(token),
    user_id: userId,
    purpose,
    payload: JSON.stringify(payload),
    expires_at: new Date(expires).toISOString(),
    used_at: null,
    created_at: isoNow(deps),
  })
  return { token, cookie: cookieOf(token, LIFE_S[purpose]) }
}

const tripOf = (deps: Deps, token: string): Trip => ({
  state: derive(deps, 'state', token),
  nonce: derive(deps, 'nonce', token),
  verifier: derive(deps, 'verifier', token),
})

export async function begin(deps: Deps, oauthState: OauthState) {
  const { token, cookie } = await give(
    deps,
    'social_away',
    oauthState.for?.userId ?? null,
    oauthState,
  )
  return { trip: tripOf(deps, token), cookie }
}

/** Valid once, in time, in the same browser, and for the same provider. */
export async function end(
  deps: Deps,
  token: string | undefined,
  provider: SocialProvider,
  state: string,
) {
  if (!token || !same(state, tripOf(deps, token).state)) throw stateSpent()
  const used = await spendLink(deps.db, 'social_away', hashToken(token), isoNow(deps))
  const oauthState = used && stateIn(used.payload)
  if (oauthState?.provider !== provider) throw stateSpent()
  return { trip: tripOf(deps, token), for: oauthState.for }
}

/** Keeps an unknown identity, so that this browser can send the sign-up form for a while. */
export const keep = (deps: Deps, back: Back) => give(deps, 'social_back', null, back)

export async function whoCame(deps: Deps, token: string | undefined): Promise<Back | null> {
  const state =
    token && (await findOpenLink(deps.read, 'social_back', hashToken(token), isoNow(deps)))
  return state ? backIn(state.payload) : null
}

export async function spend(deps: Deps, tx: Tx, token: string | undefined): Promise<Back> {
  const used = token && (await spendLink(tx, 'social_back', hashToken(token), isoNow(deps)))
  if (!used) throw stateSpent()
  return backIn(used.payload)
}

/** Expired, used, or from another browser. */
export const stateSpent = () => new ApiError(410, SOCIAL_SPENT)
const cookieOf = (value: string, maxAge: number): SetCookie => ({ name: 'social', value, maxAge })
