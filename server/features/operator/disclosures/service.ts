// Supervises sellers' answers to disclosure requests, and answers in their place.

import type { DeclinedFor } from '#contract/disclosures/calls.ts'
import { DISCLOSURE_LATE_DAYS, DISCLOSURE_REMIND_DAYS } from '#contract/disclosures/limits.ts'
import { DISCLOSURE_DONE } from '#contract/disclosures/messages.ts'
import { defined } from '#contract/lib/defined.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import type { OperatorAction } from '#contract/operator/audit/calls.ts'
import type { AnyDisclosure } from '#contract/operator/disclosures/calls.ts'
import { answeredForSeller, REMINDED_LATELY } from '#contract/reports/messages.ts'
import { untouchedFor } from '#server/db/clocks.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import * as answers from '#server/features/monetization/disclosure-answers.ts'
import { sellerFactsOf } from '#server/features/payments/seller.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { page } from '#server/http/answers/reply.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { record } from '../audit.ts'
import { notifyPerson } from '../moderation/notify.ts'
import * as query from './queries.ts'

type Row = Awaited<ReturnType<typeof query.listRequests>>[number]

function isKnown(row: Row): boolean {
  const { name, address, phone } = sellerFactsOf(row)
  return [name, address, phone].every(Boolean)
}

const daysSince = (deps: Deps, at: string) =>
  Math.floor((deps.clock.now().getTime() - Date.parse(at)) / DAY_MS)

function present(deps: Deps, row: Row): AnyDisclosure {
  const days = daysSince(deps, row.created_at)
  return {
    ...{ id: row.id, name: row.asker, email: row.email, reason: row.reason, state: row.state },
    ...{ created_at: row.created_at, done_at: row.done_at, declined_for: row.declined_for },
    seller: presentMember(row),
    late: row.state === 'open' && days >= DISCLOSURE_LATE_DAYS,
    days,
    reminded_at: row.reminded_at,
    known: isKnown(row),
  }
}

async function find(deps: Deps, id: string) {
  return orNotFound(await query.findAnyRequest(deps.db, id))
}

/** Informs the seller of the answer and its reason. */
const alongside =
  (deps: Deps, viewer: Viewer, id: string, sellerId: string, act: Act) =>
  async (tx: Tx): Promise<void> => {
    const { action, state, reason } = act
    const message = { to: sellerId, about: `disclosure:${id}`, reason }
    await notifyPerson(deps, tx, { ...message, ...answeredForSeller(state, reason) })
    const target = `disclosure:${id}` as const
    await record(tx, deps, viewer, {
      ...{ action, target, before: { state: 'open' } },
      after: { state, seller: sellerId, reason },
    })
  }

export async function list(
  deps: Deps,
  filter: { state: 'open' | 'all'; limit: number; offset: number },
) {
  const list = await page(filter, (window) => query.listRequests(deps.read, window))
  return { ...list, items: list.items.map((row) => present(deps, row)) }
}

export async function remind(deps: Deps, viewer: Viewer, id: string) {
  const { seller_id, created_at, reminded_at } = await find(deps, id)
  const now = deps.clock.now()
  const quiet = untouchedFor(now, DISCLOSURE_REMIND_DAYS * DAY_MS)
  await transact(deps.db, async (tx) => {
    const at = now.toISOString()
    if (!(await query.markReminded(tx, id, at, quiet))) {
      const { state } = defined(await query.findAnyRequest(tx, id), 'the request')
      throw new ApiError(409, state === 'open' ? REMINDED_LATELY : DISCLOSURE_DONE)
    }
    const seller = await findUser(tx, seller_id)
    const email = { letter: 'disclosureReminded', days: daysSince(deps, created_at) } as const
    await enqueueEmail(deps, tx, `${id}:${at}`, { ...email, to: seller?.email ?? null })
    await record(tx, deps, viewer, {
      action: 'disclosure.remind',
      target: `disclosure:${id}`,
      before: { reminded_at },
      after: { reminded_at: at, seller: seller_id },
    })
  })
}

export async function disclose(deps: Deps, viewer: Viewer, id: string, reason: string) {
  const { seller_id: sellerId } = await find(deps, id)
  const act = { action: 'disclosure.disclose', state: 'disclosed', reason } as const
  await answers.disclose(deps, { sellerId, id }, alongside(deps, viewer, id, sellerId, act))
}

export async function decline(
  deps: Deps,
  viewer: Viewer,
  id: string,
  declinedFor: DeclinedFor,
  reason: string,
) {
  const { seller_id: sellerId } = await find(deps, id)
  const act = { action: 'disclosure.decline', state: 'declined', reason } as const
  await answers.decline(
    deps,
    { sellerId, id },
    declinedFor,
    alongside(deps, viewer, id, sellerId, act),
  )
}

interface Act {
  action: OperatorAction
  state: 'disclosed' | 'declined'
  reason: string
}
