import type { TestProject } from 'vitest/node'
import { databaseNames } from './names.ts'
import { openPostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One real PostgreSQL for the whole run; each test file makes a database of its own in it. */
export default async function startPostgres({ provide }: TestProject) {
  // The package ends the process with 0 when the loop runs dry, whatever failed: keep vitest's own code.
  process.prependOnceListener('beforeExit', () => process.exit())
  if (!databaseNames.includes('postgres')) return
  const { server, remove } = await openPostgresServer(['-c', 'fsync=off'])
  provide('postgresUrl', server)
  return remove
}
