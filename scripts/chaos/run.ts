import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { run as reconcile } from '#server/reconcile/reconcile.ts'
import type { ReconciliationReport } from '#server/reconcile/report.ts'
import { LOOPBACK_CERTIFICATE } from '#server/testing/loopback-tls.ts'
import { startPushService } from '#server/testing/push-service.ts'
import { buildShim, type Shim } from '../fault-injection/shim.ts'
import { actUnderFire } from './actions.ts'
import { changeMind, closeDisputes, stir } from './after.ts'
import { buy, type PurchaseResult, type World } from './buyer.ts'
import { companionsOf, handOver } from './companions.ts'
import { createEnvironment } from './environment.ts'
import { injectFaults } from './faults.ts'
import { HALF_AN_HOUR_MS, lookAtStore } from './files.ts'
import { createLottery, LOTTERY_KILLS } from './lottery.ts'
import { createPeople, type Plan, PRODUCTS } from './people.ts'
import type { Recovery } from './recovery.ts'
import { confirmedButMissing, summed } from './results.ts'
import { createRng } from './rng.ts'
import { countSeats, lookAtCounters, lookAtSeats, watchSeats } from './seats.ts'
import {
  ADVANCE_MS,
  LEASES_MS,
  letTimePass,
  listFailedJobs,
  signsOfLife,
  waitUntilSettled,
} from './settle.ts'
import { countUnusedDays, passMonth, SUSPENSION_KILLS } from './suspensions.ts'
import { createWaiting, LOOK_ROUNDS } from './waiting-people.ts'
import { createWorkload } from './workload.ts'

export interface Chaos {
  seed: number
  purchases: number
  /** The number of kills during the purchases. */
  kills: number
  /** An empty database of its own; default: SQLite. */
  databaseUrl?: string
  /** The number of processes; more than one only on PostgreSQL. */
  nodes?: number
  /** Every second kill happens at a chosen disk write; only for one process, and with a C compiler. */
  atWrites?: boolean
  /** The target of a copy of the SQLite file at the end, for debugging. */
  keep?: string
  log?: (line: string) => void
}
export interface Outcome {
  report: ReconciliationReport
  resultCounts: Record<PurchaseResult['at'], number>
  /** The errors that buyers saw, with their counts. */
  errorCounts: Record<string, number>
  stirred: number
  /** Months of which days were paid back, as their room was suspended. */
  unusedDays: number
  /** What became of seats, codes and tickets that were given back. */
  seats: Record<string, number>
  kills: number
  /** Kills at a chosen write; fewer than planned, as a process may not write before the deadline. */
  atWrites: number
  recovery: Recovery
  /** A summary of the other activity. */
  workload: string
  /** Acknowledged files, notifications and gate log entries that are lost; orphaned files; wrong session tokens. */
  lost: string[]
  /** Seats, codes, sold tickets and draws that were wrong, at any moment or at the end. */
  wrong: string[]
  /** Purchases confirmed to a buyer that no longer exist: invariant I4 of the reconciliation. */
  missing: string[]
  /** Jobs that failed until their last retry. */
  failedJobs: string[]
  /** Work that was never finished. */
  restless: string[]
  /** Transactions that hung until they were terminated. */
  hung: string[]
  /** The server's errors and last activity, if something was not finished. */
  errors: string[]
}

/** Per purchase. */
const THREADS = 0.1
const SYNCS = 0.2
const REFRESHES = 0.3
const CHANGES = 0.02
const LOOKS = 0.4
/** Kills beside the requested ones. */
export const MORE_KILLS = LOOK_ROUNDS + LOTTERY_KILLS + SUSPENSION_KILLS
/** A process dies within this many writes. */
const WRITES = 200
/** Purchases with a misbehaving provider and kills; then recovery, and a comparison of both sides. */
export async function chaos(settings: Chaos): Promise<Outcome> {
  const { seed, purchases, kills, log = () => {} } = settings
  const rng = createRng(seed)
  const { stage: environment, push, shim, close } = await openAll(settings)
  const { sandbox, engine, site, config, url, provider, tokenOf } = environment
  try {
    const owners = Math.max(1, Math.min(4, Math.ceil(purchases / 40)))
    const perProduct = Math.ceil(purchases / (owners * PRODUCTS))
    // Fewer seats than buyers.
    const seats = Math.max(1, Math.ceil(perProduct * 0.8))
    const people = await createPeople(engine, sandbox, rng, { purchases, owners, seats })
    const world: World = { url, provider, rng, tokenOf }

    await site.start()
    const workload = await createWorkload(world, environment, push, people)
    const outcomes = new Map<Plan, PurchaseResult>()
    const bought = (plan: Plan, result: PurchaseResult) => outcomes.set(plan, result)
    const fans = people.members.flatMap((buyer) => [buyer, ...companionsOf({ buyer })])
    const lottery = await createLottery(
      world,
      environment,
      { owner: people.owners[0]!, people: fans },
      bought,
    )
    const waiting = createWaiting(world, bought)
    await injectFaults(sandbox, seed)
    const stopWatching = watchSeats(engine)
    let stirred = 0
    const purchase = (plan: Plan) => async () => {
      const result = await buy(world, plan)
      bought(plan, result)
      await waiting.join(plan, result)
      if (result.at === 'has' && (plan.seats ?? 1) > 1) await handOver(world, plan)
      if (await stir(world, plan, engine, sandbox)) stirred++
      if (outcomes.size % 100 === 0) log(`${outcomes.size} of ${purchases} purchases`)
    }
    const some = (part: number, act: (n: number) => Promise<unknown>) =>
      Array.from({ length: Math.ceil(purchases * part) }, (_, n) => () => act(n))
    const actions = [
      ...people.plans.map(purchase),
      ...some(THREADS, workload.post),
      ...some(SYNCS, workload.sync),
      ...some(REFRESHES, workload.refresh),
      ...some(CHANGES, (n) => changeMind(world, engine, n)),
      ...some(LOOKS, waiting.look),
      ...fans.map((_, n) => () => lottery.apply(n)),
    ]
    let atWrites = 0
    await actUnderFire(rng.shuffle(actions, 'order'), {
      kills,
      rng,
      async shoot(nth) {
        if (!shim || nth % 2 === 0) {
          await site.shoot()
          return
        }
        const diesAfter = 1 + Math.floor(rng.chance('write', nth) * WRITES)
        const died = await site.shoot({
          set: () => shim.set({ diesAfter }),
          clear: () => shim.set('works'),
        })
        if (died) atWrites++
      },
    })
    await waiting.lookAgain(environment)
    log('all have tried; what was in hand as it died is taken up')
    await letTimePass(environment, LEASES_MS)
    const lost = await workload.lookAtNews()
    // Before the nightly job that corrects counters.
    const wrong = [...(await lookAtCounters(engine)), ...(await lottery.hold(log))]
    const restoreRoom = await passMonth(environment, world, people.owners, log)

    log('the faults stop')
    await sandbox.control.clearFaults()
    await closeDisputes(world, people.accounts, sandbox)
    await restoreRoom()
    // Missed webhooks are read at the start; postponed jobs are due a little later.
    await letTimePass(environment, ADVANCE_MS)
    const restless = await waitUntilSettled(engine, sandbox, log)
    const errors =
      restless.length > 0 ? [...site.errors(), ...(await signsOfLife(environment))] : []
    log('nothing is left to do')
    wrong.push(...(await stopWatching()), ...(await lookAtSeats(engine)))
    const failedJobs = await listFailedJobs(engine)
    const missing = await confirmedButMissing(engine, outcomes)
    lost.push(...(await workload.lookAtFiles()))
    // Twice, with a start each: orphans are first found, then deleted.
    for (let n = 0; n < 2; n++) await letTimePass(environment, HALF_AN_HOUR_MS)
    lost.push(...(await lookAtStore(engine.db, await environment.openMedia())))
    await site.stop()
    const report = await reconcile(config, createStripeClient(sandbox.secretKey, sandbox.url), 0)
    if (settings.keep) await engine.copyTo?.(settings.keep)
    report.holds.I4 &&= missing.length === 0
    const shot = { kills: site.kills(), atWrites, recovery: site.recovery }
    const done = {
      stirred,
      unusedDays: await countUnusedDays(engine),
      seats: await countSeats(engine),
      workload: workload.words(),
      wrong,
      missing,
      lost,
      failedJobs,
      restless,
      errors,
    }
    return { report, ...summed(outcomes), ...shot, ...done, hung: site.hung() }
  } finally {
    await close()
  }
}

/** The stage, a push service, and the disk shim for kills at chosen writes. */
async function openAll({ databaseUrl, nodes, atWrites }: Chaos) {
  const folder = mkdtempSync(join(tmpdir(), 'room-chaos-'))
  let closePush = () => {}
  const push = await startPushService((close) => {
    closePush = close
  })
  let shim: Shim | undefined
  const environment = await createEnvironment({
    ...(databaseUrl && { databaseUrl }),
    ...(nodes && { nodes }),
    env: (dataDir) => {
      if (atWrites) shim = buildShim(folder, dataDir, { journal: false })
      return {
        ...shim?.env,
        PUSH_ALLOW_HOSTS: push.host,
        NODE_EXTRA_CA_CERTS: LOOPBACK_CERTIFICATE,
      }
    },
  })
  return {
    stage: environment,
    push,
    shim,
    async close() {
      await environment.close()
      closePush()
      shim?.close()
      rmSync(folder, { recursive: true })
    },
  }
}
