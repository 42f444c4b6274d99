/// <reference types="vitest/config" />
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type LibraryOptions, type Plugin, type Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import type { TestSequencer, TestSpecification } from 'vitest/node'
import { manifest } from './pwa/manifest.ts'
import { startupTags } from './pwa/startup-images.ts'

const API = `http://localhost:${process.env.PORT ?? 3000}`

const VENDOR =
  /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|dayjs)[\\/]/
const OPERATORS =
  /[\\/](pages[\\/](admin|AdminPage)|features[\\/]operator|contract[\\/](operator|service-fee))[\\/.]/
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

/** What the public pages of a room show: who follows a link to one goes on to the others. */
const COMMUNITY = [
  /features[\\/](events|rooms|stamps|threads)[\\/]/,
  /features[\\/]live[\\/](lazy-watch|picture[\\/]clock)\.ts/,
  /features[\\/]tickets[\\/](room[\\/]RoomTicketRow|entrant[\\/]EntrantFields)/,
  /pages[\\/]Room(About|Talk)Page|ui[\\/]loading[\\/]SkeletonCover/,
]
/** What holders have of their tickets. */
const HELD = /features[\\/]tickets[\\/](box|ticket)[\\/]/
/** Codes of tickets and draws of lotteries, with their libraries: for pages of tickets alone. */
const CODE =
  /[\\/]contract[\\/](door[\\/](code|qr|verdict|verify)|lottery[\\/](draw|verify-draw))\.ts|[\\/]TicketQr\.tsx/
/** What members have on their device. */
const MEMBER = /app[\\/]member-needs|lib[\\/]offline[\\/]/

const UI = /pwa[\\/](ui|lib|load|layouts)[\\/]|features[\\/]tickets[\\/](type|ticket)-labels/
/** The name of a feature's folder. Operators' pages share their code in one file as it is. */
const FEATURE = /[\\/]features[\\/](?!operator)(\w+)[\\/]/

/** Few large files: they load faster and compress better than many small ones. */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'vendor', test: VENDOR },
  { name: (id, graph) => (isInFirstLoad(id, graph) ? 'home' : null), debugName: 'home' },
  // Styles that several pages share: a page waits for its styles before it shows anything, and for few files less long.
  { name: 'style', test: /\.css$/, minShareCount: 2 },
  // Numbers and calls that pages read as they load: in a file that imports no page's code, as files that import each
  // other load in an order that varies.
  {
    name: 'contract',
    test: (id) => /[\\/]contract[\\/](?!operator)/.test(id) && !CODE.test(id),
    minShareCount: 2,
  },
  // What pages are built of, and for each feature what several pages show of it: a page loads some kilobytes that it does
  // not need, in half as many files.
  { name: 'ui', test: UI, minShareCount: 3 },
  { name: 'member', test: MEMBER },
  {
    name: 'community',
    test: (id) => COMMUNITY.some((part) => part.test(id)),
    minShareCount: 2,
  },
  { name: 'code', test: CODE, minShareCount: 2 },
  { name: 'held', test: HELD, minShareCount: 2 },
  { name: (id) => FEATURE.exec(id)?.[1] ?? null, debugName: 'features', minShareCount: 2 },
]

/**
 * The service worker renders a ticket to HTML from the app's components with Preact, a tenth of the size of React's
 * server renderer.
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
    // Only the addition: Vite merges lists, and a format listed twice is built twice.
    build: { lib: { cssFileName: 'first-ticket' } as LibraryOptions },
  }),
}

/** React Router's `exports` name its development build; the production build has no developer warnings. */
const ROUTER = 'node_modules/react-router/dist/production/index.mjs'
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  config: () => ({
    resolve: { alias: [{ find: /^react-router$/, replacement: path(ROUTER) }] },
  }),
}

/** The start screens of the installed app on an iPhone. Links without a download: iOS fetches one when the app is installed. */
const startScreens: Plugin = {
  name: 'start-screens',
  transformIndexHtml: () => startupTags,
}

/** Without `vi.mock` and JSX, which no test of these projects uses. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false }

/** Test files that take a minute or more: started first, so that none still runs when all others have ended. */
const SLOW =
  /(scripts\/(chaos|on-sale)|fault-injection\/(power|media-store|backup-amid-posts)|(backup|upgrading)|push\/load|integration\/(rights|hostile-text|hls-strict|two-nodes-media|proxy)|db\/search|demo\/demo|uploads\/conversion|server\/ingest|backup\/backup|http\/fuzz|journeys\/(main-job|\w+\/(routes|ticket-box|notifications|entry-ticket|door)))\.test/
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
    startScreens,
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
    // A page's chunk is loaded when its link is about to be used; most of its imports are loaded already.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        // Drops React Router's developer warnings, as calls of these functions have no used result.
        minify: {
          compress: { treeshake: { manualPureFunctions: ['warning', 'warningOnce'] } },
          mangle: true,
          codegen: true,
        },
        // Short names, as the entry lists all chunks: saves every visitor a kilobyte. Rarely used chunks and those of
        // operators are in a folder that is not precached. A chunk without modules only names a page in another chunk.
        chunkFileNames: ({ name, moduleIds }) =>
          name.startsWith('push-firebase') ||
          (moduleIds.length > 0 && moduleIds.every((id) => OPERATORS.test(id)))
            ? 'assets/rare/[hash:7].js'
            : 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
  server: { proxy: { '/api': API, '/media': API, '/hls': API } },
  test: {
    root: '.',
    // Many tests wait for processes or a browser: this number of files keeps two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: SlowFirst },
    tags: [
      {
        name: 'full',
        description:
          'A variant of a journey, what a cheaper test holds too, a fault of a machine, a load: npm run test:full.',
      },
    ],
    // The run's summary shows only these texts: a shortened `[ …(2) ]` would be useless.
    chaiConfig: { truncateThreshold: 2_000 },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          root: '.',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          // Modules are loaded once per worker instead of once per file, which took most of the time: none keeps
          // state that another file's tests see.
          isolate: false,
          // Node loads the sources as in production: what it cannot load fails here. As fast as Vite's transformation.
          experimental: NATIVE,
          globalSetup: 'server/testing/global.ts',
          setupFiles: ['server/testing/timeouts.ts'],
          // Some tests start processes and databases. Only a failing test waits this long.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
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
          // A document per file from one jsdom per worker: loading jsdom for each file took most of the time.
          pool: 'vmThreads',
          setupFiles: ['pwa/testing/timeouts.ts'],
          // Some tests advance a fake clock by hours, or load a part of the app, while other processes run.
          testTimeout: 60_000,
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
          setupFiles: ['server/testing/timeouts.ts'],
          // One process runs file after file with one browser: loading all for each file took a third of the time.
          isolate: false,
          experimental: NATIVE,
          // In a second group, after the other tests.
          sequence: { groupOrder: 1 },
          // Only a failing test waits this long, also on a busy machine.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 90_000 } },
        },
      },
    ],
  },
})
