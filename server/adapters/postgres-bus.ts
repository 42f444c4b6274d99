import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'
import * as z from 'zod'
import { defined } from '#contract/lib/defined.ts'
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

interface Options {
  /** How other parts of the server reach the database. */
  sendingUrl: string
  againMs: number
  silenceMs: number
  beatMs: number
  proofMs: number
}

/**
 * Message bus between processes, over PostgreSQL's `listen` and `notify`. A broken connection is reestablished;
 * messages sent meanwhile are lost. Rejects if messages do not arrive.
 */
export async function postgresBus(
  connectionString: string,
  log: Log,
  options: Partial<Options> = {},
): Promise<Bus> {
  const bus = new PostgresBus(connectionString, log, {
    sendingUrl: connectionString,
    againMs: AGAIN_MS,
    silenceMs: SILENCE_MS,
    beatMs: BEAT_MS,
    proofMs: PROOF_MS,
    ...options,
  })
  await bus.open()
  return bus
}

class PostgresBus implements Bus {
  readonly #connectionString: string
  readonly #log: Log
  readonly #options: Options
  readonly #Client: ReturnType<typeof impatient>
  readonly #local = memoryBus()
  readonly subscribe = this.#local.subscribe
  readonly #timers: NodeJS.Timeout[] = []
  #listener: Client | null = null
  /** Queries run one after the other: a connection takes one at a time. */
  #asking: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(connectionString: string, log: Log, options: Options) {
    this.#connectionString = connectionString
    this.#log = log
    this.#options = options
    this.#Client = impatient(options.silenceMs)
  }

  async open() {
    this.#listener = await this.#listen()
    const { beatMs, proofMs } = this.#options
    // A listener sends nothing: without a heartbeat it would not notice a dead connection.
    this.#every(beatMs, () => this.#ask('select 1').catch(() => {}))
    this.#every(proofMs, () =>
      this.#prove().catch((error: unknown) => {
        this.#log.error({ error }, 'the bus does not hear its own messages')
        // Its end lets the bus listen again.
        this.#listener?.end().catch(() => {})
      }),
    )
  }

  async publish(topic: string, payload: string) {
    try {
      const parcels = parcelsOf(JSON.stringify([topic, payload]))
      await this.#ask('select pg_notify($1, parcel) from unnest($2::text[]) parcel', [
        parcels.length > 1 ? PARTS : CHANNEL,
        parcels,
      ])
    } catch (error) {
      // Not rethrown: the change is already committed, and this process's own subscribers are notified below.
      this.#log.warn({ error }, 'a bus message could not be sent to the other processes')
      await this.#local.publish(topic, payload)
    }
  }

  async close() {
    this.#closed = true
    for (const timer of this.#timers) clearInterval(timer)
    await this.#listener?.end()
  }

  #every(ms: number, act: () => unknown) {
    this.#timers.push(setInterval(act, ms).unref())
  }

  async #listen(): Promise<Client> {
    const client = this.#newClient(this.#connectionString)
    const unpack = unpacker()
    client.on('notification', ({ payload = '' }) => {
      const word = unpack(payload)
      if (word === null) return
      const [topic, text] = Word.parse(JSON.parse(word))
      void this.#local.publish(topic, text)
    })
    client.on('error', (error) =>
      this.#log.warn({ error }, 'the bus lost its connection to the database'),
    )
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      await client.query(`listen ${PARTS}`)
      await this.#prove()
    } catch (error) {
      client.end().catch(() => {}) // The connection failed already: errors of closing it do not matter.
      throw error
    }
    // Registered after the connect: a connection that failed to open ends too, and is retried already.
    client.on('end', () => void this.#reconnect())
    return client
  }

  async #reconnect() {
    while (!this.#closed) {
      try {
        this.#listener = await this.#listen()
        // Closed during the reconnect: this connection would keep the process alive.
        if (this.#closed) await this.#listener.end()
        return
      } catch (error) {
        this.#log.warn({ error }, 'the bus cannot reach the database')
        await setTimeout(this.#options.againMs)
      }
    }
  }

  /**
   * Sends a message to this process over another connection: a pooler would answer on the listening connection itself
   * while it happens to have the same one of the database.
   */
  async #prove() {
    const nonce = randomUUID()
    const heard = Promise.withResolvers<void>()
    const stop = this.subscribe(PROOF, (payload) => {
      if (payload === nonce) heard.resolve()
    })
    heard.promise.catch(() => {}) // It may be late before anybody waits.
    const { silenceMs, sendingUrl } = this.#options
    const unheard = globalThis.setTimeout(() => heard.reject(new Error(UNHEARD)), silenceMs).unref()
    const sender = this.#newClient(sendingUrl)
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

  #newClient(connectionString: string): Client {
    const { silenceMs: connectionTimeoutMillis } = this.#options
    return new this.#Client({ connectionString, connectionTimeoutMillis })
  }

  #ask(text: string, values: unknown[] = []) {
    const answered = this.#asking.then(() =>
      defined(this.#listener, 'the connection').query(text, values),
    )
    this.#asking = answered.catch(() => {})
    return answered
  }
}
