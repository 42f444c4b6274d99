import { Counter, type Registry } from 'prom-client'
import type { StreamTotals } from './running-streams.ts'

/** Registers stream metrics, computed when they are read. */
export function addStreamFigures(
  streams: { totals: () => Readonly<StreamTotals> },
  registry: Registry,
) {
  const counter = (name: string, help: string, which: keyof StreamTotals) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(streams.totals()[which])
      },
    })
  counter(
    'room_stream_spoiled_runs_total',
    'Runs of streams that ended over what the packager refused.',
    'spoiledRuns',
  )
  counter(
    'room_stream_dropped_renditions_total',
    'Renditions of streams that were dropped, as the machine is too slow for them.',
    'droppedRungs',
  )
  counter(
    'room_stream_failed_encoders_total',
    'Encoders of renditions that ended by themselves and were started again.',
    'failedEncoders',
  )
}
