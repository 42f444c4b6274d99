import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { impatient } from '#server/db/limits-postgres.ts'
import { type Bus, memoryBus } from '#server/ports/bus.ts'
import type { Log } from '#server/ports/log.ts'
import { parcelsOf, unpacker } from './postgres-parcels.ts'

/** A message: its topic and its text. */
const Word = z.tuple([z.string(), z.string()])
const CHANNEL = 'room_bus'
/** Channel of messages in parts: processes of a release without parts do not listen on it. */
const PARTS = 'room_bus_parts'
const AGAIN_MS = 1_000
/** Timeout of a publish call, and of a listening connection that answers nothing. */
const SILENCE_MS = 5_000
const BEAT_MS = 15_000
/** Interval of the check that messages arrive. */
const PROOF_MS = 60_000
/** Topic of that check. */
const PROOF = 'bus-proof'

const UNHEARD =
  'messages between processes do not arrive: LISTEN does not work through a connection pooler in transaction mode. ' +
  'Set DATABASE_DIRECT_URL to the address of the database itself'

/**
 * Message bus between processes, over PostgreSQL's `listen` and `notify`. A broken connection is reestablished;
 * messages sent meanwhile are lost. Rejects if messages do not arrive. `sendingUrl`: how other parts of the server
 * reach the database.
 */
export async function postgresBus(
  connectionString: string,
  log: Log,
  {
    sendingUrl = connectionString,
    againMs = AGAIN_MS,
    silenceMs = SILENCE_MS,
    beatMs = BEAT_MS,
    proofMs = PROOF_MS,
  } = {},
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
      const [topic, text] = Word.parse(JSON.parse(word))
      void local.publish(topic, text)
    })
    fresh.on('error', (error) => log.warn({ error }, 'the bus lost its connection to the database'))
    try {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}`)
      await fresh.query(`listen ${PARTS}`)
      await prove()
    } catch (error) {
      fresh.end().catch(() => {}) // The connection failed already: errors of closing it do not matter.
      throw error
    }
    // Registered after the connect: a connection that failed to open ends too, and is retried already.
    fresh.on('end', () => void mend())
    return fresh
  }
  /**
   * Sends a message to this process over another connection: a pooler would answer on the listening connection itself
   * while it happens to have the same one of the database.
   */
  async function prove() {
    const nonce = randomUUID()
    const heard = Promise.withResolvers<void>()
    const stop = local.subscribe(PROOF, (payload) => {
      if (payload === nonce) heard.resolve()
    })
    heard.promise.catch(() => {}) // It may be late before anybody waits.
    const unheard = setTimeout(() => heard.reject(new Error(UNHEARD)), silenceMs).unref()
    const sender = new Client({
      connectionString: sendingUrl,
      connectionTimeoutMillis: silenceMs,
    })
    sender.on('error', () => {}) // Its queries fail, which is enough.
    try {
      await sender.connect()
      await sender.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify([PROOF, nonce])])
      await heard.promise
    } finally {
      stop()
      clearTimeout(unheard)
      sender.end().catch(() => {}) // A connection that failed to open cannot be closed.
    }
  }
  const proving = setInterval(() => {
    prove().catch((error: unknown) => {
      log.error({ error }, 'the bus does not hear its own messages')
      // Its end lets the bus listen again.
      client.end().catch(() => {})
    })
  }, proofMs)
  proving.unref()
  /** Queries run one after the other: a connection takes one at a time. */
  let asking: Promise<unknown> = Promise.resolve()
  function ask(text: string, values: unknown[] = []) {
    const answered = asking.then(() => client.query(text, values))
    asking = answered.catch(() => {})
    return answered
  }
  // A listener sends nothing: without a heartbeat it would not notice a dead connection.
  const beating = setInterval(() => ask('select 1').catch(() => {}), beatMs)
  beating.unref()
  async function mend() {
    while (!closed) {
      try {
        client = await listen()
        // Closed during the reconnect: this connection would keep the process alive.
        if (closed) await client.end()
        return
      } catch (error) {
        log.warn({ error }, 'the bus cannot reach the database')
        await new Promise((resolve) => setTimeout(resolve, againMs))
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
        // Not rethrown: the change is already committed, and this process's own subscribers are notified below.
        log.warn({ error }, 'a bus message could not be sent to the other processes')
        await local.publish(topic, payload)
      }
    },
    subscribe: local.subscribe,
    async close() {
      closed = true
      clearInterval(beating)
      clearInterval(proving)
      await client.end()
    },
  }
}
