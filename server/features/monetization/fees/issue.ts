// Issues the platform's fee invoices, once for each seller and month, and corrections of them.

import { addDays, dayOf, startOf } from '#contract/lib/days.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import { nextSequence } from '#server/db/counter.ts'
import type { FeeInvoice } from '#server/db/schema/books.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { sellerFactsOf } from '#server/features/payments/seller.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { type FeeBody, feeBodyOf } from './fee-body.ts'
import * as months from './fee-months.ts'
import * as query from './queries.ts'

const TAX_PERCENT = 10
/** Tax included in a sum, rounded once towards zero for the whole paper. */
const taxIn = (sum: number) => Math.trunc((sum * TAX_PERCENT) / (100 + TAX_PERCENT))
const BEGINNING = '2000-01-01'
/** The provider tells fees up to an hour after the payment; what comes later becomes a correction. */
const DAYS_AFTER_MONTH = 1
/** Months before the last issued one that are compared with the ledger once more. */
const COMPARED_MONTHS = 2
const BATCH = 200

type IssueDeps = Pick<Deps, 'clock' | 'config' | 'newId'>

/** For all sellers, of the months that are over. Repeating it issues nothing twice. */
export async function issueFeeInvoices(deps: Deps): Promise<void> {
  const until = months.firstDay(months.monthOf(addDays(dayOf(isoNow(deps)), -DAYS_AFTER_MONTH)))
  let after = ''
  for (;;) {
    const sellers = await query.listCharged(deps.read, after, BATCH)
    for (const { user_id } of sellers)
      await transact(deps.db, (tx) => issueTo(deps, tx, user_id, until))
    if (sellers.length < BATCH) return
    after = sellers.at(-1)?.user_id ?? ''
  }
}

/** Of the running month, too: before the seller leaves, whose name is erased then. */
export const issueLastInvoices = (deps: IssueDeps, tx: Tx, ownerId: string) =>
  issueTo(deps, tx, ownerId, addDays(dayOf(isoNow(deps)), 1))

/** Issues the missing invoices of the days before `until`. */
async function issueTo(deps: IssueDeps, tx: Tx, ownerId: string, until: string) {
  const issued = (await query.listInvoices(tx, ownerId)).map((row) => ({
    ...row,
    content: feeBodyOf(row.body),
  }))
  const rows = await query.feesByHour(tx, ownerId, startOf(firstCompared(issued)), startOf(until))
  for (const month of months.monthsIn(rows)) {
    const known = issued.filter((paper) => paper.month === month)
    const since = known.length
      ? months.dividedAt(
          month,
          known.map(({ content }) => content.period),
        )
      : registeredSince(deps)
    for (const period of months.periodsOf(month, since)) {
      const before = known.findLast(({ content }) => content.period.start === period.start)
      const fees = months.sumFees(rows, period)
      if (before ? months.areSame(before.content, fees) : months.areNone(fees)) continue
      const to = await addresseeOf(tx, ownerId, issued.at(-1)?.content.to)
      const body = bodyOf(deps, { to, period, fees, before })
      await insert(deps, tx, { owner_id: ownerId, month, seq: (before?.seq ?? -1) + 1 }, body)
    }
  }
}

const firstCompared = (issued: FeeInvoice[]) => {
  let month = issued.at(-1)?.month
  if (!month) return BEGINNING
  for (let back = 0; back < COMPARED_MONTHS; back++) month = months.previousMonth(month)
  return months.firstDay(month)
}

const registeredSince = ({ config: { seller } }: IssueDeps) =>
  seller.invoiceNumber ? seller.invoiceSince : null

/** The seller's name; of one who left the name on their last paper. */
async function addresseeOf(tx: Tx, ownerId: string, last: string | undefined) {
  const seller = await query.findAddressee(tx, ownerId)
  if (seller?.status === 'deleted' && last) return last
  return sellerFactsOf({ seller: seller?.seller ?? null }).name || seller?.display_name || ''
}

interface Paper {
  to: string
  period: FeeBody['period']
  fees: months.Fees
  before: (FeeInvoice & { content: FeeBody }) | undefined
}

function bodyOf(deps: IssueDeps, { to, period, fees, before }: Paper): FeeBody {
  const { name, address, invoiceNumber } = deps.config.seller
  const since = registeredSince(deps)
  return {
    to,
    issuer: {
      name: name || SITE_TITLE,
      address,
      invoice_number: since !== null && since <= period.start ? invoiceNumber : null,
    },
    period,
    ...fees,
    tax_rate: TAX_PERCENT,
    tax: taxIn(fees.total),
    ...(before && {
      corrects: { number: before.number, issued_at: before.issued_at, total: before.total },
    }),
  }
}

const insert = async (
  deps: IssueDeps,
  tx: Tx,
  place: Pick<FeeInvoice, 'owner_id' | 'month' | 'seq'>,
  body: FeeBody,
) =>
  query.insertInvoice(tx, {
    id: deps.newId(),
    ...place,
    period_start: body.period.start,
    total: body.total,
    body: JSON.stringify(body),
    issued_at: isoNow(deps),
    // Last, since it locks the sequence.
    number: `F${String(await nextSequence(tx, 'fee_invoice')).padStart(8, '0')}`,
  })
