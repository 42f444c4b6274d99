import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'
import { mountStatic } from '#server/web/static.ts'

export const FOREVER = 'public, max-age=31536000, immutable'

/** A minimal node that serves the app's build, `/readyz` and `/metrics`. */
export async function createBuild(names: string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'room-built-'))
  mkdirSync(join(folder, 'assets'))
  for (const name of names) writeFileSync(join(folder, 'assets', name), name)
  const app = new Hono()
  for (const path of ['/readyz', '/metrics']) app.get(path, (c) => c.text('ok'))
  mountStatic(app, folder)
  const server = createAdaptorServer({ fetch: app.fetch })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })
  return port
}

/** The distinct responses to many concurrent requests. */
export async function answersOf(site: string, name: string): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const answer = await fetch(`${site}/assets/${name}`)
      return `${answer.status} ${answer.headers.get('cache-control')} ${await answer.text()}`
    }),
  )
  return [...new Set(answers)]
}
