import type { Cutoff, IngestReport } from '#server/ports/ingest.ts'
import { createRecorder } from '../recordings.ts'
import { type LadderDeps, LadderState } from './ladder/ladder.ts'
import { type IntakeDeps, type Source, Stream } from './stream.ts'
import { createUnwritten, unwrittenOf } from './unwritten.ts'

/** Retention of a preview: as far as a player seeks back. */
const PREVIEW_MS = 60_000
/** Reports name a disconnected encoder for this long. */
const CUTOFF_MS = 5_000
/** An encoder that has not sent for this long lost its line: the next one is itself. */
const SENDING_MS = 1_500

/**
 * Receives the streams of encoders and records them as segments; one encoder per broadcast. `ladder`: makes renditions
 * below them.
 */
export function createIntake(root: string, deps: IntakeDeps, ladder: LadderDeps | null = null) {
  const open = new Map<string, Stream>()
  const waiting = new Set<string>()
  const unwritten = createUnwritten()
  /** Ended streams whose last renditions are being made. */
  const rendering = new Set<Promise<void>>()

  const cutoffs: { broadcast: string; why: Cutoff; at: number }[] = []

  function cutOff(broadcast: string, why: Cutoff) {
    cutoffs.push({ broadcast, why, at: performance.now() })
    deps.onChange()
  }

  /** Closes the current encoder of a broadcast; resolves when everything it sent is written. */
  async function relieve(broadcast: string) {
    waiting.add(broadcast)
    for (let before = open.get(broadcast); before; before = open.get(broadcast)) {
      if (before.hasSent(SENDING_MS)) cutOff(broadcast, 'replaced')
      before.source.close()
      await before.end()
    }
    waiting.delete(broadcast)
  }

  return {
    /**
     * The latest encoder wins: the connection of the previous one is dead. Null if another encoder already waits for
     * the previous one to be written; on a stalled disk they would pile up.
     */
    async open(broadcast: string, source: Source): Promise<Stream | null> {
      if (waiting.has(broadcast)) return null
      await relieve(broadcast)
      const stream = new Stream(source, {
        ...deps,
        unwritten: unwrittenOf(unwritten),
        ladder: ladder && !source.isPlain ? new LadderState(ladder) : null,
        openFolder: async () => createRecorder(root, broadcast),
        onEnd: () => {
          if (open.get(broadcast) === stream) open.delete(broadcast)
          const rendered = stream.rendered().finally(() => rendering.delete(rendered))
          rendering.add(rendered)
        },
      })
      open.set(broadcast, stream)
      return stream
    },
    report: (): IngestReport['streams'] =>
      [...open].map(([broadcast, stream]) => ({ broadcast, ...stream.report() })),
    /** Encoders that were disconnected within the last seconds. */
    cutoffs(): NonNullable<IngestReport['cutoffs']> {
      const now = performance.now()
      cutoffs.splice(0, cutoffs.findLastIndex(({ at }) => now - at > CUTOFF_MS) + 1)
      return cutoffs.map(({ broadcast, why }) => ({ broadcast, why }))
    },
    cutOff,
    stop: (broadcast: string) => open.get(broadcast)?.source.close(),
    /** Deletes segments that are older than a minute, but none from before `from`. */
    trim: async (broadcast: string, from = 0) => open.get(broadcast)?.trim(PREVIEW_MS, from),
    /** Ends all streams; resolves when they and their renditions are written. */
    async end() {
      await Promise.all([...open.values()].map((stream) => stream.end()))
      await Promise.all(rendering)
    },
  }
}
export type Intake = ReturnType<typeof createIntake>
