import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findFfmpeg, sameTimes } from './ffmpeg.ts'

/** A program that says what an ffmpeg of this version says. */
function programOf(version: string, encoders: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'room-ffmpeg-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'ffmpeg')
  writeFileSync(
    path,
    `#!/bin/sh
case "$2" in
  -version) echo "ffmpeg version ${version} Copyright (c) the FFmpeg developers" ;;
  -encoders) printf ' V....D libx264rgb  RGB\\n${encoders}' ;;
esac
`,
  )
  chmodSync(path, 0o755)
  return path
}
const BOTH = ' V....D libx264      H.264\\n A....D aac          AAC\\n'

it('finds the ffmpeg of this machine', async () => {
  expect(await findFfmpeg(process.env.FFMPEG ?? '')).toMatchObject({ state: 'found' })
})

it('reports a missing ffmpeg', async () => {
  expect(await findFfmpeg('/nowhere/ffmpeg')).toEqual({ state: 'missing' })
})

it.each([
  ['4.4.2-0ubuntu0.22.04.1', 'old'],
  ['5.0', 'found'],
  ['n7.1', 'found'],
  ['N-109542-g9d1c', 'found'],
])('takes version %s as %s', async (version, state) => {
  expect(await findFfmpeg(programOf(version, BOTH))).toMatchObject({ state, version })
})

it('reports missing encoders', async () => {
  const path = programOf('7.1', ' A....D aac          AAC\\n')
  expect(await findFfmpeg(path)).toEqual({ state: 'unable', version: '7.1', lacks: 'libx264' })
})

it.each([
  ['5.0.1', '-vsync'],
  ['5.1.9-0+deb12u1', '-fps_mode'],
  ['7.1', '-fps_mode'],
])('keeps the times of pictures with version %s by %s', (version, option) => {
  expect(sameTimes({ state: 'found', path: '', version })).toEqual([option, 'passthrough'])
})
