import { tally } from './tally.ts'
import { follower, type Hall, poller, type Viewer } from './viewer.ts'

/** Viewers of one talk, the other end of `live.ts`: the first of them follow by streams, the others poll. */
export interface CrowdJob extends Hall {
  tokens: string[]
  streams: number
}
export type CrowdAsk = { come: CrowdJob } | { begin: true } | { tell: { upTo: number } }

const COMING_AT_ONCE = 50
const viewers: Viewer[] = []
let counted = tally()
/** Viewers come before counting begins, and are counted by whatever counts then. */
const told = {
  answered: (ms: number) => counted.answered(ms),
  missed: () => counted.missed(),
  failed: (why: string) => counted.failed(why),
  heard: (seq: number, sentAt: number) => counted.heard(seq, sentAt),
  gap: (lines: number) => counted.gap(lines),
  doubled: () => counted.doubled(),
}

async function come({ tokens, streams, ...hall }: CrowdJob) {
  for (let at = 0; at < streams; at += COMING_AT_ONCE) {
    const some = tokens.slice(at, Math.min(at + COMING_AT_ONCE, streams))
    viewers.push(...(await Promise.all(some.map((token) => follower(hall, token, told)))))
  }
  for (const token of tokens.slice(streams)) viewers.push(poller(hall, token, told))
  return { here: viewers.length }
}

async function answer(asked: CrowdAsk) {
  if ('come' in asked) return come(asked.come)
  if ('begin' in asked) {
    counted = tally()
    return {}
  }
  return { ...counted.sum(), behind: viewers.filter(({ seq }) => seq() < asked.tell.upTo).length }
}

process.on('message', (asked: CrowdAsk) => {
  answer(asked).then(
    (answered) => process.send?.(answered),
    (error: Error) => process.send?.({ wrong: error.message }),
  )
})
process.once('disconnect', () => process.exit())
