import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

/** Builds the PWA and its page renderer, and compresses all text files. */
const configFile = 'vite.config.ts'
await build({ configFile, logLevel: 'warn' })
await build({
  configFile,
  logLevel: 'warn',
  publicDir: false,
  // Bundles React's production build, independent of the server's NODE_ENV.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: {
    ssr: 'entry-server.tsx',
    outDir: '../dist/ssr',
    emptyOutDir: true,
    manifest: false,
    rollupOptions: { output: { format: 'es' } },
  },
})

const SMALL = 512
for (const file of globSync('dist/pwa/**/*.{js,css,svg,webmanifest,json}')) {
  const bytes = readFileSync(file)
  if (bytes.length < SMALL) continue
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    // Blocks of 1 MB: each of our files is a single block, which compresses better.
    [constants.BROTLI_PARAM_LGBLOCK]: 20,
  }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes))
}
mkdirSync('dist', { recursive: true })
writeFileSync('dist/.built', new Date().toISOString())
