import { aheadOf, quietFor } from '#server/db/clocks.ts'
import type { Payout } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { readBalance } from '#server/features/orders/ledger/balance.ts'
import { type BankPayout, PayoutRefused } from '#server/ports/sellers.ts'
import type { Deps } from '#server/process/deps.ts'
import { lastPayoutDay } from './payout-day.ts'
import * as query from './payout-queries.ts'
import { findOwnerOf } from './queries.ts'

const HOUR_MS = 60 * 60_000
/** The provider forgets a key after a day: before that the same key is sent again, later it is asked what became of it. */
const KEY_LIVES_MS = 23 * HOUR_MS
const QUIET_MS = 24 * HOUR_MS
/** One that a clock which was ahead wrote down may be as old as this. */
const SOUGHT_MS = 60 * 24 * HOUR_MS
const BATCH_SIZE = 50

type PayoutDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments'>

/** Money to the sellers' banks: written down first, then asked of the provider, then booked. */
export function sellerPayouts(deps: PayoutDeps) {
  const { db, clock, newId, log, payments } = deps
  const now = () => clock.now().toISOString()

  /** From the seller to their bank, as a line of the provider's says; `sign` -1: it came back. */
  async function book(tx: Tx, { owner_id, amount }: Payout, sign: 1 | -1, line: string | null) {
    const movement = {
      movement_id: newId(),
      owner_id,
      order_id: null,
      occurred_at: now(),
      source_ref: line,
    }
    await query.insertEntries(tx, [
      { id: newId(), ...movement, kind: 'payout', account: 'seller', amount: -sign * amount },
      { id: newId(), ...movement, kind: 'payout', account: 'payout', amount: sign * amount },
    ])
  }

  async function mailFailure(tx: Tx, { id, owner_id, amount }: Payout) {
    const owner = await findUser(tx, owner_id)
    const to = owner?.status === 'active' ? owner.email : null
    await enqueueEmail(deps, tx, id, { letter: 'payoutFailed', amount, to })
  }

  /** What the provider says of a payout happens here, once, and never backwards: what failed stays failed. */
  async function conclude(payout: Payout, said: BankPayout) {
    if (said.amount !== payout.amount) throw new Error('a payout of another sum')
    const failed = said.status === 'failed'
    await transact(db, async (tx) => {
      const begun = { state: 'in_transit', payout_ref: said.ref } as const
      if (await query.movePayout(tx, payout.id, ['started'], begun))
        await book(tx, payout, 1, said.lines.left)
      if (said.status === 'paid') {
        const change = { state: 'paid', arrived_at: now() } as const
        await query.movePayout(tx, payout.id, ['in_transit'], change)
      }
      const change = { state: 'failed', failure: said.failure ?? 'unknown' } as const
      if (!failed || !(await query.movePayout(tx, payout.id, ['in_transit', 'paid'], change)))
        return
      await book(tx, payout, -1, said.lines.back)
      await mailFailure(tx, payout)
    })
  }

  /** The provider would not: nothing has moved. */
  const refuse = (payout: Payout, failure: string) =>
    transact(db, async (tx) => {
      if (await query.movePayout(tx, payout.id, ['started'], { state: 'failed', failure }))
        await mailFailure(tx, payout)
    })

  /**
   * Asks for a payout that is written down: with its key while that is known, else whether it was ever made. Where a clock
   * that was ahead wrote it down, nobody knows how old its key is: first the one, then the other.
   */
  async function send(payout: Payout, account: string) {
    const { id, amount, created_at } = payout
    const at = clock.now()
    const isKnown = created_at <= aheadOf(at)
    const isFresh = isKnown && at.getTime() - Date.parse(created_at) < KEY_LIVES_MS
    const since = isKnown ? created_at : new Date(at.getTime() - SOUGHT_MS).toISOString()
    try {
      const made = isFresh ? null : await payments.searchPayout({ account, payoutId: id, since })
      const mayAsk = isFresh || !isKnown
      const said =
        made ??
        (mayAsk ? await payments.payOut({ account, amount, payoutId: id }, `payout-${id}`) : null)
      await (said ? conclude(payout, said) : refuse(payout, 'not_made'))
    } catch (error) {
      if (!(error instanceof PayoutRefused)) throw error
      log.error({ payout: id, code: error.code }, 'a payout was refused')
      await refuse(payout, error.code)
    }
  }

  /** What may go: what the books say is free, but never more than lies at the provider beside what is asked back. */
  async function plan(
    ownerId: string,
    atProvider: number,
    day: query.PayoutDay,
  ): Promise<Payout | null> {
    return transact(db, async (tx) => {
      if (!(await query.claimDay(tx, ownerId, day))) return null
      const { available, blocked } = await readBalance(tx, ownerId, clock.now())
      const asked = blocked.reduce((sum, { amount }) => sum + amount, 0)
      const amount = Math.min(available, atProvider - asked)
      if (amount <= 0) return null
      const payout: Payout = {
        id: newId(),
        owner_id: ownerId,
        payout_ref: null,
        amount,
        state: 'started',
        created_at: now(),
        arrived_at: null,
        failure: null,
      }
      await query.insertPayout(tx, payout)
      return payout
    })
  }

  async function payOut(ownerId: string, account: string, day: query.PayoutDay) {
    const payout = await plan(ownerId, await payments.findAvailable(account), day)
    if (payout) await send(payout, account)
  }

  /** One that fails keeps no other waiting. */
  async function safely(facts: Record<string, string>, work: () => Promise<unknown>) {
    await work().catch((error: unknown) =>
      log.warn({ ...facts, error: String(error) }, 'a payout waits'),
    )
  }

  /** Somebody's hand made it, at the provider's own desk: the books hear of it all the same. */
  async function adopt({ ref, account, amount, createdAt, lines }: BankPayout) {
    const owner = await findOwnerOf(db, account)
    if (!owner) return null
    await transact(db, async (tx) => {
      if (await query.findPayoutBy(tx, ref)) return
      const begun = { id: newId(), owner_id: owner.user_id, payout_ref: ref, amount }
      const payout = { ...begun, created_at: createdAt, arrived_at: null, failure: null }
      await query.insertPayout(tx, { ...payout, state: 'in_transit' })
      await book(tx, { ...payout, state: 'in_transit' }, 1, lines.left)
    })
    return (await query.findPayoutBy(db, ref)) ?? null
  }

  /** Pays out, to each seller once on each day of payouts, what may go. */
  async function payAll() {
    const now = clock.now()
    const latest = lastPayoutDay(new Date(aheadOf(now)))
    const day = { day: lastPayoutDay(now), latest }
    for (let after = ''; ; ) {
      const sellers = await query.listPayable(db, day, after, BATCH_SIZE)
      for (const { user_id, account_ref } of sellers)
        await safely({ seller: user_id }, () => payOut(user_id, account_ref!, day))
      if (sellers.length < BATCH_SIZE) return
      after = sellers.at(-1)!.user_id
    }
  }

  /** Asks about those that are on their way for longer than a notice takes. */
  async function lookUp() {
    const quiet = quietFor(clock.now(), QUIET_MS)
    for (let after = ''; ; ) {
      const payouts = await query.listOnTheWay(db, quiet, after, BATCH_SIZE)
      for (const payout of payouts)
        await safely({ payout: payout.id }, async () =>
          conclude(payout, await payments.findPayout(payout.account_ref!, payout.payout_ref!)),
        )
      if (payouts.length < BATCH_SIZE) return
      after = payouts.at(-1)!.id
    }
  }

  return {
    /** Takes up what was begun, pays out what may go, and looks after what is on its way. */
    async run() {
      for (const payout of await query.listStarted(db, BATCH_SIZE))
        await safely({ payout: payout.id }, () => send(payout, payout.account_ref!))
      await payAll()
      await lookUp()
    },

    /** A payout has changed at the provider. */
    async onProviderUpdate({ account, ref }: { account: string; ref: string }) {
      const said = await payments.findPayout(account, ref)
      const known =
        (await query.findPayoutBy(db, ref)) ??
        (said.payoutId ? await query.findPayout(db, said.payoutId) : await adopt(said))
      if (!known) return
      if (known.account_ref !== account) return log.warn({ account }, 'a payout of another account')
      await conclude(known, said)
    },
  }
}
