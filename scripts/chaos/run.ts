import { setTimeout as pause } from 'node:timers/promises'
import { openStripe } from '#server/adapters/stripe/client.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Report } from '#server/reconcile/report.ts'
import { run as reconcile } from '#server/reconcile/run.ts'
import { closeDisputes, stir } from './after.ts'
import { buy, type Told, type World } from './buyer.ts'
import { dice as throwDice } from './dice.ts'
import { comeToRest, LATER_MS, listGivenUp } from './rest.ts'
import { openStage, type Stage } from './stage.ts'
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
  say?: (line: string) => void
}
export interface Outcome {
  report: Report
  told: Record<Told['at'], number>
  /** What buyers were refused with, and how often. */
  words: Record<string, number>
  stirred: number
  kills: number
  /** The longest that the server took from its start after a kill to being ready. */
  slowestMs: number
  /** I4: purchases that were confirmed to a buyer and of which nothing is left. */
  missing: string[]
  /** Work that was tried until the end, in vain. */
  givenUp: string[]
  /** What never came to rest. */
  restless: string[]
}

const AT_ONCE = 8
/** Every subscription is renewed, or is not. */
const MONTH_MS = 32 * 86_400_000
const RENEWING_MS = 1_500

/** Buyers, a provider that misbehaves, a server that is shot; then peace, and the two sides compared. */
export async function chaos(given: Chaos): Promise<Outcome> {
  const { seed, purchases, kills, databaseUrl, nodes, say = () => {} } = given
  const stage = await openStage({ ...(databaseUrl && { databaseUrl }), ...(nodes && { nodes }) })
  const { sandbox, engine, site, config, url, provider, tokenOf } = stage
  try {
    const dice = throwDice(seed)
    const owners = Math.max(1, Math.min(4, Math.ceil(purchases / 12)))
    const perThing = Math.ceil(purchases / (owners * 3))
    // Somewhat fewer seats than people who want one.
    const seats = Math.max(1, Math.ceil(perThing * 0.8))
    const town = await settleTown(engine, sandbox, { purchases, owners, seats })
    const world: World = { url, provider, dice, tokenOf }

    await site.start()
    await makeTrouble(sandbox, seed)
    const plans = dice.shuffle(town.plans, 'order')
    const shots = new Set(
      Array.from({ length: kills }, (_, nth) =>
        Math.floor(((nth + dice.chance('shot', nth)) / kills) * plans.length),
      ),
    )
    const outcomes = new Map<Plan, Told>()
    let next = 0
    let stirred = 0
    let shooting: Promise<void> = Promise.resolve()
    async function browser() {
      for (let at = next++; at < plans.length; at = next++) {
        const plan = plans[at]!
        if (shots.has(at))
          shooting = shooting
            .then(() => pause(dice.chance('aim', at) * 300))
            .then(() => site.shoot())
        // Waited for below; until then a failure must not end us before we have cleaned up.
        shooting.catch(() => null)
        outcomes.set(plan, await buy(world, plan))
        if (await stir(world, plan, engine, sandbox)) stirred++
        if (outcomes.size % 100 === 0) say(`${outcomes.size} of ${plans.length} purchases`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, browser))
    await shooting
    say('all have tried; a month passes')
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
    say('nothing is left to do')
    const givenUp = await listGivenUp(engine)
    const missing = await confirmedAndGone(engine, outcomes)
    await site.stop()
    const report = await reconcile(config, openStripe(sandbox.secretKey, sandbox.url), 0)
    report.holds.I4 &&= missing.length === 0
    const told = { has: 0, refused: 0, gone: 0 }
    const words: Record<string, number> = {}
    for (const one of outcomes.values()) {
      told[one.at]++
      if (one.at === 'refused') words[one.words] = (words[one.words] ?? 0) + 1
    }
    const shot = { kills: site.kills(), slowestMs: Math.round(site.slowestMs()) }
    return { report, told, words, stirred, ...shot, missing, givenUp, restless }
  } finally {
    await stage.close()
  }
}

/** On both sides, while our server is down. */
async function letTimePass({ site, sandbox }: Stage, ms: number) {
  await site.kill()
  site.later(ms)
  await sandbox.control.advance(ms)
  await site.start()
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
