import { setTimeout } from 'node:timers/promises'
import { live } from '#contract/live/calls.ts'
import { startEncoder } from '#server/testing/encoder.ts'
import { startLiveSite } from '#server/testing/live-site.ts'
import { figure, type Row, report, type Section } from './report.ts'

/** The maximum waiting time of a viewer. */
const SOON_MS = 10_000
const LOOK_MS = 100
const ROUNDS = 3
const TIMEOUT_MS = 60_000

/** Milliseconds until the condition holds; polled ten times a second. */
async function until(isSo: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startedAt > TIMEOUT_MS)
      throw new Error('the condition was not reached within the timeout')
    await setTimeout(LOOK_MS)
  }
  return performance.now() - startedAt
}

interface Waited {
  /** From the start of the encoder to the owner's preview, and to a viewer's playlist with a segment. */
  preview: number
  playlist: number
  /** From the loss of the encoder to the report of the interruption; from the next push to new segments. */
  noticed: number
  back: number
  archive: number
}

async function broadcast(): Promise<Waited> {
  const room = await startLiveSite()
  try {
    await Promise.all([room.start('main'), room.start('ingest')])
    const { params, ingest, state, turn, fan } = await room.comingEvent()
    const { stream_key } = await ingest()
    const address = `rtmp://127.0.0.1:${room.rtmpPort}/live/${stream_key}`
    const piecesIn = async (call: typeof live.getLiveUrl | typeof live.getArchiveUrl) => {
      const text = (await (await room.playlistOf(fan, call, params))?.text()) ?? ''
      return text.split('#EXTINF').length - 1
    }
    const first = startEncoder(address)
    const preview = await until(async () => (await state()) === 'preview')
    await turn(1)
    const playlist = preview + (await until(async () => (await piecesIn(live.getLiveUrl)) > 0))
    await first.cut()
    const noticed = await until(async () => (await state()) === 'interrupted')
    const before = await piecesIn(live.getLiveUrl)
    const second = startEncoder(address)
    const back = await until(async () => (await piecesIn(live.getLiveUrl)) > before)
    await second.stop()
    await turn(3)
    const archive = await until(async () => (await piecesIn(live.getArchiveUrl)) > 0)
    return { preview, playlist, noticed, back, archive }
  } finally {
    await room.close()
  }
}

const WORDS: Record<keyof Waited, string> = {
  preview: 'from the push to the owner’s preview',
  playlist: 'from the push to a holder’s playlist',
  noticed: 'from the lost connection to its report',
  back: 'from the next push to new segments',
  archive: 'from the end to the archive',
}

/** The latencies of a stream for its owner and a viewer, with a real encoder and both processes. */
export async function waits(): Promise<Section> {
  const all: Waited[] = []
  for (let n = 0; n < ROUNDS; n++) all.push(await broadcast())
  const rows = (Object.keys(WORDS) as (keyof Waited)[]).map((what): Row => {
    const value = figure(all.map((one) => one[what]))
    const held = Math.max(...all.map((one) => one[what])) <= SOON_MS
    return { what: WORDS[what], figures: { ms: value }, target: { says: '≤ 10 s', held } }
  })
  return { title: 'Stream latency from the encoder to the viewer', rows }
}

if (import.meta.main) await report('broadcast', waits)
