import { statfs } from 'node:fs/promises'
import type { Health } from '#contract/operator/system/calls.ts'
import type { FfmpegState } from '#server/ports/ingest.ts'
import type { SystemDeps } from '../deps.ts'
import * as query from './queries.ts'

/** Every job runs more often than this, or is retried within a minute. */
const LATE_MS = 10 * 60_000

/** System health from database and disk. */
export function systemHealthOf({ read, engine, clock, config, streams }: SystemDeps) {
  const startedAt = new Date(clock.now().getTime() - process.uptime() * 1000).toISOString()

  return async (): Promise<Health> => {
    const now = clock.now()
    const lateBefore = new Date(now.getTime() - LATE_MS).toISOString()
    const [jobs, waiting, givenUp, notices, onAir, migration, size, disk] = await Promise.all([
      query.listJobs(read),
      query.findWaiting(read, now.toISOString()),
      query.countGivenUp(read),
      query.countNotices(read),
      query.countOnAir(read),
      query.newestMigration(read),
      query.sizeOf(read, engine.kind),
      diskOf(config.dataDir),
    ])
    return {
      now: now.toISOString(),
      started_at: startedAt,
      database: { engine: engine.kind, size, migration },
      disk,
      memory: process.memoryUsage.rss(),
      jobs: jobs.map(({ name, due_at, last_run_at }) => ({
        name,
        last_run_at,
        late: due_at < lateBefore,
      })),
      waiting: { count: Number(waiting.count), oldest: waiting.oldest },
      given_up: Number(givenUp.count),
      notices,
      on_air: Number(onAir.count),
      encoder: encoderOf(streams.ffmpeg()),
    }
  }
}

const encoderOf = (ffmpeg: FfmpegState | null) =>
  ffmpeg && {
    state: ffmpeg.state,
    version: ffmpeg.state === 'missing' ? null : ffmpeg.version,
  }

/** Null if the file system does not report its size. */
async function diskOf(folder: string) {
  const stats = await statfs(folder).catch(() => null)
  return stats && { free: stats.bavail * stats.bsize, total: stats.blocks * stats.bsize }
}
