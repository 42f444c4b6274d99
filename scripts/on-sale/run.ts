import { Refused } from '#contract/caller.ts'
import { events } from '#contract/events.ts'
import { CROWD_RETRY_FOR_MS } from '#contract/limits.ts'
import { callerOf, confirm, patiently } from '../chaos/buyer.ts'
import { openStage, type Stage } from '../chaos/stage.ts'
import { addEvent, addMember, addPerson, addSeller } from '../chaos/town.ts'

/** What the provider allows. */
const CALLS_PER_SECOND = 25
const OWNER = 'owner'
const EVENT = 'evening'

export interface Visit {
  buyer: string
  has: boolean
  /** What they were told where they have nothing. */
  words: string | null
  status: number | null
  /** From the press of the button to the answer. */
  ms: number
}
export interface OnSale {
  visits: Visit[]
  tickets: string[]
  /** Who was charged, at the provider. */
  charged: string[]
  /** Whom the provider ever heard of. */
  introduced: string[]
  /** Calls that the provider found one too many. */
  tooMany: number
  taken: number
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** So many buyers press at the same moment for so many seats. */
export async function onSale({
  buyers,
  seats,
}: {
  buyers: number
  seats: number
}): Promise<OnSale> {
  const stage = await openStage()
  const { sandbox, engine, site } = stage
  const { db } = engine
  try {
    const account = await addSeller(db, sandbox, OWNER, 0)
    await addEvent(db, OWNER, EVENT, seats)
    const names = Array.from({ length: buyers }, (_, nth) => `buyer${nth}`)
    for (const name of names) {
      await addPerson(db, name)
      await addMember(db, OWNER, name)
    }
    await site.start()
    await sandbox.control.settings({ calls_per_second: CALLS_PER_SECOND })
    const visits = await Promise.all(names.map((name) => visit(stage, name, account)))
    await sandbox.control.settings({ calls_per_second: 0 })

    const at = { stripeAccount: account }
    const charged: string[] = []
    for await (const { status, metadata } of sandbox.stripe.paymentIntents.list({ limit: 100 }, at))
      if (status === 'succeeded') charged.push(metadata.user_id!)
    const introduced: string[] = []
    for await (const { metadata } of sandbox.stripe.customers.list({ limit: 100 }))
      introduced.push(metadata.user_id!)
    const requests = await sandbox.control.requests()
    const rights = await db
      .selectFrom('entitlement')
      .select('user_id')
      .where('subject_id', '=', EVENT)
      .where('status', '=', 'valid')
      .execute()
    const event = await db
      .selectFrom('event')
      .select('taken')
      .where('id', '=', EVENT)
      .executeTakeFirstOrThrow()
    return {
      visits,
      tickets: rights.map(({ user_id }) => user_id).sort(),
      charged: charged.sort(),
      introduced,
      tooMany: requests.filter(({ status, caller }) => status === 429 && caller === 'platform')
        .length,
      taken: event.taken,
    }
  } finally {
    await stage.close()
  }
}

/** One browser, as the app behaves: sent away from the line, it comes back by itself for a while. */
async function visit(stage: Stage, buyer: string, account: string): Promise<Visit> {
  const call = callerOf(stage, buyer)
  const pressedAt = performance.now()
  const told = (words: string | null, status: number | null = null): Visit => ({
    buyer,
    has: words === null,
    words,
    status,
    ms: performance.now() - pressedAt,
  })
  async function start() {
    const body = { event_id: EVENT, token: 'tok_visa' }
    for (let waited = 0; ; )
      try {
        return await call(events.startJoin, { body }, { idempotencyKey: buyer })
      } catch (error) {
        const again = error instanceof Refused && error.status === 503 ? error.retryAfterMs : null
        if (again === null || waited + again > CROWD_RETRY_FOR_MS) throw error
        waited += again
        await pause(again)
      }
  }
  try {
    const { paymentIntent } = await start()
    await confirm(stage.provider, account, paymentIntent)
    const body = { event_id: EVENT, paymentIntentId: paymentIntent.id }
    await patiently(() => call(events.join, { body }))
    return told(null)
  } catch (error) {
    if (error instanceof Refused) return told(error.message, error.status)
    return told(String(error), 0)
  }
}
