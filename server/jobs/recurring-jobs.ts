import type { Id } from '#server/db/schema/types.ts'
import type { Deps } from '#server/process/deps.ts'
import { after, extendLease, isFree, LEASE_MS } from './lease.ts'
import type { JobTask, Queue } from './worker.ts'

const RETRY_MS = 60_000

export interface RecurringJob {
  name: string
  everyMs: number
  run: (signal: AbortSignal) => Promise<unknown>
}

type RecurringDeps = Pick<Deps, 'engine' | 'clock' | 'newId' | 'log'>

/** Runs each job every `everyMs`, first at once, on one node at a time; retries a failed one within a minute. */
export function recurringQueue(deps: RecurringDeps, jobs: RecurringJob[]): Queue {
  let known = false
  return {
    parallel: jobs.length,
    async take(limit) {
      if (!known) await introduce(deps, jobs)
      known = true
      const tasks: JobTask[] = []
      for (const job of await findDue(deps, jobs)) {
        if (tasks.length === limit) break
        const leasedBy = await lease(deps, job)
        if (leasedBy) tasks.push(taskOf(deps, job, leasedBy))
      }
      return tasks
    },
  }
}

async function introduce({ engine, clock }: RecurringDeps, jobs: RecurringJob[]) {
  const blank = { leased_until: null, leased_by: null, last_run_at: null }
  const due_at = clock.now().toISOString()
  for (const { name } of jobs)
    await engine.db
      .insertInto('job')
      .values({ name, due_at, ...blank })
      .onConflict((on) => on.column('name').doNothing())
      .execute()
}

/**
 * A job due after `later` was postponed by a clock that was ahead: it is due now. The tolerated skew is below a
 * lease.
 */
function limitsOf({ everyMs }: RecurringJob, now: Date) {
  return { now: now.toISOString(), later: after(now, Math.max(everyMs, RETRY_MS) + LEASE_MS) }
}

async function findDue({ engine, clock }: RecurringDeps, jobs: RecurringJob[]) {
  const rows = await engine.read.selectFrom('job').select(['name', 'due_at']).execute()
  const dueAt = new Map(rows.map(({ name, due_at }) => [name, due_at]))
  const at = clock.now()
  return jobs.filter((job) => {
    const { now, later } = limitsOf(job, at)
    const due = dueAt.get(job.name)
    return due !== undefined && (due <= now || due > later)
  })
}

/** One conditional update: only one of two nodes gets the lease. */
async function lease({ engine, clock, newId }: RecurringDeps, job: RecurringJob) {
  const at = clock.now()
  const { now, later } = limitsOf(job, at)
  const leased = await engine.db
    .updateTable('job')
    .set({ leased_by: newId(), leased_until: after(at, LEASE_MS) })
    .where('name', '=', job.name)
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('due_at', '>', later)]))
    .where(isFree(at))
    .returning('leased_by')
    .executeTakeFirst()
  return leased?.leased_by
}

function taskOf(deps: RecurringDeps, job: RecurringJob, leasedBy: Id): JobTask {
  const ours = () =>
    deps.engine.db.updateTable('job').where('name', '=', job.name).where('leased_by', '=', leasedBy)
  const renew = async () => {
    const leased_until = after(deps.clock.now(), LEASE_MS)
    return (await ours().set({ leased_until }).returning('name').executeTakeFirst()) !== undefined
  }
  const settle = async (pauseMs: number, start: Date) => {
    const unleased = { leased_until: null, leased_by: null }
    const last_run_at = start.toISOString()
    await ours()
      .set({ ...unleased, last_run_at, due_at: after(start, pauseMs) })
      .execute()
  }
  const work = async (signal: AbortSignal) => {
    const start = deps.clock.now()
    try {
      await job.run(signal)
    } catch (error) {
      deps.log.error({ job: job.name, error: String(error) }, 'a recurring job failed')
      return settle(Math.min(job.everyMs, RETRY_MS), start)
    }
    await settle(job.everyMs, start)
  }
  return (signal) => extendLease(renew, work, { signal, log: deps.log })
}
