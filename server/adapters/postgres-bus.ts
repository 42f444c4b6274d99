import pg from 'pg'
import { type Bus, memoryBus } from '#server/ports/bus.ts'
import type { Log } from '#server/ports/log.ts'

const CHANNEL = 'room_bus'
const AGAIN_MS = 1_000

/** One process's word to all others, over the database that they share. A broken line is mended; what was said meanwhile is lost. */
export async function postgresBus(connectionString: string, log: Log): Promise<Bus> {
  const local = memoryBus()
  let client = await listen()
  let closed = false

  async function listen() {
    const fresh = new pg.Client({ connectionString })
    fresh.on('notification', ({ payload = '' }) => {
      const [topic = '', text = ''] = JSON.parse(payload) as string[]
      void local.publish(topic, text)
    })
    fresh.on('error', (error) => log.warn({ error }, 'the bus lost its line to the database'))
    fresh.on('end', () => void mend())
    await fresh.connect()
    await fresh.query(`listen ${CHANNEL}`)
    return fresh
  }
  async function mend() {
    while (!closed) {
      try {
        client = await listen()
        return
      } catch (error) {
        log.warn({ error }, 'the bus cannot reach the database')
        await new Promise((go) => setTimeout(go, AGAIN_MS))
      }
    }
  }

  return {
    async publish(topic, payload) {
      await client.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify([topic, payload])])
    },
    subscribe: local.subscribe,
    async close() {
      closed = true
      await client.end()
    },
  }
}
