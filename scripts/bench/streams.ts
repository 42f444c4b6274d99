import { Agent, type ClientRequest, get } from 'node:http'

/** Opens so many streams of one talk and waits for what is said there: the other end of `talk.ts`. */
export interface StreamJob {
  url: string
  token: string
  streams: number
}
const OPENING_AT_ONCE = 50

const requests: ClientRequest[] = []
const lastHeard: number[] = []

/** Settles once the stream has said its first word. */
const open = ({ url, token }: StreamJob, at: number) =>
  new Promise<void>((done, failed) => {
    const headers = { authorization: `Bearer ${token}` }
    const agent = new Agent({ maxSockets: 1 })
    const request = get(url, { headers, agent }, (response) => {
      if (response.statusCode !== 200) return failed(new Error(`${url}: ${response.statusCode}`))
      response.once('data', () => done())
      response.on('data', (part: Buffer) => {
        if (part.includes('data: ')) lastHeard[at] = performance.timeOrigin + performance.now()
      })
      return undefined
    })
    request.once('error', failed)
    requests.push(request)
  })

async function openAll(job: StreamJob) {
  for (let at = 0; at < job.streams; at += OPENING_AT_ONCE) {
    const some = Math.min(OPENING_AT_ONCE, job.streams - at)
    await Promise.all(Array.from({ length: some }, (_, n) => open(job, at + n)))
  }
  return { opened: requests.length }
}

const heardSince = (since: number) => ({
  heard: lastHeard.filter((at) => at >= since).length,
  last: Math.max(...lastHeard),
})

process.on('message', (asked: StreamJob | { since: number }) => {
  if ('since' in asked) return void process.send?.(heardSince(asked.since))
  openAll(asked).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})
process.once('disconnect', () => process.exit())
