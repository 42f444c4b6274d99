import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { World } from '../core/answer.ts'
import { Failure } from '../core/failures.ts'
import { notedSince } from '../core/journal.ts'
import { createScope } from '../core/scope.ts'
import { writeSettings } from '../core/settings.ts'
import type { createMachine } from '../machine.ts'
import type { Deliverer } from '../webhooks/deliver.ts'
import { addFault, clearFaults, listFaults } from './faults.ts'
import { readRule } from './rule.ts'
import { triggers } from './triggers.ts'

/** How long a request for idleness waits. */
const SETTLE_WITHIN_MS = 5_000

/** Test controls that Stripe does not have: clock, faults and journal. */
export function controlRoutes(
  world: World,
  deliverer: Deliverer,
  machine: ReturnType<typeof createMachine>,
) {
  const control = new Hono()
  requireSecretKey(control, world)
  control.get('/requests', (c) =>
    c.json({ requests: notedSince(world.db, Number(c.req.query('after') ?? 0)) }),
  )
  faultRoutes(control, world)
  clockRoutes(control, world, machine)
  settingRoutes(control, world)
  workRoutes(control, world, deliverer, machine)
  return control
}

function requireSecretKey(control: Hono, { keys }: World): void {
  control.use('*', async (c, next) => {
    const actual = Buffer.from(c.req.header('authorization') ?? '')
    const expected = Buffer.from(`Bearer ${keys.secret}`)
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
      return c.json({ error: 'The control needs the secret key.' }, 401)
    return next()
  })
}

function faultRoutes(control: Hono, { db }: World): void {
  control.get('/faults', (c) => c.json({ faults: listFaults(db) }))
  control.post('/faults', async (c) => {
    const rule = readRule(await c.req.json())
    return typeof rule === 'string'
      ? c.json({ error: rule }, 400)
      : c.json({ id: addFault(db, rule) })
  })
  control.delete('/faults', (c) => {
    clearFaults(db)
    return c.json({})
  })
}

function clockRoutes(
  control: Hono,
  { clock }: World,
  machine: ReturnType<typeof createMachine>,
): void {
  control.get('/clock', (c) => c.json({ now_ms: clock.nowMs() }))
  control.post('/clock', async (c) => {
    const { advance_ms: ms } = await c.req.json<{ advance_ms?: unknown }>()
    if (typeof ms !== 'number' || !Number.isInteger(ms) || ms < 0)
      return c.json({ error: 'advance_ms must be a whole number of milliseconds' }, 400)
    machine.advance(ms)
    return c.json({ now_ms: clock.nowMs() })
  })
}

function settingRoutes(control: Hono, world: World): void {
  control.get('/settings', (c) => c.json(createScope(world, '').settings))
  control.post('/settings', async (c) => {
    const { clock_offset_ms, ...settings } = await c.req.json<Record<string, unknown>>()
    const invalid =
      clock_offset_ms === undefined ? writeSettings(world.db, settings) : ['clock_offset_ms']
    return invalid.length > 0
      ? c.json({ error: `no such setting, or no value for it: ${invalid.join(', ')}` }, 400)
      : c.json(createScope(world, '').settings)
  })
}

/** Actions of people and banks, and the wait for what they cause. */
function workRoutes(
  control: Hono,
  world: World,
  deliverer: Deliverer,
  machine: ReturnType<typeof createMachine>,
): void {
  control.post('/trigger', async (c) => {
    const params = await c.req.json<Record<string, string>>()
    const trigger = triggers[params.type ?? '']
    if (!trigger) return c.json({ error: `one of: ${Object.keys(triggers).join(', ')}` }, 400)
    try {
      const result = world.db
        .transaction(() => trigger(createScope(world, params.account ?? ''), params))
        .immediate()
      machine.runDue()
      deliverer.wake()
      return c.json(result)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return c.json({ error: error.message }, 400)
    }
  })

  /** Answers when no webhook is due or being delivered; `at_rest: false` after a timeout. */
  control.get('/rest', async (c) => {
    const until = performance.now() + SETTLE_WITHIN_MS
    machine.runDue()
    deliverer.wake()
    while (!deliverer.isIdle() && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 5))
    return c.json({ at_rest: deliverer.isIdle() })
  })
}
