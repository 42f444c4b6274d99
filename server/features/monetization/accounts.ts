import { aheadOf, quietFor } from '#server/db/clocks.ts'
import { enqueue } from '#server/db/outbox.ts'
import type { SellerAccount } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { Disconnected } from '#server/ports/sellers.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './queries.ts'
import { DISCONNECTED, type Standing, standingOf } from './standing.ts'

/** The outbox topic of telling members that their room takes no money. */
export const SELLER_STOPPED = 'seller-stopped'

const DAY_MS = 24 * 60 * 60_000
const BATCH_SIZE = 100
const MEMBERS_AT_ONCE = 200

type AccountDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'bus' | 'payments'>
export type Accounts = ReturnType<typeof sellerAccounts>

/** Keeps up with what the provider says of the sellers, and tells those whom it concerns. */
export function sellerAccounts(deps: AccountDeps) {
  const { db, clock, newId, log, bus, payments } = deps

  const ask = (ref: string): Promise<Standing> =>
    payments.findSeller(ref).then(standingOf, (error: unknown) => {
      if (error instanceof Disconnected) return DISCONNECTED
      throw error
    })

  /** What changed is mailed with the change itself. */
  async function tell(tx: Tx, before: SellerAccount, after: Standing, at: string) {
    const owner = await findUser(tx, before.user_id)
    const to = owner?.status === 'active' ? owner.email : null
    const about = `${before.user_id}:${at}`
    const reasons = JSON.parse(after.reasons) as string[]
    if (before.charges_enabled === 1 && after.charges_enabled === 0) {
      await enqueueEmail(deps, tx, about, { letter: 'sellerStopped', reasons, to })
      const payload = { ownerId: before.user_id, at }
      const key = `${SELLER_STOPPED}:${about}`
      return enqueue(tx, { id: newId(), topic: SELLER_STOPPED, key, payload, now: at })
    }
    if (before.state === after.state) return
    if (after.state === 'ready') await enqueueEmail(deps, tx, about, { letter: 'sellerReady', to })
    // Whoever has only just begun has it before their eyes.
    const begun = before.state !== 'none'
    if (after.state === 'more_needed' && begun)
      await enqueueEmail(deps, tx, about, { letter: 'sellerAsked', reasons, to })
  }

  async function keep(ownerId: string, standing: Standing, askedAt: string) {
    const changed = await transact(db, async (tx) => {
      const before = await query.lockAccount(tx, ownerId)
      const asked = { before: askedAt, ahead: aheadOf(clock.now()) }
      if (!before || !(await query.keepStanding(tx, ownerId, standing, asked))) return false
      await tell(tx, before, standing, askedAt)
      return before.charges_enabled !== standing.charges_enabled
    })
    if (changed) await bus.publish(RIGHTS_CHANGED, ownerId)
  }

  /** Asks the provider how a seller stands, and writes it down. Throws what the provider throws. */
  async function look(ownerId: string): Promise<void> {
    const account = await query.findAccount(db, ownerId)
    if (!account?.account_ref) return
    const askedAt = clock.now().toISOString()
    await keep(ownerId, await ask(account.account_ref), askedAt)
  }

  return {
    look,

    /** An account has changed, or has left us: it is asked for anew. One that is not ours yet is left alone. */
    async onProviderUpdate({ account }: { account: string }) {
      const owner = await query.findOwnerOf(db, account)
      if (owner) await look(owner.user_id)
    },

    /** Asks about those of whom nothing was heard for a day: a notice may have been lost. */
    async sweep() {
      const quiet = quietFor(clock.now(), DAY_MS)
      for (const { user_id } of await query.listUnseen(db, quiet, BATCH_SIZE))
        await look(user_id).catch(async (error: unknown) => {
          log.warn({ seller: user_id, error: String(error) }, 'a seller could not be looked up')
          // So that it does not stand before the others the next time, too.
          await query.changeAccount(db, user_id, { updated_at: clock.now().toISOString() })
        })
    },

    /** Mails everybody who pays to be in the room of one who may take no money now. */
    async tellMembers(payload: unknown) {
      const { ownerId, at } = payload as { ownerId: string; at: string }
      const owner = await findUser(db, ownerId)
      if (!owner) return
      for (let after = ''; ; ) {
        const members = await query.listPayingMembers(db, ownerId, after, MEMBERS_AT_ONCE)
        await transact(db, async (tx) => {
          for (const { id, email } of members)
            await enqueueEmail(deps, tx, `${id}:${at}`, {
              letter: 'roomStopped',
              name: owner.name,
              to: email,
            })
        })
        if (members.length < MEMBERS_AT_ONCE) return
        after = members.at(-1)!.id
      }
    },
  }
}
