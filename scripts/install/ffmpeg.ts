import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensure } from './apt.ts'

/** The ffmpeg of the tests: `FFMPEG`, or the first one in PATH, as a site finds it; null if there is none. */
export function testFfmpeg(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [process.env.FFMPEG ?? '', ...folders.map((folder) => join(folder, 'ffmpeg'))]
  return candidates.find((path) => path !== '' && existsSync(path)) ?? null
}

if (import.meta.main)
  ensure('ffmpeg', testFfmpeg, ['ffmpeg'], 'set FFMPEG to the path of an ffmpeg ≥ 5')
