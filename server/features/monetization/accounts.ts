import * as z from 'zod'
import { DAY_MS } from '#contract/durations.ts'
import { aheadOf, untouchedFor } from '#server/db/clocks.ts'
import { textsOf } from '#server/db/json.ts'
import { enqueue } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/pages.ts'
import type { SellerAccount } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { Disconnected } from '#server/ports/sellers.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'
import { type AccountState, accountStateOf, DISCONNECTED } from './account-status.ts'
import * as query from './queries.ts'

/** Outbox topic: email members that their room's owner may not take payments. */
export const SELLER_STOPPED = 'seller-stopped'
const StoppedWork = z.object({ ownerId: z.string(), at: z.string() })

const BATCH_SIZE = 100
const MEMBERS_AT_ONCE = 200

type AccountDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'bus' | 'payments'>
export type Accounts = ReturnType<typeof sellerAccounts>

/** Applies provider updates to seller accounts, and notifies the people concerned. */
export function sellerAccounts(deps: AccountDeps) {
  const { db, clock, newId, log, bus, payments } = deps

  const ask = (ref: string): Promise<AccountState> =>
    payments.findSeller(ref).then(accountStateOf, (error: unknown) => {
      if (error instanceof Disconnected) return DISCONNECTED
      throw error
    })

  /** Enqueues the emails in the transaction of the change. */
  async function notify(tx: Tx, before: SellerAccount, after: AccountState, at: string) {
    const owner = await findUser(tx, before.user_id)
    const to = owner?.status === 'active' ? owner.email : null
    const about = `${before.user_id}:${at}`
    const reasons = textsOf(after.reasons)
    if (before.charges_enabled === 1 && after.charges_enabled === 0) {
      await enqueueEmail(deps, tx, about, { letter: 'sellerStopped', reasons, to })
      const payload = { ownerId: before.user_id, at }
      const key = `${SELLER_STOPPED}:${about}`
      return enqueue(tx, { id: newId(), topic: SELLER_STOPPED, key, payload, now: at })
    }
    if (before.state === after.state) return
    if (after.state === 'ready') await enqueueEmail(deps, tx, about, { letter: 'sellerReady', to })
    // A seller who has just begun sees the state on the screen and gets no email.
    const begun = before.state !== 'none'
    if (after.state === 'more_needed' && begun)
      await enqueueEmail(deps, tx, about, { letter: 'sellerAsked', reasons, to })
  }

  async function saveState(ownerId: string, accountStatus: AccountState, askedAt: string) {
    const changed = await transact(db, async (tx) => {
      const before = await query.lockAccount(tx, ownerId)
      const cutoff = { before: askedAt, ahead: aheadOf(clock.now()) }
      if (!before || !(await query.updateState(tx, ownerId, accountStatus, cutoff))) return false
      await notify(tx, before, accountStatus, askedAt)
      return before.charges_enabled !== accountStatus.charges_enabled
    })
    if (changed) await bus.publish(RIGHTS_CHANGED, ownerId)
  }

  /** Reads a seller's state from the provider and stores it. Provider errors are passed on. */
  async function look(ownerId: string): Promise<void> {
    const account = await query.findAccount(db, ownerId)
    if (!account?.account_ref) return
    const askedAt = clock.now().toISOString()
    await saveState(ownerId, await ask(account.account_ref), askedAt)
  }

  return {
    look,

    /** Reads a changed or disconnected account again. Ignores an account that is not known yet. */
    async onProviderUpdate({ account }: { account: string }) {
      const owner = await query.findOwnerOf(db, account)
      if (owner) await look(owner.user_id)
    },

    /** Reads accounts without an update for a day, since a webhook event may have been lost. */
    async sweep() {
      const quiet = untouchedFor(clock.now(), DAY_MS)
      for (const { user_id } of await query.listUnseen(db, quiet, BATCH_SIZE))
        await look(user_id).catch(async (error: unknown) => {
          log.warn(
            { seller: user_id, error: String(error) },
            'Could not read a seller account from the provider.',
          )
          // Moves the account to the end of the next sweep's list.
          await query.changeAccount(db, user_id, { updated_at: clock.now().toISOString() })
        })
    },

    /** Emails every paying member of a room whose owner may not take payments now. */
    async notifyMembers(payload: unknown) {
      const { ownerId, at } = StoppedWork.parse(payload)
      const owner = await findUser(db, ownerId)
      if (!owner) return
      const list = (after: string) => query.listPayingMembers(db, ownerId, after, MEMBERS_AT_ONCE)
      for await (const members of pagesOf(MEMBERS_AT_ONCE, list, ({ id }) => id))
        await transact(db, async (tx) => {
          for (const { id, email } of members)
            await enqueueEmail(deps, tx, `${id}:${at}`, {
              letter: 'roomStopped',
              name: owner.name,
              to: email,
            })
        })
    },
  }
}
