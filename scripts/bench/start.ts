import { setTimeout } from 'node:timers/promises'
import { figure, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'

const RUNS = 5
/** Startup memory is released only after Node has been idle for a while. */
const IDLE_MS = 20_000
const START_MAX_MS = 1_000
const IDLE_MAX_MB = 120

/** The time from process start to listening in a filled folder, and the memory of the idle process. */
export async function start(): Promise<Section> {
  await using folder = await fillFolder()
  const ms: number[] = []
  const rss: number[] = []
  for (let run = 0; run < RUNS; run++) {
    await using room = await folder.start()
    ms.push(room.startMs)
    await setTimeout(IDLE_MS)
    rss.push((await room.usage()).rss / 1_000_000)
  }
  const listening = figure(ms)
  const idle = figure(rss)
  return {
    title: 'Start',
    rows: [
      {
        what: 'listening, ms',
        figures: { found: listening },
        target: { says: `≤ ${START_MAX_MS}`, held: listening.median <= START_MAX_MS },
      },
      {
        what: 'idle, MB',
        figures: { found: idle },
        target: { says: `≤ ${IDLE_MAX_MB}`, held: idle.median <= IDLE_MAX_MB },
      },
    ],
  }
}

if (import.meta.main) await report('start', start)
