import { tally } from './tally.ts'
import { follower, type Hall, poller, type Viewer } from './viewer.ts'

/** The viewers of one talk, driven by `live.ts`: the first ones use event streams, the others poll. */
export interface ViewersJob extends Hall {
  tokens: string[]
  streams: number
}
export type ViewersMessage =
  | { come: ViewersJob }
  | { begin: true }
  | { postMessage: { upTo: number } }

const COMING_AT_ONCE = 50
const viewers: Viewer[] = []
let counted = tally()
/** Forwards to the current tally: viewers connect before counting begins. */
const recorder = {
  answered: (ms: number) => counted.answered(ms),
  missed: () => counted.missed(),
  failed: (why: string) => counted.failed(why),
  heard: (seq: number, sentAt: number) => counted.heard(seq, sentAt),
  gap: (lines: number) => counted.gap(lines),
  doubled: () => counted.doubled(),
}

async function come({ tokens, streams, ...hall }: ViewersJob) {
  for (let at = 0; at < streams; at += COMING_AT_ONCE) {
    const some = tokens.slice(at, Math.min(at + COMING_AT_ONCE, streams))
    viewers.push(...(await Promise.all(some.map((token) => follower(hall, token, recorder)))))
  }
  for (const token of tokens.slice(streams)) viewers.push(poller(hall, token, recorder))
  return { here: viewers.length }
}

async function answer(message: ViewersMessage) {
  if ('come' in message) return come(message.come)
  if ('begin' in message) {
    counted = tally()
    return {}
  }
  return {
    ...counted.sum(),
    behind: viewers.filter(({ seq }) => seq() < message.postMessage.upTo).length,
  }
}

process.on('message', (message: ViewersMessage) => {
  answer(message).then(
    (answered) => process.send?.(answered),
    (error: Error) => process.send?.({ wrong: error.message }),
  )
})
process.once('disconnect', () => process.exit())
