// Signed links in emails: each valid for one purpose, for a limited time, once.

import { createHmac } from 'node:crypto'
import { LINK_SPENT } from '#contract/auth/messages.ts'
import type { SignedLink } from '#server/db/schema/people.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { same } from '#server/http/timing-safe-equal.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './link-queries.ts'

/** Target pages of emailed links. */
const PAGES = {
  sign_up: '/verify_mail',
  change_email: '/verify_mail',
  reset_password: '/pre_password_config',
} as const
type Purpose = keyof typeof PAGES

/** Parameters of an emailed link. */
export interface BroughtLink {
  id: string
  /** Seconds since 1970. */
  expires: number
  signature: string
}

/** For an expired or used link: the user may request a new one. */
export const linkSpent = () => new ApiError(410, LINK_SPENT)

const sign = (deps: Deps, purpose: Purpose, id: string, expires: number) =>
  createHmac('sha256', deps.secrets.link)
    .update(`link:${purpose}:${id}:${expires}`)
    .digest('base64url')

export async function issue(
  deps: Deps,
  tx: Tx,
  purpose: Purpose,
  lifeS: number,
  about: Pick<SignedLink, 'user_id' | 'payload'>,
) {
  const now = deps.clock.now()
  const expires = Math.floor(now.getTime() / 1000) + lifeS
  const expires_at = new Date(expires * 1000).toISOString()
  const id = deps.newId()
  const created_at = now.toISOString()
  await query.insertLink(tx, { id, purpose, ...about, expires_at, used_at: null, created_at })
  const search = new URLSearchParams({
    id,
    expires: String(expires),
    signature: sign(deps, purpose, id, expires),
  })
  return { id, url: `${deps.config.siteUrl}${PAGES[purpose]}?${search}`, expires_at }
}

/** The purpose that the link was signed for, if it is one of these. A forged link: 404. */
function purposeOf(deps: Deps, purposes: Purpose[], { id, expires, signature }: BroughtLink) {
  return orNotFound(purposes.find((one) => same(signature, sign(deps, one, id, expires))))
}

/** Returns the payload of a link for one of these purposes without spending it. Refuses as `spend` does. */
export async function look(deps: Deps, db: Db, purposes: Purpose[], brought: BroughtLink) {
  const purpose = purposeOf(deps, purposes, brought)
  const link = await query.findOpenLink(db, purpose, brought.id, isoNow(deps))
  if (!link) throw linkSpent()
  return { ...link, purpose }
}

/**
 * Spends a link for one of these purposes and returns its payload. An expired or used link: 410; a forged link:
 * 404.
 */
export async function spend(deps: Deps, tx: Tx, purposes: Purpose[], brought: BroughtLink) {
  const purpose = purposeOf(deps, purposes, brought)
  const link = await query.spendLink(tx, purpose, brought.id, isoNow(deps))
  if (!link) throw linkSpent()
  return { ...link, purpose }
}
