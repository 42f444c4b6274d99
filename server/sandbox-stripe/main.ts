import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { createApp } from './app.ts'
import type { World } from './core/answer.ts'
import { createClock } from './core/clock.ts'
import { createPace } from './core/pace.ts'
import { createStore, purge } from './core/store.ts'
import { readEnvironment } from './environment.ts'
import { createMachine } from './machine.ts'
import { operations } from './operations.ts'
import { Deliverer } from './webhooks/deliver.ts'

const { port, file, keys, publicUrl } = readEnvironment(process.env)
const db = createStore(file)
const clock = createClock(db)
purge(db, clock.nowMs())
const world: World = {
  db,
  clock,
  keys,
  publicUrl,
  operations,
  pace: createPace(),
  running: new Set(),
}
const deliverer = new Deliverer(world)
const machine = createMachine(world, deliverer)
const app = createApp(world, deliverer, machine)

const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, ready)

function ready({ port }: AddressInfo) {
  const url = `http://127.0.0.1:${port}`
  world.publicUrl ||= url
  console.log(JSON.stringify({ msg: 'ready', url }))
}

async function stop() {
  machine.stop()
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
  await deliverer.stop()
  db.close()
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
// The supervisor holds our standard input: when it is gone for any reason, stop.
if (process.env.SUPERVISED === '1')
  process.stdin
    .once('close', () => void stop())
    .resume()
    .unref()
