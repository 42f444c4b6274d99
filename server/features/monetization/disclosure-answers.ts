// Answers in a seller's name, by the seller or an operator: once, emailed to the requester.

import type { DeclinedFor } from '#contract/disclosures/calls.ts'
import { DISCLOSURE_DONE } from '#contract/disclosures/messages.ts'
import { FACTS_MISSING } from '#contract/monetization/messages.ts'
import type { DisclosureRequest } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { findSellerAccount } from '#server/features/payments/queries.ts'
import { sellerFactsOf } from '#server/features/payments/seller.ts'
import { ApiError, notFound, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { SellerEmail } from '#server/ports/seller-emails.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './disclosure-queries.ts'

type Answer = Pick<DisclosureRequest, 'state' | 'declined_for'>
interface Which {
  sellerId: string
  id: string
}
/** Further writes in the transaction of the answer. */
type Alongside = (tx: Tx) => Promise<void>
const nothing: Alongside = async () => {}

async function answer(
  deps: Deps,
  which: Which,
  how: Answer,
  email: SellerEmail,
  alongside: Alongside,
) {
  const request = orNotFound(await query.findRequest(deps.db, which.sellerId, which.id))
  const done_at = isoNow(deps)
  const answered = await transact(deps.db, async (tx) => {
    if (!(await query.answerRequest(tx, which.id, { ...how, done_at }))) return false
    await enqueueEmail(deps, tx, which.id, { ...email, to: request.email })
    await alongside(tx)
    return true
  })
  if (!answered) throw new ApiError(409, DISCLOSURE_DONE)
}

export async function disclose(deps: Deps, which: Which, alongside = nothing) {
  const [owner, account] = await Promise.all([
    findUser(deps.read, which.sellerId),
    findSellerAccount(deps.read, which.sellerId),
  ])
  const { name, address, phone } = account ? sellerFactsOf(account) : {}
  if (!owner || !(await query.findRequest(deps.db, which.sellerId, which.id))) throw notFound()
  if (!name || !address || !phone) throw new ApiError(409, FACTS_MISSING)
  const how = { state: 'disclosed', declined_for: null } as const
  const facts = { name, address, phone }
  await answer(deps, which, how, { letter: 'disclosed', name: owner.name, facts }, alongside)
}

export async function decline(deps: Deps, which: Which, reason: DeclinedFor, alongside = nothing) {
  const owner = await findUser(deps.read, which.sellerId)
  const how = { state: 'declined', declined_for: reason } as const
  const email = { letter: 'disclosureDeclined', name: owner?.name ?? '', reason } as const
  await answer(deps, which, how, email, alongside)
}
