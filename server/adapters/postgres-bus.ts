import { impatient } from '#server/db/limits-postgres.ts'
import { type Bus, memoryBus } from '#server/ports/bus.ts'
import type { Log } from '#server/ports/log.ts'
import { parcelsOf, unpacker } from './postgres-parcels.ts'

const CHANNEL = 'room_bus'
/** Of words in parts: processes of a release that knows none do not listen there. */
const PARTS = 'room_bus_parts'
const AGAIN_MS = 1_000
/** Who tells something waits no longer; nor does a listener believe in a line that answers nothing. */
const SILENCE_MS = 5_000
const BEAT_MS = 15_000

/** One process's word to all others, over the database that they share. A broken line is mended; what was said meanwhile is lost. */
export async function postgresBus(
  connectionString: string,
  log: Log,
  { againMs = AGAIN_MS, silenceMs = SILENCE_MS, beatMs = BEAT_MS } = {},
): Promise<Bus> {
  const local = memoryBus()
  const Client = impatient(silenceMs)
  let client = await listen()
  let closed = false

  async function listen() {
    const fresh = new Client({ connectionString, connectionTimeoutMillis: silenceMs })
    const unpack = unpacker()
    fresh.on('notification', ({ payload = '' }) => {
      const word = unpack(payload)
      if (word === null) return
      const [topic = '', text = ''] = JSON.parse(word) as string[]
      void local.publish(topic, text)
    })
    fresh.on('error', (error) => log.warn({ error }, 'the bus lost its line to the database'))
    try {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}`)
      await fresh.query(`listen ${PARTS}`)
    } catch (error) {
      fresh.end().catch(() => {}) // it is of no use, whatever becomes of it
      throw error
    }
    // Not before: one that never came up ends too, and is tried again already.
    fresh.on('end', () => void mend())
    return fresh
  }
  /** One query after the other: a connection takes no second one meanwhile. */
  let asking: Promise<unknown> = Promise.resolve()
  function ask(text: string, values: unknown[] = []) {
    const answered = asking.then(() => client.query(text, values))
    asking = answered.catch(() => {})
    return answered
  }
  // A listener asks nothing: that its line is dead it would never learn.
  const beating = setInterval(() => ask('select 1').catch(() => {}), beatMs)
  beating.unref()
  async function mend() {
    while (!closed) {
      try {
        client = await listen()
        // Closed meanwhile: nobody else would end this line, and it would hold the process.
        if (closed) await client.end()
        return
      } catch (error) {
        log.warn({ error }, 'the bus cannot reach the database')
        await new Promise((go) => setTimeout(go, againMs))
      }
    }
  }

  return {
    async publish(topic, payload) {
      try {
        const parcels = parcelsOf(JSON.stringify([topic, payload]))
        await ask('select pg_notify($1, parcel) from unnest($2::text[]) parcel', [
          parcels.length > 1 ? PARTS : CHANNEL,
          parcels,
        ])
      } catch (error) {
        // What is told has happened: who tells it has not failed, and at least this process learns of it.
        log.warn({ error }, 'the other processes could not be told')
        await local.publish(topic, payload)
      }
    },
    subscribe: local.subscribe,
    async close() {
      closed = true
      clearInterval(beating)
      await client.end()
    },
  }
}
