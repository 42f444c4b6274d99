import type { TestProject } from 'vitest/node'
import { makeDemo, startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string
  }
}

/** One server with the demo for all journeys that change nothing others look at. */
export default async function startSite({ provide }: TestProject) {
  const takeAway = await makeDemo()
  const server = await startServer()
  provide('siteUrl', server.url)
  return async () => {
    await server.stop()
    takeAway()
  }
}
