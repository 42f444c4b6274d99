import type { TestProject } from 'vitest/node'
import { startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string
  }
}

/** One server with the demo for all journeys that change nothing others look at. */
export default async function startSite({ provide }: TestProject) {
  const server = await startServer()
  provide('siteUrl', server.url)
  return server.stop
}
