import { RequestError, readAnswer, urlOf } from '#contract/http/caller.ts'
import { live, type TalkEnd, type TalkMessage } from '#contract/live/calls.ts'
import {
  REACTIONS_HEADER,
  TALK_POLL_MS,
  TALK_SILENCE_MS,
  TALK_STREAM_AGAIN_MS,
} from '#contract/live/limits.ts'
import { propertiesOf } from '#pwa/lib/unknown.ts'
import { readSse } from './talk-sse.ts'

export interface TalkFollowOptions {
  eventId: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The id of the newest loaded message. */
  lastId: () => string | undefined
  onTalk: (news: TalkMessage[]) => void
  /** Called with the number of reactions of all viewers in the last seconds. */
  onReactions: (shown: number) => void
  /** Called when the event, or the user's entitlement to it, has changed. */
  onChanged: () => void
  /** Called with whether messages can be received at present. */
  onLine: (isUp: boolean) => void
  /** Whether the viewing time limit is not yet reached. */
  goesOn: () => boolean
  signal: AbortSignal
}

type Ended = TalkEnd | 'failed'
type Opened = { ended: Promise<Ended> } | null

/**
 * Receives a talk's messages until aborted: by server-sent events if possible, by polling otherwise and while the
 * stream connects. Both start after the newest known message, so that switching loses none.
 */
export async function followTalk(talk: TalkFollowOptions): Promise<void> {
  const poll = poller(talk)
  const isOn = () => !talk.signal.aborted && talk.goesOn()
  while (isOn()) {
    const opening = openStream(talk)
    const stream = await pollUntil(opening, poll, isOn)
    const ended = stream ? await stream.ended : 'failed'
    if (ended === 'right') await pauseAfterRejection(talk)
    else if (ended === 'failed')
      await pollUntil(pause(TALK_STREAM_AGAIN_MS, talk.signal), poll, isOn)
    else await pause(jittered(), talk.signal)
  }
}

const FINAL_STATUSES = [401, 403, 404]

/** If the entitlement is gone, the updated page aborts this; otherwise the request is repeated after a pause. */
async function pauseAfterRejection({ onChanged, signal }: TalkFollowOptions) {
  onChanged()
  await pause(TALK_STREAM_AGAIN_MS, signal)
}

/** Jitter, so that thousands of viewers do not poll at the same moment. */
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
  settled.catch(() => {}) // Handled where the promise is awaited below.
  while (isOn()) {
    await Promise.race([settled, pause(jittered())])
    if (isSettled || !isOn()) break
    await poll()
  }
  return settled
}

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Resolves once the stream has delivered bytes: a stream that a proxy buffers is as useless as none. */
function openStream(talk: TalkFollowOptions): Promise<Opened> {
  const { eventId, fetch, lastId, signal } = talk
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  signal.addEventListener('abort', leave)
  const last = lastId()
  return new Promise((resolve) => {
    const read = async (): Promise<Ended> => {
      let silence = setTimeout(leave, TALK_SILENCE_MS)
      try {
        const response = await fetch(urlOf(live.followTalk, { params: { id: eventId } }), {
          headers: { accept: 'text/event-stream', ...(last && { 'last-event-id': last }) },
          signal: leaving.signal,
        })
        if (FINAL_STATUSES.includes(response.status)) return 'right'
        if (!response.ok || !response.body) return 'failed'
        return await listen(talk, response.body, () => {
          clearTimeout(silence)
          silence = setTimeout(leave, TALK_SILENCE_MS)
          resolve({ ended })
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
    // A stream that ends without a byte resolves too, with its end reason.
    void ended.then(() => resolve({ ended }))
  })
}

async function listen(
  { onTalk, onReactions, onChanged, onLine, goesOn }: TalkFollowOptions,
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): Promise<Ended> {
  onReactions(0) // The stream says when there are any.
  const onChunk = () => {
    onBytes()
    onLine(true)
  }
  for await (const { event, data } of readSse(body, onChunk)) {
    if (!goesOn()) break
    // Our own server's events and answers: their shape is the contract's.
    if (event === 'message') onTalk([JSON.parse(data) as TalkMessage])
    if (event === 'reactions') onReactions(Number(data))
    if (event === 'changed') onChanged()
    if (event === 'end') return endIn(data)
  }
  return 'again'
}

const ENDS: readonly TalkEnd[] = ['right', 'token', 'again']

function endIn(data: string): TalkEnd {
  const { reason } = propertiesOf(JSON.parse(data))
  return ENDS.find((end) => end === reason) ?? 'again'
}

/** Polls for messages after the newest known one; sends the ETag of an empty answer with the next request. */
function poller(talk: TalkFollowOptions) {
  const { eventId, fetch, lastId, onTalk, onReactions, onLine, signal } = talk
  let nothingNew: string | null = null
  return async function poll(): Promise<void> {
    const url = urlOf(live.listTalk, { params: { id: eventId }, query: { after: lastId() } })
    const headers = { ...(nothingNew && { 'if-none-match': nothingNew }) }
    try {
      const response = await fetch(url, { headers, signal })
      const news = response.status === 304 ? [] : ((await readAnswer(response)) as TalkMessage[])
      if (response.status === 200 && news.length === 0) nothingNew = response.headers.get('etag')
      onReactions(Number(response.headers.get(REACTIONS_HEADER)))
      onLine(true)
      if (news.length > 0) onTalk(news)
    } catch (error) {
      if (signal.aborted) return
      onLine(false)
      if (error instanceof RequestError && FINAL_STATUSES.includes(error.status))
        await pauseAfterRejection(talk)
    }
  }
}
