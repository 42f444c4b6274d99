import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { FfmpegState } from '#server/ports/ingest.ts'

const run = promisify(execFile)

export type Ffmpeg = Extract<FfmpegState, { state: 'found' }>

/** Version in which the options that we use have their present names. */
const LEAST = 5
/** Encoders that the ladder and the conversion of films need. */
const ENCODERS = ['libx264', 'aac']

/**
 * The ffmpeg of this machine: the one at `setting`, or else the first in PATH. It decodes what people send, so it is
 * given no environment: no secret is in its memory.
 */
export async function findFfmpeg(setting: string): Promise<FfmpegState> {
  // The whole path: a child without an environment has no PATH.
  const path = pathsOf(setting).find((one) => existsSync(one))
  if (path === undefined) return { state: 'missing' }
  const ask = async (...args: string[]) => (await run(path, ['-hide_banner', ...args])).stdout
  try {
    const version = /^ffmpeg version (\S+)/.exec(await ask('-version'))?.[1] ?? ''
    // A build of a commit (`N-109…`) has no number; it is taken as new.
    const major = /^n?(\d+)\./.exec(version)?.[1]
    if (version === '' || (major !== undefined && Number(major) < LEAST))
      return { state: 'old', version }
    const encoders = await ask('-encoders')
    const lacks = ENCODERS.filter((name) => !new RegExp(`^ \\S+ ${name} `, 'm').test(encoders))
    return lacks.length > 0
      ? { state: 'unable', version, lacks: lacks.join(', ') }
      : { state: 'found', path, version }
  } catch {
    return { state: 'missing' }
  }
}

const pathsOf = (setting: string) =>
  setting === ''
    ? (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'ffmpeg'))
    : [setting]

/** Options before each output: its times are those of the input, as the names of ffmpeg 5.0 and later have it. */
export const sameTimes = ({ version }: Ffmpeg) =>
  /^n?5\.0\b/.test(version) ? ['-vsync', 'passthrough'] : ['-fps_mode', 'passthrough']

/** Lowers the priority of a child: receiving and serving streams, and requests, come first. */
export function lowerPriority(pid: number | undefined, priority: number): void {
  if (pid === undefined) return
  try {
    setPriority(pid, priority)
  } catch {
    // It has ended already, or a sandbox forbids it.
  }
}
