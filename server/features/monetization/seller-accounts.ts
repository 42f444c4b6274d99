// Applies provider updates to seller accounts, and notifies the people concerned.

import * as z from 'zod'
import { DAY_MS } from '#contract/lib/durations.ts'
import { aheadOf, untouchedFor } from '#server/db/clocks.ts'
import { textsOf } from '#server/db/json.ts'
import { enqueue } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/page-window.ts'
import type { SellerAccount } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { isoNow } from '#server/ports/clock.ts'
import { Disconnected } from '#server/ports/sellers.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'
import { type AccountState, accountStateOf, DISCONNECTED } from './account-status.ts'
import * as query from './queries.ts'
import { sendShown } from './shown-facts.ts'

/** Outbox topic: email members that their room's owner may not take payments. */
export const SELLER_STOPPED = 'seller-stopped'
const StoppedWork = z.object({ ownerId: z.string(), at: z.string() })

const BATCH_SIZE = 100
const MEMBERS_AT_ONCE = 200

const ask = (deps: Deps, ref: string): Promise<AccountState> =>
  deps.payments.findSeller(ref).then(accountStateOf, (error: unknown) => {
    if (error instanceof Disconnected) return DISCONNECTED
    throw error
  })

/** Enqueues the emails in the transaction of the change. */
async function notify(deps: Deps, tx: Tx, before: SellerAccount, after: AccountState, at: string) {
  const owner = await findUser(tx, before.user_id)
  const to = owner?.status === 'active' ? owner.email : null
  const about = `${before.user_id}:${at}`
  const reasons = textsOf(after.reasons)
  if (before.charges_enabled === 1 && after.charges_enabled === 0) {
    await enqueueEmail(deps, tx, about, { letter: 'sellerStopped', reasons, to })
    const payload = { ownerId: before.user_id, at }
    const key = `${SELLER_STOPPED}:${about}`
    return enqueue(deps, tx, { topic: SELLER_STOPPED, key, payload })
  }
  if (before.state === after.state) return
  if (after.state === 'ready') await enqueueEmail(deps, tx, about, { letter: 'sellerReady', to })
  // A seller who has just begun sees the state on the screen and gets no email.
  const begun = before.state !== 'none'
  if (after.state === 'more_needed' && begun)
    await enqueueEmail(deps, tx, about, { letter: 'sellerAsked', reasons, to })
}

async function saveState(
  deps: Deps,
  ownerId: string,
  accountStatus: AccountState,
  askedAt: string,
) {
  const changed = await transact(deps.db, async (tx) => {
    const before = await query.lockAccount(tx, ownerId)
    const cutoff = { before: askedAt, ahead: aheadOf(deps.clock.now()) }
    if (!before || !(await query.updateState(tx, ownerId, accountStatus, cutoff))) return false
    await notify(deps, tx, before, accountStatus, askedAt)
    return before.charges_enabled !== accountStatus.charges_enabled
  })
  if (changed) await deps.bus.publish(RIGHTS_CHANGED, ownerId)
}

/** Reads a seller's state from the provider and stores it. Provider errors are passed on. */
export async function look(deps: Deps, ownerId: string): Promise<void> {
  const account = await query.findAccount(deps.db, ownerId)
  if (!account?.account_ref) return
  const askedAt = isoNow(deps)
  await saveState(deps, ownerId, await ask(deps, account.account_ref), askedAt)
}

/** Reads a changed or disconnected account again. Ignores an account that is not known yet. */
export async function onProviderUpdate(deps: Deps, { account }: { account: string }) {
  const owner = await query.findOwnerOf(deps.db, account)
  if (owner) await look(deps, owner.user_id)
}

/** Reads accounts without an update for a day, since a webhook event may have been lost, and shows a new handle. */
export async function sweep(deps: Deps) {
  const quiet = untouchedFor(deps.clock.now(), DAY_MS)
  for (const { user_id } of await query.listUnseen(deps.db, quiet, BATCH_SIZE)) {
    await sendShown(deps, user_id)
    await look(deps, user_id).catch(async (error: unknown) => {
      deps.log.warn(
        { seller: user_id, error: String(error) },
        'Could not read a seller account from the provider.',
      )
      // Moves the account to the end of the next sweep's list.
      await query.changeAccount(deps.db, user_id, { updated_at: isoNow(deps) })
    })
  }
}

/** Emails every paying member of a room whose owner may not take payments now. */
export async function notifyMembers(deps: Deps, payload: unknown) {
  const { ownerId, at } = StoppedWork.parse(payload)
  const owner = await findUser(deps.db, ownerId)
  if (!owner) return
  const list = (after: string) => query.listPayingMembers(deps.db, ownerId, after, MEMBERS_AT_ONCE)
  for await (const members of pagesOf(MEMBERS_AT_ONCE, list, ({ id }) => id))
    await transact(deps.db, async (tx) => {
      for (const { id, email } of members)
        await enqueueEmail(deps, tx, `${id}:${at}`, {
          letter: 'roomStopped',
          name: owner.name,
          to: email,
        })
    })
}
