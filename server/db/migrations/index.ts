import { people } from './001-people.ts'
import { rooms } from './002-rooms.ts'
import { community } from './003-community.ts'
import { events } from './004-events.ts'
import { money } from './005-money.ts'
import { tickets } from './006-tickets.ts'
import { machinery } from './007-machinery.ts'
import { streams } from './009-streams.ts'
import { purchases } from './010-purchases.ts'
import { refunds } from './011-refunds.ts'
import { moneyBack } from './012-money-back.ts'
import { memberships } from './013-memberships.ts'
import { sellers } from './014-sellers.ts'
import { notices } from './015-notices.ts'
import { eventEditing } from './016-event-editing.ts'
import { keptStreams } from './017-kept-streams.ts'
import { reports } from './018-reports.ts'
import { moves } from './019-moves.ts'
import { boundTickets } from './020-bound-tickets.ts'
import { doors } from './021-doors.ts'
import { pushes } from './022-pushes.ts'
import { transfers } from './023-transfers.ts'
import { entryReminders } from './024-entry-reminders.ts'
import { deletedArchives } from './025-deleted-archives.ts'
import { ticketDrafts } from './026-ticket-drafts.ts'
import { posting } from './027-posting.ts'
import { sentMessages } from './029-sent-messages.ts'
import { oneIdentity } from './030-one-identity.ts'
import { formerNames } from './031-former-names.ts'
import { leaving } from './032-leaving.ts'
import { knownDevices } from './033-known-devices.ts'
import { confirmedSessions } from './034-confirmed-sessions.ts'
import { suspensions } from './035-suspensions.ts'
import { moderation } from './036-moderation.ts'
import { contents } from './037-contents.ts'
import { watchTime } from './040-watch-time.ts'
import { records } from './041-records.ts'
import { fees } from './042-fees.ts'
import { jobs } from './043-jobs.ts'
import { disputes } from './044-disputes.ts'
import { gateKeepers } from './045-gate-keepers.ts'
import { triedWork } from './046-tried-work.ts'
import { delayedWork } from './047-held-up-work.ts'
import { shortenedHolds } from './048-shortened-holds.ts'
import { passwordAttempts } from './049-password-attempts.ts'
import { lateLines } from './050-late-lines.ts'

/** SQL that differs between the engines. */
export interface Dialect {
  /** Type of ids, instants and other texts that are looked up or sorted; sorts by bytes. */
  key: string
  /** Statements that make a table refuse updates and deletes. */
  appendOnly: (table: string) => string
  /** Statements that also prevent replacing rows and truncating the table. */
  neverReplaced: (table: string) => string
  /** Statements that create the search index. */
  searchIndex: string
}

/** SQL for both engines; each statement ends with `;` at the end of a line. */
export type Migration = (dialect: Dialect) => string

/** By name, in order. Never changed after a release: add another one instead. */
export const migrations: Record<string, Migration> = {
  '001-people': people,
  '002-rooms': rooms,
  '003-community': community,
  '004-events': events,
  '005-money': money,
  '006-tickets': tickets,
  '007-machinery': machinery,
  '008-search': ({ searchIndex }) => searchIndex,
  '009-streams': streams,
  '010-purchases': purchases,
  '011-refunds': refunds,
  '012-money-back': moneyBack,
  '013-memberships': memberships,
  '014-sellers': sellers,
  '015-notices': notices,
  '016-event-editing': eventEditing,
  '017-kept-streams': keptStreams,
  '018-reports': reports,
  '019-moves': moves,
  '020-bound-tickets': boundTickets,
  '021-doors': doors,
  '022-pushes': pushes,
  '023-transfers': transfers,
  '024-entry-reminders': entryReminders,
  '025-deleted-archives': deletedArchives,
  '026-ticket-drafts': ticketDrafts,
  '027-posting': posting,
  '029-sent-messages': sentMessages,
  '030-one-identity': oneIdentity,
  '031-former-names': formerNames,
  '032-leaving': leaving,
  '033-known-devices': knownDevices,
  '034-confirmed-sessions': confirmedSessions,
  '035-suspensions': suspensions,
  '036-moderation': moderation,
  '037-contents': contents,
  '040-watch-time': watchTime,
  '041-records': records,
  '042-fees': fees,
  '043-jobs': jobs,
  '044-disputes': disputes,
  '045-gate-keepers': gateKeepers,
  '046-tried-work': triedWork,
  '047-held-up-work': delayedWork,
  '048-shortened-holds': shortenedHolds,
  '049-password-attempts': passwordAttempts,
  '050-late-lines': lateLines,
}
