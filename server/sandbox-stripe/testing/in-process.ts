import Stripe from 'stripe'
import { createApp } from '../app.ts'
import type { World } from '../core/answer.ts'
import { createClock } from '../core/clock.ts'
import { createPace } from '../core/pace.ts'
import { createScope, type Scope } from '../core/scope.ts'
import { createStore } from '../core/store.ts'
import { createMachine } from '../machine.ts'
import { operations } from '../operations.ts'
import { Deliverer } from '../webhooks/deliver.ts'

const KEYS = { secret: 'sk_test_sandbox', publishable: 'pk_test_sandbox' }
const HOST = 'provider.test'

export type MountedSandbox = ReturnType<typeof mountSandbox>

/**
 * The sandbox in this process: its app behind the SDK's `fetch`, its data in memory, its clock the test's. Nothing
 * happens by itself: no job runs, and no webhook is sent, until the test says so.
 */
export function mountSandbox(now: () => Date) {
  const db = createStore(':memory:')
  const world: World = {
    db,
    clock: createClock(db, () => now().getTime()),
    keys: KEYS,
    publicUrl: `https://${HOST}`,
    operations,
    pace: createPace(),
    running: new Set(),
  }
  const deliverer = new Deliverer(world)
  const machine = createMachine(world, deliverer)
  machine.stop()
  void deliverer.stop()
  const app = createApp(world, deliverer, machine)

  const sent: { path: string; body: string }[] = []
  async function request(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const { pathname: path } = new URL(input instanceof Request ? input.url : input)
    if (typeof init?.body === 'string') sent.push({ path, body: init.body })
    let isCut = false
    const destroy = () => {
      isCut = true
    }
    const answer = await app.fetch(new Request(input, init), { outgoing: { destroy } })
    if (isCut) throw new TypeError('the connection was cut')
    return answer
  }

  return {
    db,
    /** Without retries of its own, which would wait, and find what a test has lost. */
    stripe: new Stripe(KEYS.secret, {
      host: HOST,
      httpClient: Stripe.createFetchHttpClient(request),
      maxNetworkRetries: 0,
      telemetry: false,
    }),
    /** What was last sent to a path, with this parameter; null if nothing was. */
    lastSent(path: string, param?: string): URLSearchParams | null {
      const bodies = sent
        .filter((one) => one.path === path)
        .map(({ body }) => new URLSearchParams(body))
      return bodies.findLast((body) => param === undefined || body.has(param)) ?? null
    },
    /** Runs in a transaction with an account's objects; '': the platform's. */
    act: <T>(account: string, work: (scope: Scope) => T): T =>
      db.transaction(() => work(createScope(world, account))).immediate(),
    /** The account that owns an object. */
    ownerOf(id: string): string {
      const owner = db.prepare('select account from object where id = ?').pluck().get(id)
      if (typeof owner !== 'string') throw new Error(`the sandbox has no ${id}`)
      return owner
    },
  }
}
