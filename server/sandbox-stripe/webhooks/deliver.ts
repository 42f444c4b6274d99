import { createHmac } from 'node:crypto'
import { chance, strikeWebhook } from '../control/faults.ts'
import type { World } from '../core/answer.ts'
import { written } from '../core/request.ts'
import { createScope } from '../core/scope.ts'
import { withPending } from './events.ts'

/** Stripe's signature: the time in seconds, and an HMAC of `time.body`. */
function sign(body: string, secret: string, seconds: number): string {
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${v1}`
}

interface Delivery {
  id: number
  account: string
  event: string
  endpoint: string
  due: number
  attempts: number
}

const ANSWER_WITHIN_MS = 10_000
const GIVE_UP_AFTER_MS = 3 * 86_400_000
const LONGEST_PAUSE_MS = 6 * 3_600_000
/** Default delay of a webhook with the fault `delay`. */
const LATE_MS = 1_000
const LOOK_EVERY_MS = 100

/** Delivers due webhooks, for each endpoint sequentially and in order. */
export class Deliverer {
  readonly #world: World
  readonly #sending = new Map<string, Promise<void>>()
  readonly #stopping = new AbortController()
  readonly #timer: ReturnType<typeof setInterval>

  constructor(world: World) {
    this.#world = world
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY_MS)
  }

  wake(): void {
    if (this.#stopping.signal.aborted) return
    for (const endpoint of waitingEndpoints(this.#world))
      if (!this.#sending.has(endpoint))
        this.#sending.set(
          endpoint,
          this.#drain(endpoint).finally(() => {
            this.#sending.delete(endpoint)
            this.wake() // For events that arrived during the delivery.
          }),
        )
  }

  /** Whether no delivery is running or due. */
  isIdle(): boolean {
    return this.#sending.size === 0 && waitingEndpoints(this.#world).length === 0
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await Promise.all(this.#sending.values())
  }

  async #drain(endpoint: string): Promise<void> {
    const { signal } = this.#stopping
    const next = () => (signal.aborted ? undefined : nextDelivery(this.#world, endpoint))
    for (let delivery = next(); delivery; delivery = next())
      if (!misled(this.#world, delivery)) await send(this.#world, delivery, signal)
  }
}

const waitingEndpoints = ({ db, clock }: World) =>
  db
    .prepare<[number], string>(
      "select distinct endpoint from delivery where state = 'waiting' and due <= ?",
    )
    .pluck()
    .all(clock.nowMs())

const nextDelivery = ({ db, clock }: World, endpoint: string) =>
  db
    .prepare<[string, number], Delivery>(
      `select * from delivery where state = 'waiting' and endpoint = ? and due <= ?
       order by due, id limit 1`,
    )
    .get(endpoint, clock.nowMs())

/** Applies faults to the first attempt; true if it is not sent now. */
function misled(world: World, delivery: Delivery): boolean {
  if (delivery.attempts > 0) return false
  const event = createScope(world, delivery.account).find('event', delivery.event)
  return world.db
    .transaction(() => {
      const rule = event ? strikeWebhook(world.db, event.type) : null
      // Faults do not apply to later attempts.
      world.db.prepare('update delivery set attempts = 1 where id = ?').run(delivery.id)
      if (rule?.do === 'drop') finish(world, delivery, 'dropped')
      if (rule?.do === 'duplicate') repeat(world, delivery)
      const late = rule?.ms ?? LATE_MS
      if (rule?.do === 'delay') postpone(world, delivery, late)
      if (rule?.do === 'reorder')
        postpone(world, delivery, late * (0.5 + chance(rule.seed ?? 1, delivery.id) / 2))
      return rule !== null && rule.do !== 'duplicate'
    })
    .immediate()
}

async function send(world: World, delivery: Delivery, stopping: AbortSignal): Promise<void> {
  const platform = createScope(world, '')
  const endpoint = platform.find('webhook_endpoint', delivery.endpoint)
  const event = platform.as(delivery.account).find('event', delivery.event)
  if (!endpoint || !event || endpoint.status !== 'enabled') {
    finish(world, delivery, 'given_up')
    return
  }
  const body = written(withPending(platform, event))
  const { signature_clock: by } = platform.settings
  const at = by === 'wall' ? Date.now() : world.clock.nowMs()
  const { secret = '' } = platform.hidden(endpoint.id)
  const signature = sign(body, secret, Math.floor(at / 1000))
  if (await arrives(endpoint.url, body, signature, stopping)) finish(world, delivery, 'done')
  else if (!stopping.aborted) again(world, delivery, event.created * 1000)
}

/** Whether it answers 2xx within ten seconds; a redirect is a failure. */
async function arrives(url: string, body: string, signature: string, stopping: AbortSignal) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN_MS), stopping]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signature,
      },
    })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false // Unreachable or too slow: retried like any other failure.
  }
}

const finish = ({ db }: World, { id }: Delivery, state: 'done' | 'dropped' | 'given_up') =>
  void db.prepare('update delivery set state = ? where id = ?').run(state, id)

const postpone = ({ db, clock }: World, { id }: Delivery, ms: number) =>
  db.prepare('update delivery set due = ? where id = ?').run(Math.ceil(clock.nowMs() + ms), id)

const repeat = ({ db, clock }: World, { account, event, endpoint }: Delivery) =>
  db
    .prepare(
      'insert into delivery (account, event, endpoint, due, attempts) values (?, ?, ?, ?, 1)',
    )
    .run(account, event, endpoint, clock.nowMs())

/** Schedules a retry: doubling pauses for three days of simulated time. */
function again(world: World, delivery: Delivery, createdMs: number): void {
  const { webhook_retry_ms: first } = createScope(world, '').settings
  const attempts = Math.max(1, delivery.attempts)
  const pause = Math.min(first * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
  if (world.clock.nowMs() - createdMs > GIVE_UP_AFTER_MS) {
    finish(world, delivery, 'given_up')
    return
  }
  world.db.prepare('update delivery set attempts = ? where id = ?').run(attempts + 1, delivery.id)
  postpone(world, delivery, pause)
}
