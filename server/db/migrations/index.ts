import { accounts } from './001-accounts.ts'
import { moderation } from './002-moderation.ts'
import { rooms } from './003-rooms.ts'
import { posts } from './004-posts.ts'
import { events } from './005-events.ts'
import { orders } from './006-orders.ts'
import { tickets } from './007-tickets.ts'
import { notifications } from './008-notifications.ts'
import { texts } from './009-texts.ts'
import { system } from './010-system.ts'
import { paymentWarnings } from './012-payment-warnings.ts'
import { sellerShown } from './013-seller-shown.ts'
import { feeInvoices } from './014-fee-invoices.ts'
import { receiptSearch } from './015-receipt-search.ts'
import { talkCounts } from './016-talk-counts.ts'
import { officialPeople } from './017-official-people.ts'
import { conversions } from './018-conversions.ts'
import { talkMarks } from './019-talk-marks.ts'
import { entrants } from './020-entrants.ts'
import { namedTickets } from './021-named-tickets.ts'
import { suspendedSince } from './022-suspended-since.ts'
import { receiptAddressee } from './023-receipt-addressee.ts'
import { finding } from './024-finding.ts'
import { talkTimes } from './025-talk-times.ts'
import { captions } from './026-captions.ts'
import { readings } from './027-readings.ts'
import { tags } from './028-tags.ts'
import { attendance } from './029-attendance.ts'
import { desks } from './030-desks.ts'
import { notices } from './031-notices.ts'
import { waitlist } from './032-waitlist.ts'
import { paperTickets } from './034-paper-tickets.ts'
import { konbini } from './035-konbini.ts'
import { resale } from './036-resale.ts'
import { ticketMoves } from './037-ticket-moves.ts'
import { ticketTypes } from './038-ticket-types.ts'
import { companions } from './039-companions.ts'
import { lottery } from './040-lottery.ts'
import { promotions } from './041-promotions.ts'
import { waitingGroups } from './042-waiting-groups.ts'
import { datedRecords } from './043-dated-records.ts'
import { liveOnly } from './044-live-only.ts'
import { typedWaits } from './045-typed-waits.ts'
import { publicMembers } from './046-public-members.ts'
import { stamps } from './047-stamps.ts'
import { moveProofs } from './048-move-proofs.ts'
import { numberSeries } from './049-number-series.ts'

/** SQL that differs between the engines. */
export interface Dialect {
  /** Type of ids, instants and other texts that are looked up or sorted; sorts by bytes. */
  key: string
  /** Statements that make a table refuse updates and deletes. */
  appendOnly: (table: string) => string
  /** Statements that also prevent replacing rows and truncating the table. */
  neverReplaced: (table: string) => string
  /** Statements that empty a column of a row when another one changes, whichever release writes it. */
  emptiedOnChange: (table: string, emptied: string, changed: string) => string
  /** Statements that create the search index. */
  searchIndex: string
}

/** SQL for both engines; each statement ends with `;` at the end of a line. */
export type Migration = (dialect: Dialect) => string

/** By name, in order. Never changed after a release: add another one instead. */
export const migrations: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-moderation': moderation,
  '003-rooms': rooms,
  '004-posts': posts,
  '005-events': events,
  '006-orders': orders,
  '007-tickets': tickets,
  '008-notifications': notifications,
  '009-texts': texts,
  '010-system': system,
  '011-search': ({ searchIndex }) => searchIndex,
  '012-payment-warnings': paymentWarnings,
  '013-seller-shown': sellerShown,
  '014-fee-invoices': feeInvoices,
  '015-receipt-search': receiptSearch,
  '016-talk-counts': talkCounts,
  '017-official-people': officialPeople,
  '018-conversions': conversions,
  '019-talk-marks': talkMarks,
  '020-entrants': entrants,
  '021-named-tickets': namedTickets,
  '022-suspended-since': suspendedSince,
  '023-receipt-addressee': receiptAddressee,
  '024-finding': finding,
  '025-talk-times': talkTimes,
  '026-captions': captions,
  '027-readings': readings,
  '028-tags': tags,
  '029-attendance': attendance,
  '030-desks': desks,
  '031-notices': notices,
  '032-waitlist': waitlist,
  '034-paper-tickets': paperTickets,
  '035-konbini': konbini,
  '036-resale': resale,
  '037-ticket-moves': ticketMoves,
  '038-ticket-types': ticketTypes,
  '039-companions': companions,
  '040-lottery': lottery,
  '041-promotions': promotions,
  '042-waiting-groups': waitingGroups,
  '043-dated-records': datedRecords,
  '044-live-only': liveOnly,
  '045-typed-waits': typedWaits,
  '046-public-members': publicMembers,
  '047-stamps': stamps,
  '048-move-proofs': moveProofs,
  '049-number-series': numberSeries,
}

const FIRST_BEFORE = '001-people'
const LAST_BEFORE = '050-late-lines'
const LAST_MERGED = '011-search'

/**
 * Names of applied migrations, as they are called since the first 47 were merged into one per area, before the first
 * release. Only a database or backup that had all of them has the same tables.
 */
export function mergedNames(applied: string[]): string[] {
  if (!applied.includes(FIRST_BEFORE)) return applied
  if (applied.includes(LAST_BEFORE))
    return Object.keys(migrations).filter((name) => name <= LAST_MERGED)
  throw new Error(
    `The tables are older than migration ${LAST_BEFORE}: start a version of Room that has it, then this one.`,
  )
}
