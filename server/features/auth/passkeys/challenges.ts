// WebAuthn challenges: each valid for one purpose, for a short time, once.

import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { PASSKEY_CHALLENGE_S } from '#contract/passkeys/limits.ts'
import { PASSKEY_FAILED } from '#contract/passkeys/messages.ts'
import { jsonOf } from '#server/db/json.ts'
import type { Schema } from '#server/db/schema.ts'
import { ApiError } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from '../emails/link-queries.ts'
import { hashToken } from '../sessions/refresh-token.ts'

type Purpose = Extract<
  Schema['signed_link']['purpose'],
  'passkey_add' | 'passkey_login' | 'passkey_proof'
>

export const failed = () => new ApiError(422, PASSKEY_FAILED)

export async function issue(deps: Deps, purpose: Purpose, user_id: string | null) {
  const challenge = randomBytes(32)
  const now = deps.clock.now()
  const expires_at = new Date(now.getTime() + PASSKEY_CHALLENGE_S * 1000).toISOString()
  const times = { expires_at, used_at: null, created_at: now.toISOString() }
  const id = hashToken(challenge.toString('base64url'))
  await query.insertLink(deps.db, { id, user_id, purpose, payload: '{}', ...times })
  return challenge
}

/** Spends the signed challenge and returns it; fails unless it was issued to this user. */
export async function spend(
  deps: Deps,
  purpose: Purpose,
  user_id: string | null,
  clientDataJSON: string,
) {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === null) throw failed()
  const at = isoNow(deps)
  const link = await query.spendLink(deps.db, purpose, hashToken(challenge), at)
  if (!link || link.user_id !== user_id) throw failed()
  return challenge
}

const clientDataOf = jsonOf(z.object({ challenge: z.string() }))

function challengeIn(clientDataJSON: string): string | null {
  const text = Buffer.from(clientDataJSON, 'base64url').toString()
  try {
    return clientDataOf(text).challenge
  } catch {
    return null // not made by a browser
  }
}
