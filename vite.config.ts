/// <reference types="vitest/config" />
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type LibraryOptions, type Plugin, type Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import type { TestSequencer, TestSpecification } from 'vitest/node'
import { manifest } from './pwa/manifest.ts'

const API = `http://localhost:${process.env.PORT ?? 3000}`

const VENDOR =
  /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|dayjs)[\\/]/
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
/** Awaits the page's chunk at the top level: a chunk that pages import would wait for itself. */
const ENTRY = path('pwa/main.tsx')
let firstLoad: Set<string> | null = null

/** Whether a first visit of the home page fetches this module: the entry or the page imports it statically. */
function isInFirstLoad(id: string, graph: Rolldown.ChunkingContext): boolean {
  if (!firstLoad) {
    firstLoad = new Set([ENTRY, path('pwa/pages/HomePage.tsx')])
    for (const module of firstLoad)
      for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) firstLoad.add(imported)
  }
  return id !== ENTRY && firstLoad.has(id)
}

/** One file for what never changes and one for the home page: few large files compress better than many small ones. */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'vendor', test: VENDOR },
  { name: (id, graph) => (isInFirstLoad(id, graph) ? 'home' : null), debugName: 'home' },
]

/**
 * The worker draws a ticket out of the same components as the app, as text: for that Preact does, in a tenth of the
 * bytes of React's server.
 */
const drawsTickets: Plugin = {
  name: 'worker-draws-tickets',
  config: () => ({
    resolve: {
      alias: {
        'react-dom/server': 'preact-render-to-string',
        'react/jsx-runtime': 'preact/jsx-runtime',
        react: 'preact/compat',
      },
    },
    // Only what is added: Vite joins lists, and a format that is named twice is built twice.
    build: { lib: { cssFileName: 'first-ticket' } as LibraryOptions },
  }),
}

/** React Router names its development build in `exports`: its production build has no warnings for developers. */
const ROUTER = 'node_modules/react-router/dist/production/index.mjs'
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  config: () => ({
    resolve: { alias: [{ find: /^react-router$/, replacement: path(ROUTER) }] },
  }),
}

/** They take a minute each: begun last, as small files are, one would run on when all others have ended. */
const SLOW =
  /(integration\/(rights|awkward|hls-strict)|server\/ingest|backup\/backup|http\/fuzz|journeys\/(routes|ticket-box|notifications|entry-ticket|door))\.test/
class SlowFirst implements TestSequencer {
  sort = (files: TestSpecification[]) =>
    files.toSorted((a, b) => Number(SLOW.test(b.moduleId)) - Number(SLOW.test(a.moduleId)))
  shard = (files: TestSpecification[]) => files
}

export default defineConfig({
  root: 'pwa',
  publicDir: '../public',
  plugins: [
    react(),
    productionRouter,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest,
      injectManifest: {
        rollupFormat: 'iife',
        buildPlugins: { vite: [drawsTickets] },
        globPatterns: [
          'assets/*.{js,css,svg}',
          'index.html',
          'icons/*.png',
          'favicon.svg',
          'pre-hydration.js',
          'first-ticket.css',
        ],
      },
    }),
  ],
  build: {
    outDir: '../dist/pwa',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 2_048,
    // The page's own chunk is asked for when somebody is about to go there; what it imports is mostly here already.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        // React Router's warnings, for developers: dropped, as nobody reads what these functions return.
        minify: {
          compress: { treeshake: { manualPureFunctions: ['warning', 'warningOnce'] } },
          mangle: true,
          codegen: true,
        },
        // The entry names every chunk there is: short names are a kilobyte that each visitor is spared.
        // What next to nobody uses lies apart, and is not put on every device.
        chunkFileNames: ({ name }) =>
          name.startsWith('push-firebase') ? 'assets/rare/[hash:7].js' : 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
  server: { proxy: { '/api': API, '/media': API, '/hls': API } },
  test: {
    root: '.',
    // Many tests start processes or a browser and wait for them: so many files at a time leave neither of two cores idle.
    maxWorkers: 4,
    sequence: { sequencer: SlowFirst },
    tags: [
      {
        name: 'full',
        description:
          'A variant of a journey, what a cheaper test holds too, a fault of a machine, a load: npm run test:full.',
      },
    ],
    // The summary at the end of a run has these words alone: `[ …(2) ]` tells nobody what was there.
    chaiConfig: { truncateThreshold: 2_000 },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          root: '.',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          // Modules are loaded once a worker instead of once a file, which took most of the time: none keeps state that
          // the test of another file sees.
          isolate: false,
          globalSetup: 'server/testing/global.ts',
          setupFiles: ['server/testing/patience.ts'],
          // Processes and databases are started in some. Only what fails waits so long, however busy the machine is.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'pwa',
          root: '.',
          include: ['pwa/**/*.test.{ts,tsx}'],
          exclude: ['pwa/testing/journeys/**'],
          environment: 'jsdom',
          // A document for each file, of one jsdom for each worker: to load it for each took most of the time.
          pool: 'vmThreads',
          setupFiles: ['pwa/testing/patience.ts'],
          // Some let hours pass on a clock of their own, beside processes of other tests.
          testTimeout: 30_000,
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          root: '.',
          include: ['pwa/testing/journeys/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'pwa/testing/global.ts',
          setupFiles: ['server/testing/patience.ts'],
          // A process tests file after file with the one browser that it has: to load all anew for each took a third.
          isolate: false,
          // After the others: they have a turn of their own.
          sequence: { groupOrder: 1 },
          // Only what fails waits so long, however little of a machine is left to it.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 90_000 } },
        },
      },
    ],
  },
})
