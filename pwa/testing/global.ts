import type { TestProject } from 'vitest/node'
import { bundle } from '../../scripts/prepare.mjs'
import { makeDemo, startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string
  }
}

/** One server with demo data, for all journeys that change no shared data. */
export default async function startSite({ provide }: TestProject) {
  await bundle()
  const removeDemo = await makeDemo()
  const server = await startServer()
  provide('siteUrl', server.url)
  return async () => {
    await server.stop()
    removeDemo()
  }
}
