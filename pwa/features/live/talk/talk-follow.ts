import { Refused, readAnswer, urlOf } from '#contract/caller.ts'
import { TALK_POLL_MS, TALK_SILENCE_MS, TALK_STREAM_AGAIN_MS } from '#contract/limits.ts'
import { live, type TalkEnd, type TalkMessage } from '#contract/live.ts'
import { readSse } from './talk-sse.ts'

export interface Followed {
  eventId: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The id of the newest line that is known here. */
  lastId: () => string | undefined
  onTalk: (news: TalkMessage[]) => void
  /** The event, or one's right to it, is not what it was. */
  onChanged: () => void
  /** Whether lines can be had at present. */
  onLine: (isUp: boolean) => void
  /** The time to watch is not over. */
  goesOn: () => boolean
  signal: AbortSignal
}

type Ended = TalkEnd | 'failed'
type Opened = { ended: Promise<Ended> } | null

/**
 * Follows a talk until it is told to stop: by server-sent events where they come through, by polling meanwhile and
 * otherwise. Either begins after the newest line that is known, so that going over loses nothing.
 */
export async function followTalk(talk: Followed): Promise<void> {
  const poll = poller(talk)
  const isOn = () => !talk.signal.aborted && talk.goesOn()
  while (isOn()) {
    const opening = openStream(talk)
    const stream = await pollUntil(opening, poll, isOn)
    const ended = stream ? await stream.ended : 'failed'
    if (ended === 'right') await refused(talk)
    else if (ended === 'failed')
      await pollUntil(pause(TALK_STREAM_AGAIN_MS, talk.signal), poll, isOn)
    else await pause(jittered(), talk.signal)
  }
}

const REFUSALS = [401, 403, 404]

/** Where the right is really gone, the page changes and this ends with it; else it is tried again, in no hurry. */
async function refused({ onChanged, signal }: Followed) {
  onChanged()
  await pause(TALK_STREAM_AGAIN_MS, signal)
}

/** Thousands watch: nobody's second may be everybody's second. */
const jittered = () => TALK_POLL_MS * (0.9 + Math.random() / 5)

/** Polls each second until `waiting` has settled. */
async function pollUntil<T>(
  waiting: Promise<T>,
  poll: () => Promise<void>,
  isOn: () => boolean,
): Promise<T> {
  let isSettled = false
  const settled = waiting.finally(() => {
    isSettled = true
  })
  settled.catch(() => {}) // whoever awaits it below learns of it
  while (isOn()) {
    await Promise.race([settled, pause(jittered())])
    if (isSettled || !isOn()) break
    await poll()
  }
  return settled
}

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })

/** Settles once the stream has said something: a proxy that keeps it to itself is as good as none. */
function openStream(talk: Followed): Promise<Opened> {
  const { eventId, fetch, lastId, signal } = talk
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  signal.addEventListener('abort', leave)
  const last = lastId()
  return new Promise((opened) => {
    const read = async (): Promise<Ended> => {
      let silence = setTimeout(leave, TALK_SILENCE_MS)
      try {
        const response = await fetch(urlOf(live.followTalk, { params: { id: eventId } }), {
          headers: { accept: 'text/event-stream', ...(last && { 'last-event-id': last }) },
          signal: leaving.signal,
        })
        if (REFUSALS.includes(response.status)) return 'right'
        if (!response.ok || !response.body) return 'failed'
        return await listen(talk, response.body, () => {
          clearTimeout(silence)
          silence = setTimeout(leave, TALK_SILENCE_MS)
          opened({ ended })
        })
      } finally {
        clearTimeout(silence)
      }
    }
    const ended = read()
      .catch((): Ended => (leaving.signal.aborted ? 'again' : 'failed'))
      .finally(() => {
        signal.removeEventListener('abort', leave)
        leave()
      })
    // One that never said anything still has its end, and its reason.
    void ended.then(() => opened({ ended }))
  })
}

async function listen(
  { onTalk, onChanged, onLine, goesOn }: Followed,
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): Promise<Ended> {
  const heard = () => {
    onBytes()
    onLine(true)
  }
  for await (const { event, data } of readSse(body, heard)) {
    if (!goesOn()) break
    if (event === 'message') onTalk([JSON.parse(data) as TalkMessage])
    if (event === 'changed') onChanged()
    if (event === 'end') return (JSON.parse(data) as { reason: TalkEnd }).reason
  }
  return 'again'
}

/** Asks for what came after the newest known; what it is told about nothing new is remembered, and asked with next time. */
function poller(talk: Followed) {
  const { eventId, fetch, lastId, onTalk, onLine, signal } = talk
  let nothingNew: string | null = null
  return async function poll(): Promise<void> {
    const url = urlOf(live.listTalk, { params: { id: eventId }, query: { after: lastId() } })
    const headers = { ...(nothingNew && { 'if-none-match': nothingNew }) }
    try {
      const response = await fetch(url, { headers, signal })
      const news = response.status === 304 ? [] : ((await readAnswer(response)) as TalkMessage[])
      if (response.status === 200 && news.length === 0) nothingNew = response.headers.get('etag')
      onLine(true)
      if (news.length > 0) onTalk(news)
    } catch (error) {
      if (signal.aborted) return
      onLine(false)
      if (error instanceof Refused && REFUSALS.includes(error.status)) await refused(talk)
    }
  }
}
