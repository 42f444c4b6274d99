import { TALK_CATCH_UP } from '#contract/live/limits.ts'
import { orNotFound } from '#server/http/api-error.ts'
import type { Deps } from '#server/process/deps.ts'
import { type TalkLine, talkLineOf } from './line.ts'
import * as query from './queries.ts'
import { TalkWindow, WINDOW } from './window.ts'

/** Bus topic: seq of an event's newest line, and the event's id. */
const TALK = 'talk'
/** In place of a seq: a hidden line was restored, so the window must be read again. */
const ANEW = 0
/** Interval of reading new lines from the database, since bus messages may be lost. */
const HEAL_MS = 1_000
/** Events without a reader for this time are removed from memory. */
const IDLE_MS = 60_000
/** Interval of reading the window again, since names and icons of authors may change. */
const RENEW_MS = 300_000

export interface Channel {
  eventId: string
  window: TalkWindow
  /** Called with new lines, in order, each once. */
  listeners: Set<(fresh: TalkLine[]) => void>
  /** Resolves once the window contains everything committed before the call. */
  refresh: () => Promise<void>
}
interface CachedChannel extends Channel {
  opened: Promise<void>
  /** Milliseconds of the process's monotonic clock. */
  usedAt: number
  renewAt: number
}

/** Windows of talk in memory: read from the database, kept current by bus messages. */
export class TalkFeed {
  readonly #deps: Deps
  readonly #channels = new Map<string, CachedChannel>()
  readonly #unheard
  #healing: NodeJS.Timeout | null = null
  readonly #announcing

  constructor(deps: Deps) {
    this.#deps = deps
    this.#unheard = deps.bus.subscribe(TALK, (payload) => {
      const [seq = '', eventId = ''] = payload.split(' ')
      const channel = this.#channels.get(eventId)
      if (channel && Number(seq) === ANEW) channel.renewAt = 0
      if (channel && (Number(seq) === ANEW || Number(seq) > channel.window.last()))
        this.#refreshOrDrop(channel)
    })
    this.#announcing = announcer((payload) => this.#deps.bus.publish(TALK, payload))
  }

  #refreshOrDrop(channel: CachedChannel) {
    channel.refresh().catch((error: unknown) => {
      this.#deps.log.warn({ error, event: channel.eventId }, 'Could not read the talk of an event.')
      if (channel.listeners.size === 0) this.#channels.delete(channel.eventId)
    })
  }

  #heal() {
    const now = performance.now()
    for (const channel of this.#channels.values()) {
      const isIdle = channel.listeners.size === 0 && now - channel.usedAt > IDLE_MS
      if (isIdle) this.#channels.delete(channel.eventId)
      else this.#refreshOrDrop(channel)
    }
    if (this.#channels.size === 0) this.#stop()
  }

  #stop() {
    if (this.#healing) clearInterval(this.#healing)
    this.#healing = null
  }

  /** Window of an event that is in memory. */
  peek(eventId: string): TalkWindow | undefined {
    const channel = this.#channels.get(eventId)
    if (channel) channel.usedAt = performance.now()
    return channel?.window
  }

  async open(eventId: string): Promise<Channel> {
    const known = this.#channels.get(eventId)
    const channel = known ?? openChannel(this.#deps.read, eventId)
    channel.usedAt = performance.now()
    if (!known) this.#channels.set(eventId, channel)
    this.#healing ??= setInterval(() => this.#heal(), HEAL_MS).unref()
    await channel.opened.catch((error: unknown) => {
      if (this.#channels.get(eventId) === channel) this.#channels.delete(eventId)
      throw error
    })
    return channel
  }

  /** Makes all processes read the window again, including this one. */
  renew(eventId: string) {
    return this.#deps.bus.publish(TALK, `${ANEW} ${eventId}`)
  }

  /** Publishes the newest seq to the other processes. */
  announce(eventId: string, seq: number) {
    return this.#announcing(eventId, seq)
  }

  close() {
    this.#stop()
    this.#unheard()
    this.#channels.clear()
  }
}

function openChannel(read: Deps['read'], eventId: string): CachedChannel {
  const window = new TalkWindow()
  const listeners: Channel['listeners'] = new Set()
  let ownerId = ''

  async function fill() {
    const owner = orNotFound(await query.findEventOwner(read, eventId))
    ownerId = owner.owner_id
    const rows = await query.newestTalk(read, eventId, WINDOW)
    const lines = rows.reverse().map((row) => talkLineOf(row, ownerId))
    const last = window.last()
    window.fill(lines, rows.length < WINDOW)
    announce(lines.filter(({ seq }) => seq > last))
  }
  function announce(fresh: TalkLine[]) {
    if (fresh.length > 0) for (const listener of listeners) listener(fresh)
  }
  async function catchUp() {
    for (;;) {
      const rows = await query.talkAfter(read, eventId, window.last(), TALK_CATCH_UP)
      announce(window.append(rows.map((row) => talkLineOf(row, ownerId))))
      if (rows.length < TALK_CATCH_UP) return
    }
  }

  const opened = fill()
  const channel: CachedChannel = {
    eventId,
    window,
    listeners,
    opened,
    usedAt: 0,
    renewAt: performance.now() + RENEW_MS,
    refresh: inTurn(async () => {
      await opened
      await catchUp()
      if (performance.now() < channel.renewAt) return
      channel.renewAt = performance.now() + RENEW_MS
      await fill()
    }),
  }
  return channel
}

/** Runs one call at a time. Calls during a run share the next run, so that it begins after each of them. */
export function inTurn(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const start = () => {
    next = null
    running = work().finally(() => {
      running = null
    })
    return running
  }
  return () => {
    if (!running) return start()
    next ??= running.then(start, start)
    return next
  }
}

/** Merges concurrent announcements of an event into one with the newest seq. */
function announcer(publish: (payload: string) => Promise<void>) {
  const newest = new Map<string, number>()
  const notified = new Set<string>()
  return async function announce(eventId: string, seq: number): Promise<void> {
    newest.set(eventId, Math.max(seq, newest.get(eventId) ?? 0))
    if (notified.has(eventId)) return
    notified.add(eventId)
    try {
      let published = 0
      for (let seq = newest.get(eventId); seq && seq !== published; seq = newest.get(eventId)) {
        await publish(`${seq} ${eventId}`)
        published = seq
      }
    } finally {
      notified.delete(eventId)
      newest.delete(eventId)
    }
  }
}
