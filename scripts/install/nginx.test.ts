import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'
import { answersOf, createBuild, FOREVER } from '../fault-injection/builds.ts'
import { writeFront } from '../nginx-front.ts'
import { findNginx } from './nginx.ts'

/** Starts nginx with the guide's configuration in front of several nodes. */
async function startNginx(nodes: number[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'room-nginx-'))
  const port = String(await freePort())
  const room = nodes.map((node) => `127.0.0.1:${node}`).join('; server ')
  const conf = writeFront({ folder, port, room, key: 'set $segment_key "";', segments: folder })
  const args = ['-c', conf, '-p', folder, '-e', join(folder, 'error.log')]
  const nginx = spawn(findNginx()!, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(async () => {
    const ended = once(nginx, 'exit')
    nginx.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  })
  const site = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${site}/readyz`)).status).toBe(200), 20_000)
  return site
}

it('serves each page the files of its build, from either of two nodes', async () => {
  const nodes = [await createBuild(['new.js', 'both.js']), await createBuild(['old.js', 'both.js'])]
  const site = await startNginx(nodes)
  for (const name of ['new.js', 'old.js', 'both.js'])
    expect(await answersOf(site, name)).toEqual([`200 ${FOREVER} ${name}`])
  expect(await answersOf(site, 'older.js')).toEqual(['404 no-store '])
})

it('hides the metrics', async () => {
  const site = await startNginx([await createBuild([])])
  expect((await fetch(`${site}/metrics`)).status).toBe(404)
})
