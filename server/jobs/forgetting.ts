import { DISCLOSURE_KEPT_DAYS, REPORT_KEPT_DAYS, TAKEDOWN_KEPT_DAYS } from '#contract/limits.ts'
import type { Deps } from '#server/process/deps.ts'

const DAY_MS = 24 * 60 * 60_000
const daysBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * DAY_MS).toISOString()

/** Empties what is about people in rows that stay for what they say besides; how many of each table. */
export async function forget(db: Deps['db'], now: Date): Promise<Record<string, number>> {
  return {
    disclosure_request: await forgetAskers(db, now),
    takedown: await forgetAccusers(db, now),
    report: await forgetReports(db, now),
  }
}

/** Who asked for a seller's facts is forgotten; that somebody did, and what came of it, stays. */
async function forgetAskers(db: Deps['db'], now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('disclosure_request')
    .set((eb) => ({
      name: '',
      email: '',
      reason: '',
      state: eb
        .case()
        .when('state', '=', 'open')
        .then('expired')
        .else(eb.ref('state'))
        .end() as never,
    }))
    .where('created_at', '<=', daysBefore(now, DISCLOSURE_KEPT_DAYS))
    .where('email', '!=', '')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Of a takedown request that was decided long ago, what was decided stays. */
async function forgetAccusers(db: Deps['db'], now: Date): Promise<number> {
  const nobody = { name: '', email: '', behalf: '', claim: '', requester_id: null }
  const { numUpdatedRows } = await db
    .updateTable('takedown')
    .set({ ...nobody, evidence: '{}', answer_text: '' })
    .where('decided_at', '<=', daysBefore(now, TAKEDOWN_KEPT_DAYS))
    .where((eb) => eb.or([eb('email', '!=', ''), eb('evidence', '!=', '{}')]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Of a report that was decided long ago, what was reported and what was decided stays, and nobody's words. */
async function forgetReports(db: Deps['db'], now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('report')
    .set({ evidence: '{}', reason: '' })
    .where('decided_at', '<=', daysBefore(now, REPORT_KEPT_DAYS))
    .where((eb) => eb.or([eb('evidence', '!=', '{}'), eb('reason', '!=', '')]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
