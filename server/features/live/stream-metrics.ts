import { Counter, type Registry } from 'prom-client'

/** Registers stream metrics, computed when they are read. */
export function addStreamFigures(streams: { spoiledRuns: () => number }, registry: Registry) {
  new Counter({
    name: 'room_stream_spoiled_runs_total',
    help: 'Runs of streams that ended over what the packager refused.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(streams.spoiledRuns())
    },
  })
}
