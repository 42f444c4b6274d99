import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openStripe } from '#server/adapters/stripe/client.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Report } from '#server/reconcile/report.ts'
import { run as reconcile } from '#server/reconcile/run.ts'
import { LOOPBACK_CERTIFICATE } from '#server/testing/loopback-tls.ts'
import { openPushService } from '#server/testing/push-service.ts'
import { openShim, type Shim } from '../bad-days/shim.ts'
import { actUnderFire } from './acting.ts'
import { closeDisputes, stir } from './after.ts'
import { buy, type Told, type World } from './buyer.ts'
import { openCompany } from './company.ts'
import { dice as throwDice } from './dice.ts'
import { HALF_AN_HOUR_MS, lookAtStore } from './files.ts'
import type { Recovery } from './recovery.ts'
import { comeToRest, LATER_MS, letTimePass, listGivenUp, signsOfLife } from './rest.ts'
import { openStage } from './stage.ts'
import { type Plan, settleTown } from './town.ts'
import { makeTrouble } from './trouble.ts'

export interface Chaos {
  seed: number
  purchases: number
  /** How often the server is shot meanwhile. */
  kills: number
  /** A database of its own, with no table yet; SQLite where it is left out. */
  databaseUrl?: string
  /** Processes that share it: more than one on PostgreSQL alone. */
  nodes?: number
  /** Every second kill comes at a chosen write of the process to its disk; of one process alone, and with a C compiler. */
  atWrites?: boolean
  /** Where SQLite's file is copied to at the end, for whoever wants to know why. */
  keep?: string
  say?: (line: string) => void
}
export interface Outcome {
  report: Report
  told: Record<Told['at'], number>
  /** What buyers were refused with, and how often. */
  words: Record<string, number>
  stirred: number
  kills: number
  /** How many of them came at a chosen write; of those that were to, a few find nobody who writes. */
  atWrites: number
  recovery: Recovery
  /** What was done besides. */
  company: string
  /** What people were told is kept, and is not: files, notifications, lines of gates; I12: files that nothing points at; I10. */
  lost: string[]
  /** I4: purchases that were confirmed to a buyer and of which nothing is left. */
  missing: string[]
  /** Work that was tried until the end, in vain. */
  givenUp: string[]
  /** What never came to rest. */
  restless: string[]
  /** Transactions that stood still until they were ended. */
  hung: string[]
  /** What the server said of errors by then, and did, where something did not. */
  errors: string[]
}

/** For each purchase. */
const THREADS = 0.1
const SYNCS = 0.2
const REFRESHES = 0.3
/** A process dies within so many writes. */
const WRITES = 200
/** Longer than a lease: what a dead one had in hand is free. */
const LEASES_MS = 2 * 60_000
/** Every subscription is renewed, or is not. */
const MONTH_MS = 32 * 86_400_000
const RENEWING_MS = 1_500

/** Buyers, a provider that misbehaves, a server that is shot; then peace, and the two sides compared. */
export async function chaos(given: Chaos): Promise<Outcome> {
  const { seed, purchases, kills, say = () => {} } = given
  const dice = throwDice(seed)
  const { stage, push, shim, close } = await openAll(given)
  const { sandbox, engine, site, config, url, provider, tokenOf } = stage
  try {
    const owners = Math.max(1, Math.min(4, Math.ceil(purchases / 12)))
    const perThing = Math.ceil(purchases / (owners * 3))
    // Somewhat fewer seats than people who want one.
    const seats = Math.max(1, Math.ceil(perThing * 0.8))
    const town = await settleTown(engine, sandbox, { purchases, owners, seats })
    const world: World = { url, provider, dice, tokenOf }

    await site.start()
    const company = await openCompany(world, stage, push, town)
    await makeTrouble(sandbox, seed)
    const outcomes = new Map<Plan, Told>()
    let stirred = 0
    const purchase = (plan: Plan) => async () => {
      outcomes.set(plan, await buy(world, plan))
      if (await stir(world, plan, engine, sandbox)) stirred++
      if (outcomes.size % 100 === 0) say(`${outcomes.size} of ${purchases} purchases`)
    }
    const some = (part: number, act: (n: number) => Promise<void>) =>
      Array.from({ length: Math.ceil(purchases * part) }, (_, n) => () => act(n))
    const acts = [
      ...town.plans.map(purchase),
      ...some(THREADS, company.post),
      ...some(SYNCS, company.sync),
      ...some(REFRESHES, company.refresh),
    ]
    let atWrites = 0
    await actUnderFire(dice.shuffle(acts, 'order'), {
      kills,
      dice,
      async shoot(nth) {
        if (!shim || nth % 2 === 0) {
          await site.shoot()
          return
        }
        const diesAfter = 1 + Math.floor(dice.chance('write', nth) * WRITES)
        const died = await site.shoot({
          set: () => shim.set({ diesAfter }),
          clear: () => shim.set('works'),
        })
        if (died) atWrites++
      },
    })
    say('all have tried; what was in hand as it died is taken up')
    await letTimePass(stage, LEASES_MS)
    const lost = await company.lookAtNews()
    say('a month passes')
    await letTimePass(stage, MONTH_MS)
    await pause(RENEWING_MS)
    await site.shoot()
    await pause(RENEWING_MS)

    say('the trouble stops')
    await sandbox.control.clearFaults()
    await closeDisputes(world, town.accounts, sandbox)
    // What was missed is read at the start; what was postponed is due, a little later.
    await letTimePass(stage, LATER_MS)
    const restless = await comeToRest(engine, sandbox, say)
    const errors = restless.length > 0 ? [...site.errors(), ...(await signsOfLife(stage))] : []
    say('nothing is left to do')
    const givenUp = await listGivenUp(engine)
    const missing = await confirmedAndGone(engine, outcomes)
    lost.push(...(await company.lookAtFiles()))
    // Twice, with a start each: what nothing points at is found, and then removed.
    for (let n = 0; n < 2; n++) await letTimePass(stage, HALF_AN_HOUR_MS)
    lost.push(...(await lookAtStore(engine.db, await stage.openMedia())))
    await site.stop()
    const report = await reconcile(config, openStripe(sandbox.secretKey, sandbox.url), 0)
    if (given.keep) await engine.copyTo?.(given.keep)
    report.holds.I4 &&= missing.length === 0
    const shot = { kills: site.kills(), atWrites, recovery: site.recovery }
    const done = { stirred, company: company.words(), missing, lost, givenUp, restless, errors }
    return { report, ...summed(outcomes), ...shot, ...done, hung: site.hung() }
  } finally {
    await close()
  }
}

/** The stage, a push service, and what stands before the disk where kills are to come at chosen writes. */
async function openAll({ databaseUrl, nodes, atWrites }: Chaos) {
  const folder = mkdtempSync(join(tmpdir(), 'room-chaos-'))
  let closePush = () => {}
  const push = await openPushService((close) => {
    closePush = close
  })
  let shim: Shim | undefined
  const stage = await openStage({
    ...(databaseUrl && { databaseUrl }),
    ...(nodes && { nodes }),
    env: (dataDir) => {
      if (atWrites) shim = openShim(folder, dataDir, { journal: false })
      return {
        ...shim?.env,
        PUSH_ALLOW_HOSTS: push.host,
        NODE_EXTRA_CA_CERTS: LOOPBACK_CERTIFICATE,
      }
    },
  })
  return {
    stage,
    push,
    shim,
    async close() {
      await stage.close()
      closePush()
      shim?.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function summed(outcomes: Map<Plan, Told>) {
  const told = { has: 0, refused: 0, gone: 0 }
  const words: Record<string, number> = {}
  for (const one of outcomes.values()) {
    told[one.at]++
    if (one.at === 'refused') words[one.words] = (words[one.words] ?? 0) + 1
  }
  return { told, words }
}

/** I4: whoever was told that they have it has it, or had it until their money went back. */
async function confirmedAndGone({ db }: Engine, outcomes: Map<Plan, Told>): Promise<string[]> {
  const missing: string[] = []
  for (const [{ buyer, kind, subject }, { at }] of outcomes) {
    if (at !== 'has') continue
    const right = await db
      .selectFrom('entitlement')
      .select('id')
      .where('user_id', '=', buyer)
      .where('kind', '=', kind)
      .where('subject_id', '=', subject)
      .executeTakeFirst()
    if (!right) missing.push(`${buyer} at ${subject}`)
  }
  return missing
}
