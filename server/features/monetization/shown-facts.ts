// What buyers and their banks see of a seller at the payment provider: only what the seller agreed to show.

import { createHash } from 'node:crypto'
import { statementOf } from '#contract/payments/statement.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import { findSellerAccount, type SellerRow } from '#server/features/payments/queries.ts'
import { sellerFactsOf } from '#server/features/payments/seller.ts'
import type { ShownSeller } from '#server/ports/sellers.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './queries.ts'

function shownOf(siteUrl: string, row: SellerRow): ShownSeller {
  const { name, address, phone, email, disclosed } = sellerFactsOf(row)
  return {
    statement: statementOf(row.name),
    name: (disclosed && name) || `@${row.name} (${SITE_TITLE})`,
    email: email || null,
    phone: (disclosed && phone) || null,
    address: (disclosed && address) || null,
    page: siteUrl.startsWith('https:') ? `${siteUrl}/community/${row.name}/seller` : null,
  }
}

/**
 * Sends it if it differs from what was sent last. A failure is logged and repaired by the daily sweep: a seller must not
 * be kept from selling by a text on a statement.
 */
export async function sendShown(deps: Deps, ownerId: string): Promise<void> {
  const row = await findSellerAccount(deps.db, ownerId)
  if (!row?.account_ref || row.seller === '{}') return
  const shown = shownOf(deps.config.siteUrl, row)
  // With the name of what is requested beside it, so that accounts of releases before request it, too.
  const sent = JSON.stringify([shown, 'konbini_payments'])
  const shown_hash = createHash('sha256').update(sent).digest('hex')
  if (row.shown_hash === shown_hash) return
  try {
    await deps.payments.showSeller(row.account_ref, shown)
    await query.changeAccount(deps.db, ownerId, { shown_hash })
  } catch (error) {
    deps.log.error(
      { seller: ownerId, error: String(error) },
      'what a seller shows was not accepted',
    )
  }
}
