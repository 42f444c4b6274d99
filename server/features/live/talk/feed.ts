import { TALK_CATCH_UP } from '#contract/limits.ts'
import { notFound } from '#server/http/refusal.ts'
import type { Deps } from '#server/process/deps.ts'
import { type Line, lineOf } from './line.ts'
import * as query from './queries.ts'
import { type TalkWindow, talkWindow, WINDOW } from './window.ts'

/** On the bus: the seq of an event's newest line, and the event. */
const TALK = 'talk'
/** In place of a seq: a line that was gone is back, so that what lies in memory is to be read again. */
const ANEW = 0
/** Word of another process may be lost: this often the database is asked, once for all who follow. */
const HEAL_MS = 1_000
/** An event that nobody asked about for this long is forgotten. */
const IDLE_MS = 60_000
/** What people look like may change while they talk: their names are read anew this often. */
const RENEW_MS = 300_000

export interface Channel {
  eventId: string
  window: TalkWindow
  /** Told of new lines, in order, each once. */
  listeners: Set<(fresh: Line[]) => void>
  /** Settles once the window holds everything that was committed when it was called. */
  refresh: () => Promise<void>
}
interface Kept extends Channel {
  opened: Promise<void>
  /** Milliseconds of this process's own clock. */
  usedAt: number
  renewAt: number
}

type FeedDeps = Pick<Deps, 'read' | 'bus' | 'log'>

/** The talk of the events that somebody follows, in memory: filled from the database, kept current by word from the bus. */
export function talkFeed({ read, bus, log }: FeedDeps) {
  const channels = new Map<string, Kept>()
  const unheard = bus.subscribe(TALK, (payload) => {
    const [seq = '', eventId = ''] = payload.split(' ')
    const channel = channels.get(eventId)
    if (channel && Number(seq) === ANEW) channel.renewAt = 0
    if (channel && (Number(seq) === ANEW || Number(seq) > channel.window.last()))
      refreshOrForget(channel)
  })
  let healing: NodeJS.Timeout | null = null

  function refreshOrForget(channel: Kept) {
    channel.refresh().catch((error: unknown) => {
      log.warn({ error, event: channel.eventId }, 'the talk cannot be read')
      if (channel.listeners.size === 0) channels.delete(channel.eventId)
    })
  }
  function heal() {
    const now = performance.now()
    for (const channel of channels.values()) {
      const isIdle = channel.listeners.size === 0 && now - channel.usedAt > IDLE_MS
      if (isIdle) channels.delete(channel.eventId)
      else refreshOrForget(channel)
    }
    if (channels.size === 0) stop()
  }
  function stop() {
    if (healing) clearInterval(healing)
    healing = null
  }

  return {
    /** Those that lie in memory. */
    peek: (eventId: string): TalkWindow | undefined => {
      const channel = channels.get(eventId)
      if (channel) channel.usedAt = performance.now()
      return channel?.window
    },
    async open(eventId: string): Promise<Channel> {
      const known = channels.get(eventId)
      const channel = known ?? openChannel(read, eventId)
      channel.usedAt = performance.now()
      if (!known) channels.set(eventId, channel)
      healing ??= setInterval(heal, HEAL_MS).unref()
      await channel.opened.catch((error: unknown) => {
        if (channels.get(eventId) === channel) channels.delete(eventId)
        throw error
      })
      return channel
    },
    /** For all processes, this one too. */
    renew: (eventId: string) => bus.publish(TALK, `${ANEW} ${eventId}`),
    /** Tells the other processes. */
    announce: announcer((payload) => bus.publish(TALK, payload)),
    close() {
      stop()
      unheard()
      channels.clear()
    },
  }
}
export type TalkFeed = ReturnType<typeof talkFeed>

function openChannel(read: Deps['read'], eventId: string): Kept {
  const window = talkWindow()
  const listeners: Channel['listeners'] = new Set()
  let ownerId = ''

  async function fill() {
    const owner = await query.findEventOwner(read, eventId)
    if (!owner) throw notFound()
    ownerId = owner.owner_id
    const rows = await query.newestTalk(read, eventId, WINDOW)
    const lines = rows.reverse().map((row) => lineOf(row, ownerId))
    const last = window.last()
    window.fill(lines, rows.length < WINDOW)
    tell(lines.filter(({ seq }) => seq > last))
  }
  function tell(fresh: Line[]) {
    if (fresh.length > 0) for (const listener of listeners) listener(fresh)
  }
  async function catchUp() {
    for (;;) {
      const rows = await query.talkAfter(read, eventId, window.last(), TALK_CATCH_UP)
      tell(window.append(rows.map((row) => lineOf(row, ownerId))))
      if (rows.length < TALK_CATCH_UP) return
    }
  }

  const opened = fill()
  const channel: Kept = {
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

/** Runs one at a time; whoever asks while one runs shares the next, which begins after they asked. */
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

/** Many messages in a moment are one word to the others: the newest. */
function announcer(publish: (payload: string) => Promise<void>) {
  const newest = new Map<string, number>()
  const telling = new Set<string>()
  return async function announce(eventId: string, seq: number): Promise<void> {
    newest.set(eventId, Math.max(seq, newest.get(eventId) ?? 0))
    if (telling.has(eventId)) return
    telling.add(eventId)
    try {
      for (let told = 0; told !== newest.get(eventId); ) {
        told = newest.get(eventId)!
        await publish(`${told} ${eventId}`)
      }
    } finally {
      telling.delete(eventId)
      newest.delete(eventId)
    }
  }
}
