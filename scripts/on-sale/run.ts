import { events } from '#contract/events/calls.ts'
import { RequestError } from '#contract/http/caller.ts'
import { CROWD_RETRY_FOR_MS } from '#contract/payments/limits.ts'
import { callerOf, confirm, withRetry } from '../chaos/buyer.ts'
import { createEnvironment, type Environment } from '../chaos/environment.ts'
import { addEvent, addMember, addPerson, addSeller } from '../chaos/people.ts'

/** The provider's rate limit. */
const CALLS_PER_SECOND = 25
const OWNER = 'owner'
const EVENT = 'evening'

export interface Visit {
  buyer: string
  has: boolean
  /** The error message, if there is no ticket. */
  message: string | null
  status: number | null
  /** From the press of the button to the result. */
  ms: number
}
export interface OnSale {
  visits: Visit[]
  tickets: string[]
  /** The buyers charged at the provider. */
  charged: string[]
  /** The buyers with a customer at the provider. */
  introduced: string[]
  /** Calls refused by the provider's rate limit. */
  tooMany: number
  taken: number
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** All buyers press the button at the same moment. */
export async function onSale({
  buyers,
  seats,
}: {
  buyers: number
  seats: number
}): Promise<OnSale> {
  const environment = await createEnvironment()
  const { sandbox, engine, site } = environment
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
    const visits = await Promise.all(names.map((name) => visit(environment, name, account)))
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
    await environment.close()
  }
}

/** One browser with the app's behavior: retries a full queue for a while. */
async function visit(environment: Environment, buyer: string, account: string): Promise<Visit> {
  const call = callerOf(environment, buyer)
  const pressedAt = performance.now()
  const result = (message: string | null, status: number | null = null): Visit => ({
    buyer,
    has: message === null,
    message,
    status,
    ms: performance.now() - pressedAt,
  })
  async function start() {
    const body = { event_id: EVENT, token: 'tok_visa' }
    for (let waited = 0; ; )
      try {
        return await call(events.startJoin, { body }, { idempotencyKey: buyer })
      } catch (error) {
        const again =
          error instanceof RequestError && error.status === 503 ? error.retryAfterMs : null
        if (again === null || waited + again > CROWD_RETRY_FOR_MS) throw error
        waited += again
        await pause(again)
      }
  }
  try {
    const { paymentIntent } = await start()
    await confirm(environment.provider, account, paymentIntent)
    const body = { event_id: EVENT, paymentIntentId: paymentIntent.id }
    await withRetry(() => call(events.join, { body }))
    return result(null)
  } catch (error) {
    if (error instanceof RequestError) return result(error.message, error.status)
    return result(String(error), 0)
  }
}
