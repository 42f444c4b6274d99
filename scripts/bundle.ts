import { rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * Bundles each server process with the packages that it loads: it starts in half the time, and takes a quarter less
 * memory, than from 1,400 files: docs/decisions/operations/072-bundled-server.md
 */
const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'dist/server')
const STAMP = join(OUT, '.bundled')
const PROCESSES = {
  main: 'server/main.ts',
  ingest: 'server/ingest.ts',
  sandbox: 'server/sandbox-stripe/main.ts',
}
/** Native modules of these processes, and one that `pg` asks for and that is not installed. */
const NATIVE = ['@node-rs/argon2', 'better-sqlite3', 'pg-native']

/** A source finds what lies beside it, for example workers and texts, from the bundle as well. */
const pathsOfSources: Plugin = {
  name: 'paths-of-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(join(ROOT, 'server/')) || !code.includes('import.meta.')) return null
    const folder = relative(OUT, dirname(id))
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`)
      .replaceAll('import.meta.url', `new URL('${folder}/${basename(id)}', import.meta.url).href`)
  },
}

rmSync(STAMP, { force: true })
await build({
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
  publicDir: false,
  plugins: [pathsOfSources],
  ssr: { noExternal: true, external: NATIVE },
  build: {
    ssr: true,
    outDir: OUT,
    emptyOutDir: true,
    target: 'node26',
    minify: false,
    rolldownOptions: {
      input: PROCESSES,
      // All in one folder, from which `pathsOfSources` counts.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
writeFileSync(STAMP, '')
