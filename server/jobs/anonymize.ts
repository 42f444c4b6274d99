import { DISCLOSURE_KEPT_DAYS } from '#contract/disclosures/limits.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { REPORT_KEPT_DAYS } from '#contract/reports/limits.ts'
import { TAKEDOWN_KEPT_DAYS } from '#contract/takedowns/limits.ts'
import type { DisclosureRequest } from '#server/db/schema/money.ts'
import type { Deps } from '#server/process/deps.ts'

const daysBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * DAY_MS).toISOString()

/** Erases personal data in rows that are kept; returns the number of rows per table. */
export async function anonymizeExpired(db: Deps['db'], now: Date): Promise<Record<string, number>> {
  return {
    disclosure_request: await anonymizeRequesters(db, now),
    takedown: await anonymizeReporters(db, now),
    report: await deleteReports(db, now),
  }
}

/** Erases the requesters of disclosures; the requests and their results stay. */
async function anonymizeRequesters(db: Deps['db'], now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('disclosure_request')
    .set((eb) => ({
      name: '',
      email: '',
      reason: '',
      state: eb
        .case()
        .when('state', '=', 'open')
        .then<DisclosureRequest['state']>('expired')
        .else(eb.ref('state'))
        .end(),
    }))
    .where('created_at', '<=', daysBefore(now, DISCLOSURE_KEPT_DAYS))
    .where('email', '!=', '')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Erases the requesters of takedown requests decided long ago; the decisions stay. */
async function anonymizeReporters(db: Deps['db'], now: Date): Promise<number> {
  const nobody = { name: '', email: '', behalf: '', claim: '', requester_id: null }
  const { numUpdatedRows } = await db
    .updateTable('takedown')
    .set({ ...nobody, evidence: '{}', answer_text: '' })
    .where('decided_at', '<=', daysBefore(now, TAKEDOWN_KEPT_DAYS))
    .where((eb) => eb.or([eb('email', '!=', ''), eb('evidence', '!=', '{}')]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Erases the texts of reports decided long ago; the decisions stay. */
async function deleteReports(db: Deps['db'], now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('report')
    .set({ evidence: '{}', reason: '' })
    .where('decided_at', '<=', daysBefore(now, REPORT_KEPT_DAYS))
    .where((eb) => eb.or([eb('evidence', '!=', '{}'), eb('reason', '!=', '')]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
