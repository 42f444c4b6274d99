import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { defined } from '#contract/lib/defined.ts'
import { DAY_MS, HOUR_MS } from '#contract/lib/durations.ts'
import { lottery } from '#contract/lottery/calls.ts'
import { allot, commitmentOf, orderOf, readList, seedOf } from '#contract/lottery/draw.ts'
import type { OwnApplication } from '#contract/lottery/kept-draw.ts'
import { verifyDraw } from '#contract/lottery/verify-draw.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { actUnderFire } from './actions.ts'
import { buy, callerOf, type PurchaseResult, type World, withRetry } from './buyer.ts'
import { addEvening, addTypes, typeId } from './entry-tickets.ts'
import type { Environment } from './environment.ts'
import { add, type Plan } from './people.ts'
import { LEASES_MS, letTimePass } from './settle.ts'

const LOT = 'lot'
const CLOSES_MS = 6 * HOUR_MS
const ANNOUNCED_MS = HOUR_MS
const BUY_DAYS = 1
/** Kills during each of the two rounds of purchases. */
const KILLS = 1
export const LOTTERY_KILLS = 2 * KILLS
const LOOK_MS = 10
const MAX_LOOKS = 6_000
const AIM_MS = 400
const IN_GROUP = 0.4
const WITHDRAWN = 0.1
/** Beyond the numbers of other purchases, as each has keys of its own. */
const LATER = 200_000
const ANSWERS = [
  [6, 'buys'],
  [2, 'declines'],
  [2, 'forgets'],
] as const

/** An evening of this owner that is sold by lot to these people: six times as many as seats. */
export async function createLottery(
  world: World,
  environment: Environment,
  { owner, people }: { owner: string; people: string[] },
  bought: (plan: Plan, result: PurchaseResult) => void,
) {
  const { db } = environment.engine
  const capacity = Math.max(2, Math.ceil(people.length / 6))
  await addEvening(db, owner, { id: LOT, capacity })
  await addTypes(db, LOT, { own: Math.ceil(capacity / 2) })
  const secret = randomBytes(32).toString('hex')
  const after = (ms: number) => new Date(Date.now() + ms).toISOString()
  await add(db, 'lottery', {
    ...{ digital_ticket_id: LOT, opens_at: after(-HOUR_MS), closes_at: after(CLOSES_MS) },
    ...{ announced_at: after(CLOSES_MS + ANNOUNCED_MS), ends_at: after(4 * DAY_MS) },
    ...{ buy_days: BUY_DAYS, max_group: 3, members_first: 1, then_sold: 0, secret },
    ...{ commitment: commitmentOf(secret), list_hash: null, drawn_at: null, over_at: null },
    ...{ passed_places: null, created_at: after(-HOUR_MS) },
  })
  const params = { id: LOT }
  const ofTicket = { params: { roomid: owner, id: LOT } }
  const applied = new Map<string, OwnApplication>()
  /** Applications without a response. */
  let unknown = 0
  const invites: string[] = []
  let round = 0

  async function apply(n: number) {
    const person = defined(people[n % people.length], 'a person')
    const call = callerOf(world, person)
    const invite = world.rng.chance('in group', n) < IN_GROUP ? invites.pop() : undefined
    const choices = world.rng.shuffle(['best', 'plain'], `choices ${n}`)
    const body = {
      choices: invite ? [] : choices.map((name) => typeId(LOT, name)),
      contribution: randomBytes(16).toString('base64url'),
      ...(invite && { invite }),
    }
    try {
      const own = await withRetry(() => call(lottery.apply, { params, body }))
      if (own.invite) invites.push(own.invite)
      const { public_id: id, contribution } = own
      if (id && contribution) applied.set(person, { id, contribution })
      if (world.rng.chance('withdraws', n) >= WITHDRAWN) return
      applied.delete(person)
      await withRetry(() => call(lottery.withdrawApplication, { params }))
    } catch (error) {
      if (error instanceof Unreachable) unknown++
      // The group has left, or is full.
      else if (!(error instanceof RequestError) || error.status !== 409) throw error
    }
  }

  async function until(isDone: () => Promise<boolean>, what: string) {
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      if (await isDone()) return
      await pause(LOOK_MS)
    }
    throw new Error(`the lottery: ${what}`)
  }
  const row = () =>
    db
      .selectFrom('lottery')
      .selectAll()
      .where('digital_ticket_id', '=', LOT)
      .executeTakeFirstOrThrow()

  /** Whether what lapsed went to the next: no group that has won nothing fits into what is free. */
  async function hasNothingIdle() {
    const now = new Date(Date.now() + environment.site.offsetMs()).toISOString()
    const lapsed = await db
      .selectFrom('seat_offer')
      .select('id')
      .where('subject_id', '=', LOT)
      .where('closed_at', 'is', null)
      .where('expires_at', '<=', now)
      .execute()
    return lapsed.length === 0 && (await listIdle()).length === 0
  }

  /** Groups that have won nothing, and for which there are places. */
  async function listIdle() {
    const { list_hash } = await row()
    const text = await db.selectFrom('draw_text').select('list').executeTakeFirstOrThrow()
    const list = defined(readList(text.list), 'a list')
    const groups = await db
      .selectFrom('application')
      .innerJoin('lottery_group', 'lottery_group.id', 'application.group_id')
      .select('public_id')
      .where('won_at', 'is', null)
      .execute()
    const waits = new Set(groups.map(({ public_id }) => public_id))
    const order = orderOf(list.entries, seedOf(secret, list_hash ?? ''))
    const ticket = await db
      .selectFrom('digital_ticket')
      .select(['capacity', 'taken'])
      .where('id', '=', LOT)
      .executeTakeFirstOrThrow()
    const types = await db
      .selectFrom('ticket_type')
      .select(['id', 'capacity', 'taken'])
      .where('digital_ticket_id', '=', LOT)
      .execute()
    const choices = list.choices.map(({ type }) => {
      const { capacity = null, taken = 0 } = types.find(({ id }) => id === type) ?? {}
      return capacity === null ? null : capacity - taken
    })
    const waiting = order.filter((entry) => entry.people.some(({ id }) => waits.has(id)))
    return allot(waiting, { total: ticket.capacity - ticket.taken, choices })
  }

  /** Those who have won buy, decline or forget it, while the server is killed. */
  async function answerWins() {
    round++
    const answer = (person: string, n: number) => async () => {
      const call = callerOf(world, person)
      const own = await withRetry(() => call(lottery.getApplication, { params, query: {} }))
      if (own.state !== 'won' || !own.type) return
      const what = world.rng.pick(ANSWERS, 'won', n, round)
      if (what === 'declines')
        await withRetry(() =>
          call(waitlist.leaveWait, { params: { kind: 'digital_ticket', id: LOT } }),
        ).catch(() => null)
      if (what !== 'buys') return
      const seat = { kind: 'digital_ticket', subject: LOT, wire: LOT, type: own.type } as const
      const plan = { ...seat, buyer: person, n: round * LATER + n }
      bought(plan, await buy(world, plan))
    }
    await actUnderFire([...applied.keys()].map(answer), {
      kills: KILLS,
      rng: world.rng,
      shoot: async () => void (await environment.site.shoot()),
    })
  }

  const textOf = async (name: string) => {
    const path = `/api/application/room/${owner}/digitalTicket/${LOT}/lottery/${name}.txt`
    return (await fetch(world.url + path)).text()
  }
  const read = async () => {
    const { commitment, list_hash } = await withRetry(() =>
      callerOf(world, owner)(lottery.getLottery, ofTicket),
    )
    return {
      commitment,
      listHash: list_hash ?? '',
      list: await textOf('list'),
      result: await textOf('result'),
    }
  }

  return {
    apply,
    /**
     * The close, the draw, and two rounds of purchases, while the server is killed. Returns what is wrong: somebody whose
     * application was confirmed is not in the list, the draw differs when it is repeated, or a seat is idle.
     */
    async hold(log: (line: string) => void): Promise<string[]> {
      await letTimePass(environment, CLOSES_MS)
      await until(async () => (await row()).list_hash !== null, 'the list was not frozen')
      for (let n = 0; n < 2; n++) {
        await environment.site.kill()
        log(`killed ${(await row()).drawn_at === null ? 'before' : 'after'} the draw`)
        await letTimePass(environment, LEASES_MS)
        await pause(world.rng.chance('draw', n) * AIM_MS)
      }
      await letTimePass(environment, LEASES_MS)
      await until(async () => (await row()).drawn_at !== null, 'no draw was made')
      await letTimePass(environment, ANNOUNCED_MS)
      const published = await read()
      const wrong = [...applied].flatMap(([person, own]) =>
        verifyDraw(published, own).differences.map((what) => `the draw of ${person}: ${what}`),
      )
      const { people: listed, winners } = verifyDraw(published, null)
      log(`${applied.size} applied, ${listed} are in the list, ${winners} groups won`)
      if (listed < applied.size || listed > applied.size + unknown)
        wrong.push(`${listed} people in the list, ${applied.size} applied`)
      await answerWins()
      await letTimePass(environment, BUY_DAYS * DAY_MS)
      await pause(world.rng.chance('second draw') * AIM_MS)
      await letTimePass(environment, LEASES_MS)
      await until(hasNothingIdle, 'seats are idle')
      await answerWins()
      if (JSON.stringify(await read()) !== JSON.stringify(published)) wrong.push('the draw changed')
      return wrong
    },
  }
}
