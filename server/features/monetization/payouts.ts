// Payouts to sellers' banks: stored first, then requested from the provider, then booked.

import { HOUR_MS } from '#contract/lib/durations.ts'
import { aheadOf, untouchedFor } from '#server/db/clocks.ts'
import { pagesOf } from '#server/db/page-window.ts'
import type { Payout } from '#server/db/schema/books.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { readBalance } from '#server/features/orders/ledger/balance.ts'
import { isKeyAlive } from '#server/features/payments/key-lifetime.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import { isoNow } from '#server/ports/clock.ts'
import { type BankPayout, PayoutRefused } from '#server/ports/sellers.ts'
import type { Deps } from '#server/process/deps.ts'
import { lastPayoutDay } from './payout-day.ts'
import * as query from './payout-queries.ts'
import { findOwnerOf } from './queries.ts'

const QUIET_MS = 24 * HOUR_MS
/** Maximum age of a payout recorded by a clock that was ahead. */
const SOUGHT_MS = 60 * 24 * HOUR_MS
const BATCH_SIZE = 50

/** Books a payout with the id of the provider's balance line; `sign` -1: it was returned. */
async function book(
  deps: Deps,
  tx: Tx,
  { owner_id, amount }: Payout,
  sign: 1 | -1,
  line: string | null,
) {
  const movement = {
    movement_id: deps.newId(),
    owner_id,
    order_id: null,
    occurred_at: isoNow(deps),
    source_ref: line,
  }
  await query.insertEntries(tx, [
    { id: deps.newId(), ...movement, kind: 'payout', account: 'seller', amount: -sign * amount },
    { id: deps.newId(), ...movement, kind: 'payout', account: 'payout', amount: sign * amount },
  ])
}

const notify = (
  deps: Deps,
  tx: Tx,
  { id, owner_id }: Payout,
  notice: 'payoutPaid' | 'payoutFailed',
) => enqueueNotification(deps, tx, { to: owner_id, about: id, notice: { notice, subjectId: id } })

async function mailFailure(deps: Deps, tx: Tx, payout: Payout) {
  const { id, owner_id, amount } = payout
  await notify(deps, tx, payout, 'payoutFailed')
  const owner = await findUser(tx, owner_id)
  const to = owner?.status === 'active' ? owner.email : null
  await enqueueEmail(deps, tx, id, { letter: 'payoutFailed', amount, to })
}

/** Applies the provider's state of a payout. Idempotent, never backwards: a failed payout stays failed. */
async function conclude(deps: Deps, payout: Payout, bankPayout: BankPayout) {
  if (bankPayout.amount !== payout.amount)
    throw new Error('The provider’s payout has a different amount than the stored one.')
  const failed = bankPayout.status === 'failed'
  await transact(deps.db, async (tx) => {
    const begun = { state: 'in_transit', payout_ref: bankPayout.ref } as const
    if (await query.movePayout(tx, payout.id, ['started'], begun))
      await book(deps, tx, payout, 1, bankPayout.lines.left)
    if (bankPayout.status === 'paid') {
      const change = { state: 'paid', arrived_at: isoNow(deps) } as const
      if (await query.movePayout(tx, payout.id, ['in_transit'], change))
        await notify(deps, tx, payout, 'payoutPaid')
    }
    const change = { state: 'failed', failure: bankPayout.failure ?? 'unknown' } as const
    if (!failed || !(await query.movePayout(tx, payout.id, ['in_transit', 'paid'], change))) return
    await book(deps, tx, payout, -1, bankPayout.lines.back)
    await mailFailure(deps, tx, payout)
  })
}

/** The provider refused the payout: nothing was booked. */
const refuse = (deps: Deps, payout: Payout, failure: string) =>
  transact(deps.db, async (tx) => {
    if (await query.movePayout(tx, payout.id, ['started'], { state: 'failed', failure }))
      await mailFailure(deps, tx, payout)
  })

/**
 * Requests a stored payout: repeats the call while its idempotency key is valid, later looks the payout up. If a
 * clock that was ahead stored it, the key's age is unknown: it is looked up first, then requested.
 */
async function send(deps: Deps, payout: Payout, account: string) {
  const { id, amount, created_at } = payout
  const at = deps.clock.now()
  const isKnown = created_at <= aheadOf(at)
  const isFresh = isKeyAlive(created_at, at)
  const since = isKnown ? created_at : new Date(at.getTime() - SOUGHT_MS).toISOString()
  try {
    const existing = isFresh
      ? null
      : await deps.payments.searchPayout({ account, payoutId: id, since })
    const mayAsk = isFresh || !isKnown
    const bankPayout =
      existing ??
      (mayAsk
        ? await deps.payments.payOut({ account, amount, payoutId: id }, `payout-${id}`)
        : null)
    await (bankPayout ? conclude(deps, payout, bankPayout) : refuse(deps, payout, 'not_made'))
  } catch (error) {
    if (!(error instanceof PayoutRefused)) throw error
    deps.log.error({ payout: id, code: error.code }, 'a payout was refused')
    await refuse(deps, payout, error.code)
  }
}

/** Plans a payout of the available balance, limited to the provider's balance minus pending refunds. */
async function plan(
  deps: Deps,
  ownerId: string,
  atProvider: number,
  day: query.PayoutDay,
): Promise<Payout | null> {
  return transact(deps.db, async (tx) => {
    if (!(await query.claimDay(tx, ownerId, day))) return null
    const { available, blocked } = await readBalance(tx, ownerId, deps.clock.now())
    const blockedSum = blocked.reduce((sum, { amount }) => sum + amount, 0)
    const amount = Math.min(available, atProvider - blockedSum)
    if (amount <= 0) return null
    const payout: Payout = {
      id: deps.newId(),
      owner_id: ownerId,
      payout_ref: null,
      amount,
      state: 'started',
      created_at: isoNow(deps),
      arrived_at: null,
      failure: null,
    }
    await query.insertPayout(tx, payout)
    return payout
  })
}

async function payOut(deps: Deps, ownerId: string, account: string, day: query.PayoutDay) {
  const payout = await plan(deps, ownerId, await deps.payments.findAvailable(account), day)
  if (payout) await send(deps, payout, account)
}

/** Logs an error, so that it does not stop the other payouts. */
async function safely(deps: Deps, facts: Record<string, string>, work: () => Promise<unknown>) {
  await work().catch((error: unknown) =>
    deps.log.warn({ ...facts, error: String(error) }, 'A payout failed and will be retried.'),
  )
}

/** Records and books a manual payout from the provider's dashboard. */
async function adopt(deps: Deps, { ref, account, amount, createdAt, lines }: BankPayout) {
  const owner = await findOwnerOf(deps.db, account)
  if (!owner) return null
  await transact(deps.db, async (tx) => {
    if (await query.findPayoutBy(tx, ref)) return
    const begun = { id: deps.newId(), owner_id: owner.user_id, payout_ref: ref, amount }
    const payout = { ...begun, created_at: createdAt, arrived_at: null, failure: null }
    await query.insertPayout(tx, { ...payout, state: 'in_transit' })
    await book(deps, tx, { ...payout, state: 'in_transit' }, 1, lines.left)
  })
  return (await query.findPayoutBy(deps.db, ref)) ?? null
}

/** Pays every seller once per payout day. */
async function payAll(deps: Deps) {
  const now = deps.clock.now()
  const latest = lastPayoutDay(new Date(aheadOf(now)))
  const day = { day: lastPayoutDay(now), latest }
  const list = (after: string) => query.listPayable(deps.db, day, after, BATCH_SIZE)
  for await (const sellers of pagesOf(BATCH_SIZE, list, ({ user_id }) => user_id))
    for (const { user_id, account_ref } of sellers)
      await safely(deps, { seller: user_id }, () => payOut(deps, user_id, account_ref, day))
}

/** Checks payouts in transit for longer than a webhook event takes. */
async function lookUp(deps: Deps) {
  const quiet = untouchedFor(deps.clock.now(), QUIET_MS)
  const list = (after: string) => query.listOnTheWay(deps.db, quiet, after, BATCH_SIZE)
  for await (const payouts of pagesOf(BATCH_SIZE, list, ({ id }) => id))
    for (const payout of payouts)
      await safely(deps, { payout: payout.id }, async () =>
        conclude(
          deps,
          payout,
          await deps.payments.findPayout(payout.account_ref, payout.payout_ref),
        ),
      )
}

/** Resumes started payouts, makes new ones, and checks those in transit. */
export async function run(deps: Deps) {
  for (const payout of await query.listStarted(deps.db, BATCH_SIZE))
    await safely(deps, { payout: payout.id }, () => send(deps, payout, payout.account_ref))
  await payAll(deps)
  await lookUp(deps)
}

/** Webhook event of a payout. */
export async function onProviderUpdate(
  deps: Deps,
  { account, ref }: { account: string; ref: string },
) {
  const bankPayout = await deps.payments.findPayout(account, ref)
  const known =
    (await query.findPayoutBy(deps.db, ref)) ??
    (bankPayout.payoutId
      ? await query.findPayout(deps.db, bankPayout.payoutId)
      : await adopt(deps, bankPayout))
  if (!known) return
  if (known.account_ref !== account)
    return deps.log.warn({ account }, 'An event names a payout of another account; it was ignored.')
  await conclude(deps, known, bankPayout)
}
